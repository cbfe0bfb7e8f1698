import type { Sealer } from '@matterbase/db'
import { documentReads, findCertificate, openContent, tagOf } from '@matterbase/domain'
import { FileAnswer } from '../http/answer/file-answer.ts'
import { ApiError } from '../http/errors/api-error.ts'
import type { Context } from '../http/operations/context.ts'

interface Asked {
  readonly params: { readonly id: number }
  readonly query: { readonly part?: 'content' | 'evidence' | undefined }
}

const endings: Readonly<Record<string, string>> = { 'application/pdf': 'pdf', 'text/plain': 'txt' }

/** The handler for the content of a document and the evidence of its signature. */
export const documentFile =
  (sealer: Sealer) =>
  async ({ params: { id }, query: { part = 'content' } }: Asked, { caller, sql }: Context): Promise<FileAnswer> => {
    const { workspaceId } = caller
    const file = part === 'content' ? contentOf : evidenceOf
    const found = await file({ sql, sealer, workspaceId, id })
    if (found) return found
    // A missing document has another error.
    await documentReads.get(sql, workspaceId, id)
    const message =
      part === 'content' ? 'The document has no content yet' : 'The document was not signed through its link'
    throw new ApiError('missing_data', `${message}.`, {
      body: { details: [{ field: part, code: 'missing', message }] },
    })
  }

interface Source extends Pick<Context, 'sql'> {
  readonly sealer: Sealer
  readonly workspaceId: number
  readonly id: number
}

async function contentOf({ sql, workspaceId, id }: Source): Promise<FileAnswer | undefined> {
  const content = await openContent(sql, workspaceId, id)
  if (!content) return undefined
  const { mediaType, length, sha256, pieces } = content
  return new FileAnswer({
    mediaType: mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType,
    name: `document-${id}.${endings[mediaType] ?? 'bin'}`,
    tag: Buffer.from(sha256).toString('base64url'),
    isOwn: false,
    read: async () => ({ length, pieces }),
  })
}

async function evidenceOf({ sql, sealer, workspaceId, id }: Source): Promise<FileAnswer | undefined> {
  const certificate = await findCertificate(sql, sealer, workspaceId, id)
  if (!certificate) return undefined
  const bytes = Buffer.from(JSON.stringify(certificate, null, 2))
  return new FileAnswer({
    mediaType: 'application/json; charset=utf-8',
    name: `certificate-${id}.json`,
    tag: tagOf(bytes),
    isOwn: true,
    read: async () => bytes,
  })
}
