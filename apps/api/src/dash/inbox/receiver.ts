import type { Db } from '@matterbase/db'
import express, { Router } from 'express'
import type { Request } from 'express'
import { ApiError, notFound } from '../../http/api-error.ts'
import { sendJson } from '../../http/respond.ts'

const oneMebibyte = 1024 * 1024
const kept = 100

const readRaw = express.raw({ limit: oneMebibyte, type: () => true, inflate: false })

/** Takes in whatever is posted to a test inbox: `POST /inbox/<token>`. */
export function inboxReceiver(db: Db): Router {
  const router = Router({ caseSensitive: true })
  router.post('/:token', async (req, res) => {
    const workspaceId = await workspaceOf(db, req.params.token)
    await new Promise<void>((resolve, reject) => {
      readRaw(req, res, (error?: unknown) => (error === undefined ? resolve() : reject(tooLarge(error))))
    })
    await keep(db, workspaceId, headersOf(req), Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0))
    sendJson(res, 200, '{"received":true}')
  })
  router.all('/:token', (req) => {
    throw new ApiError('method_not_allowed', `${req.method} is not possible here, only POST`, {
      headers: { Allow: 'POST' },
    })
  })
  return router
}

async function workspaceOf(db: Db, token: string): Promise<number> {
  const inbox = await db.$queryRaw<
    { workspace_id: number }[]
  >`SELECT workspace_id FROM test_inboxes WHERE token = ${token}`
  if (!inbox[0]) throw notFound()
  return inbox[0].workspace_id
}

async function keep(db: Db, workspaceId: number, headers: object, body: Buffer) {
  await db.$executeRaw`
    INSERT INTO inbox_requests (workspace_id, headers, body) VALUES (${workspaceId}, ${JSON.stringify(headers)}::text::jsonb, ${body})`
  await db.$executeRaw`
    DELETE FROM inbox_requests WHERE workspace_id = ${workspaceId} AND id <= (
      SELECT id FROM inbox_requests WHERE workspace_id = ${workspaceId} ORDER BY id DESC OFFSET ${kept} LIMIT 1)`
}

/** As they came: in their order and letter case. */
function headersOf({ rawHeaders }: Request) {
  return rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [{ name, value: rawHeaders[at + 1] ?? '' }] : []))
}

function tooLarge(error: unknown): unknown {
  const { type } = error as { type?: string }
  return type === 'entity.too.large' ? new ApiError('payload_too_large', 'The body must be at most 1 MiB') : error
}
