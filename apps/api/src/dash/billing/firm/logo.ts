import { findLogo, imageOf, requirePermission, setLogo } from '@matterbase/domain'
import { Router } from 'express'
import { sendJson } from '../../../http/answer/respond.ts'
import { sendImage } from '../../../http/browser/send-content.ts'
import { ApiError, notFound } from '../../../http/errors/api-error.ts'
import { readBytes } from '../../../http/input/read-bytes.ts'
import type { WorkspaceDeps } from '../../deps.ts'

const mostBytes = 512 * 1024
const path = '/firm/logo'

/** The firm's logo, a PNG or JPEG of at most 512 KiB: up with PUT, down with GET, away with DELETE. */
export function firmLogo({ admit }: WorkspaceDeps): Router {
  const router = Router({ caseSensitive: true })

  router.get(path, async (req, res) => {
    const { caller, sql } = await admit(req, res, 'one')
    const logo = await findLogo(sql, caller.workspaceId)
    if (!logo) throw notFound()
    sendImage(res, logo)
  })

  router.put(path, async (req, res) => {
    const { caller, write } = await admit(req, res, 'one')
    requirePermission(caller, 'settings:write')
    const image = imageOf(new Uint8Array(await readBytes(req, { requester: res, mostBytes }).catch(refuse)))
    if ('problem' in image) throw new ApiError('invalid_body', image.problem)
    await write((tx) => setLogo(tx, caller, image))
    sendJson(res, 200, '{"success":true}')
  })

  router.delete(path, async (req, res) => {
    const { caller, write } = await admit(req, res, 'one')
    await write((tx) => setLogo(tx, caller, null))
    sendJson(res, 200, '{"success":true}')
  })
  return router
}

function refuse(error: unknown): never {
  if (!(error instanceof ApiError))
    throw new ApiError('invalid_body', 'The file could not be read to its end. Upload it again.')
  throw error.code === 'payload_too_large'
    ? new ApiError(error.code, 'The logo is larger than 512 KiB. Upload a smaller image.')
    : error
}
