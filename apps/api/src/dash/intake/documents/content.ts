import { setDocumentContent } from '@matterbase/domain'
import type { DocumentContent } from '@matterbase/domain'
import { parse as parseContentType } from 'content-type'
import { Router } from 'express'
import type { Request } from 'express'
import { ApiError, notFound } from '../../../http/errors/api-error.ts'
import { requirePermission } from '@matterbase/domain'
import { readBytes } from '../../../http/input/read-bytes.ts'
import { sendJson } from '../../../http/answer/respond.ts'
import type { WorkspaceDeps } from '../../deps.ts'

const mostBytes = 10 * 1024 * 1024
/** Readers accept what comes before the header of a PDF, such as a byte order mark (ISO 32000-1, annex H). */
const headerWithin = 1024
const path = '/documents/:id/content'

/** Uploads the content of documents, a PDF of at most 10 MiB or plain text in UTF-8. */
export function documentContent({ admit, largeBodies }: WorkspaceDeps): Router {
  const router = Router({ caseSensitive: true })

  router.put(path, async (req, res) => {
    const { caller, write } = await admit(req, res, 'one')
    requirePermission(caller, 'documents:write')
    const id = idOf(req)
    // Callers without the permission are rejected before a large body is read.
    const hold = (size: number) => largeBodies.hold(caller.ownerUuid, size, res)
    const content = contentOf(req, await readBytes(req, { requester: res, mostBytes, hold }).catch(refuseBody))
    await write((tx) => setDocumentContent(tx, caller, { id, content }))
    sendJson(res, 200, '{"success":true}')
  })
  return router
}

function idOf({ params: { id } }: Request<{ id: string }>): number {
  if (!/^[1-9]\d{0,14}$/.test(id)) throw notFound()
  return Number(id)
}

/** @throws ApiError unsupported_media_type, validation_failed. */
function contentOf(req: Request, body: Buffer): DocumentContent {
  const bytes = new Uint8Array(body)
  if (bytes.length === 0) throw new ApiError('invalid_body', 'The file is empty. Choose another one.')
  const { type } = parseContentType(req.get('content-type') ?? '', { parameters: false })
  if (type === 'application/pdf') {
    if (body.subarray(0, headerWithin).includes('%PDF-')) return { mediaType: type, bytes }
    throw new ApiError('invalid_body', 'The file is not a PDF. Upload a PDF or plain text.')
  }
  if (type !== 'text/plain')
    throw new ApiError(
      'unsupported_media_type',
      'This type of file is not supported. Upload a PDF (application/pdf) or plain text (text/plain).',
    )
  const text = new TextDecoder('utf-8', { fatal: true })
  try {
    if (!text.decode(bytes).includes('\0')) return { mediaType: type, bytes }
  } catch {
    // Said below.
  }
  throw new ApiError('invalid_body', 'The text is not valid UTF-8. Save the file as UTF-8, then upload it again.')
}

function refuseBody(error: unknown): never {
  if (!(error instanceof ApiError))
    throw new ApiError('invalid_body', 'The file could not be read to its end. Upload it again.')
  throw error.code === 'payload_too_large'
    ? new ApiError(error.code, 'The file is larger than 10 MiB. Upload a smaller one.')
    : error
}
