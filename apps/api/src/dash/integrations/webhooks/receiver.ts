import { bool, float, int, reader } from '@matterbase/db'
import { hashToken } from '@matterbase/domain'
import type { Db, Row, Sql } from '@matterbase/db'
import { Router } from 'express'
import type { Request } from 'express'
import type { AuthFailures } from '../../../http/access/auth-failures.ts'
import { ApiError, notFound } from '../../../http/errors/api-error.ts'
import { busy } from '../../../http/errors/overloaded.ts'
import type { LargeBodies } from '../../../http/input/large-bodies.ts'
import { readSentBytes } from '../../../http/input/read-bytes.ts'
import { sendJson } from '../../../http/answer/respond.ts'
import { addressOf } from '../../../http/log/request-state.ts'

const oneMebibyte = 1024 * 1024
const kept = 100
// All of them are shown at once.
const keptBytes = 8 * oneMebibyte
// What waits for a listener is not given up for what comes later.
const keptForListener = 1_000

/** Takes in whatever is posted to a test inbox: `POST /inbox/<token>`. */
export function inboxReceiver(db: Db, largeBodies: LargeBodies, wrongLinks: AuthFailures): Router {
  const router = Router({ caseSensitive: true })
  router.post('/:token', async (req, res) => {
    const { token } = req.params
    const attempt = { address: addressOf(req), requester: res, keyHash: () => hashToken(token) }
    const inbox = await wrongLinks.guard(attempt, () => findByToken(db, token))
    const hold = (bytes: number) => largeBodies.hold(`inbox/${inbox.workspace_id}`, bytes, res)
    const bytes = await readSentBytes(req, { mostBytes: oneMebibyte, hold })
    const sql = reader(db, inbox.workspace_id, { kind: 'one', requester: res })
    await (inbox.is_listener ? keepForListener : keep)(sql, inbox, headersOf(req), bytes)
    sendJson(res, 200, '{"received":true}')
  })
  router.all('/:token', (req) => {
    throw new ApiError('method_not_allowed', `${req.method} is not allowed at this path. Use POST.`, {
      headers: { Allow: 'POST' },
    })
  })
  return router
}

const inboxColumns = { workspace_id: int, endpoint_id: float, is_listener: bool }

type Inbox = Row<typeof inboxColumns>

async function findByToken(db: Db, token: string): Promise<Inbox> {
  const [inbox] = await db.rows(inboxColumns)`
    SELECT workspace_id, endpoint_id::float8 AS endpoint_id, seen_at IS NOT NULL AS is_listener
    FROM test_inboxes WHERE token = ${token.replaceAll('\0', '')} AND EXISTS (
      SELECT FROM webhook_endpoints AS endpoint
      JOIN workspaces AS workspace ON workspace.id = endpoint.workspace_id
      JOIN accounts AS account ON account.owner_uuid = workspace.owner_uuid AND account.closed_at IS NULL
      WHERE endpoint.workspace_id = test_inboxes.workspace_id
        AND endpoint.id = test_inboxes.endpoint_id AND endpoint.deleted_at IS NULL)`
  if (!inbox) throw notFound('No test inbox has this URL. It was deleted, or the URL is incomplete.')
  return inbox
}

async function keep(sql: Sql, { workspace_id: workspaceId, endpoint_id: id }: Inbox, headers: object, body: Buffer) {
  await sql.run`
    INSERT INTO inbox_requests (workspace_id, endpoint_id, headers, body)
    VALUES (${workspaceId}, ${id}, ${JSON.stringify(headers)}::text::jsonb, ${body})`
  await sql.run`
    DELETE FROM inbox_requests WHERE workspace_id = ${workspaceId} AND endpoint_id = ${id} AND id IN (
      SELECT id FROM (
        SELECT id, row_number() OVER newest AS place, sum(octet_length(body)) OVER newest AS bytes
        FROM inbox_requests WHERE workspace_id = ${workspaceId} AND endpoint_id = ${id} WINDOW newest AS (ORDER BY id DESC)
      ) AS ranked WHERE place > ${kept} OR bytes > ${keptBytes})`
}

/**
 * Keeps it unless too much waits already: then it is sent again later, as to any receiver that is busy. Under the
 * inbox's lock, so that ids become visible in their order and one who goes on after the last misses nothing.
 */
async function keepForListener(sql: Sql, inbox: Inbox, headers: object, body: Buffer) {
  const { workspace_id: workspaceId, endpoint_id: id } = inbox
  const count = await sql.run`
    WITH inbox AS MATERIALIZED (
      SELECT workspace_id, endpoint_id FROM test_inboxes
      WHERE workspace_id = ${workspaceId} AND endpoint_id = ${id} FOR UPDATE
    ), waiting AS (
      SELECT count(*) AS requests, coalesce(sum(octet_length(body)), 0) AS bytes FROM inbox_requests
      WHERE workspace_id = ${workspaceId} AND endpoint_id = ${id}
    )
    INSERT INTO inbox_requests (workspace_id, endpoint_id, headers, body)
    SELECT inbox.workspace_id, inbox.endpoint_id, ${JSON.stringify(headers)}::text::jsonb, ${body} FROM inbox, waiting
    WHERE waiting.requests < ${keptForListener} AND waiting.bytes < ${keptBytes}`
  if (count === 0) throw busy('This listener has too many undelivered events. Wait for it to read them, then retry.', 5)
}

/** As they came: in their order and letter case. */
function headersOf({ rawHeaders }: Request) {
  return rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [{ name, value: rawHeaders[at + 1] ?? '' }] : []))
}
