import { int, reader } from '@matterbase/db'
import { hashToken } from '@matterbase/domain'
import type { Db, Sql } from '@matterbase/db'
import { Router } from 'express'
import type { Request } from 'express'
import type { AuthFailures } from '../../http/access/auth-failures.ts'
import { ApiError, notFound } from '../../http/errors/api-error.ts'
import type { LargeBodies } from '../../http/input/large-bodies.ts'
import { readSentBytes } from '../../http/input/read-bytes.ts'
import { sendJson } from '../../http/answer/respond.ts'

const oneMebibyte = 1024 * 1024
const kept = 100
// All of them are shown at once.
const keptBytes = 8 * oneMebibyte

/** Takes in whatever is posted to a test inbox: `POST /inbox/<token>`. */
export function inboxReceiver(db: Db, largeBodies: LargeBodies, wrongLinks: AuthFailures): Router {
  const router = Router({ caseSensitive: true })
  router.post('/:token', async (req, res) => {
    const { token } = req.params
    const attempt = { address: req.ip ?? '', requester: res, keyHash: () => hashToken(token) }
    const workspaceId = await wrongLinks.guard(attempt, () => workspaceOf(db, token))
    const hold = (bytes: number) => largeBodies.hold(`inbox/${workspaceId}`, bytes, res)
    const bytes = await readSentBytes(req, { mostBytes: oneMebibyte, hold })
    await keep(reader(db, workspaceId, { kind: 'one', requester: res }), workspaceId, headersOf(req), bytes)
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
  const [inbox] = await db.rows({ workspace_id: int })`
    SELECT workspace_id FROM test_inboxes WHERE token = ${token.replaceAll('\0', '')} AND EXISTS (
      SELECT FROM webhook_endpoints AS endpoint WHERE endpoint.workspace_id = test_inboxes.workspace_id
        AND endpoint.id = test_inboxes.endpoint_id AND endpoint.deleted_at IS NULL)`
  if (!inbox) throw notFound()
  return inbox.workspace_id
}

async function keep(sql: Sql, workspaceId: number, headers: object, body: Buffer) {
  await sql.run`
    INSERT INTO inbox_requests (workspace_id, headers, body) VALUES (${workspaceId}, ${JSON.stringify(headers)}::text::jsonb, ${body})`
  await sql.run`
    DELETE FROM inbox_requests WHERE workspace_id = ${workspaceId} AND id IN (
      SELECT id FROM (
        SELECT id, row_number() OVER newest AS place, sum(octet_length(body)) OVER newest AS bytes
        FROM inbox_requests WHERE workspace_id = ${workspaceId} WINDOW newest AS (ORDER BY id DESC)
      ) AS ranked WHERE place > ${kept} OR bytes > ${keptBytes})`
}

/** As they came: in their order and letter case. */
function headersOf({ rawHeaders }: Request) {
  return rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [{ name, value: rawHeaders[at + 1] ?? '' }] : []))
}
