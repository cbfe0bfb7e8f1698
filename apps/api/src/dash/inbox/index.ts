import { randomBytes } from 'node:crypto'
import { isUtf8 } from 'node:buffer'
import { isoText } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import type { Tx } from '@matterbase/domain'
import { eventKinds } from '@matterbase/schemas'
import type { DashContract } from '@matterbase/schemas'
import { ApiError, notFound } from '../../http/errors/api-error.ts'
import type { Handlers } from '../../http/operations/context.ts'
import { audit } from '../audit/audit-log.ts'
import type { WorkspaceDeps } from '../deps.ts'

interface InboxRow {
  readonly token: string
  readonly endpoint_id: number
  readonly created_at: string
}

interface ReceivedRow {
  readonly id: number
  readonly received_at: string
  readonly headers: { name: string; value: string }[]
  readonly body: Buffer
}

/** A webhook receiver on this server, to see what arrives without a tunnel. */
export const inbox = ({ handlers, publicUrl }: WorkspaceDeps): Handlers<DashContract['inbox']> => ({
  async get(_input, { caller: { workspaceId }, sql }) {
    const found = await findInbox(sql, workspaceId)
    return found
      ? { inbox: shown(found, publicUrl), requests: (await received(sql, workspaceId)).map(readable) }
      : { inbox: null, requests: [] }
  },

  async create(_input, context) {
    const { caller } = context
    const token = randomBytes(24).toString('base64url')
    const body = { url: `${publicUrl}/inbox/${token}`, events: [...eventKinds], description: 'Test inbox' }
    let made: InboxRow | undefined
    // The endpoint is made as any other, and the inbox in the same transaction.
    const write: typeof context.write = (work) =>
      context.write(async (tx) => {
        if (await findInbox(tx.sql, tx.workspaceId))
          throw new ApiError('conflict', 'This workspace has a test inbox already')
        const endpoint = await work(tx)
        made = await putInbox(tx, token, 'id' in endpoint ? Number(endpoint.id) : 0)
        await audit(tx.sql, caller, { action: 'webhook.created', target: `test inbox, webhooks ${made.endpoint_id}` })
        return endpoint
      })
    const { secret } = await handlers.webhooks.create({ params: {}, query: {}, body }, { ...context, write })
    if (!made || typeof secret !== 'string') throw new Error('A test inbox was not written')
    return { inbox: shown(made, publicUrl), secret }
  },

  clear: (_input, { write }) =>
    write(async ({ sql, workspaceId }) => {
      await sql.$executeRaw`DELETE FROM inbox_requests WHERE workspace_id = ${workspaceId}`
      return { success: true as const }
    }),

  async delete(_input, context) {
    const { caller } = context
    const found = await findInbox(context.sql, caller.workspaceId)
    if (!found) throw notFound()
    const params = { id: found.endpoint_id }
    const write: typeof context.write = (work) =>
      context.write(async (tx) => {
        await tx.sql.$executeRaw`DELETE FROM inbox_requests WHERE workspace_id = ${tx.workspaceId}`
        await tx.sql.$executeRaw`DELETE FROM test_inboxes WHERE workspace_id = ${tx.workspaceId}`
        await audit(tx.sql, caller, { action: 'webhook.deleted', target: `test inbox, webhooks ${found.endpoint_id}` })
        return work(tx)
      })
    await handlers.webhooks.delete({ params, query: {}, body: {} }, { ...context, write, seen: undefined })
    return { success: true as const }
  },
})

const shown = ({ token, ...rest }: InboxRow, publicUrl: string) => ({ url: `${publicUrl}/inbox/${token}`, ...rest })

/** One whose endpoint was deleted counts as none. */
async function findInbox(sql: Sql, workspaceId: number): Promise<InboxRow | undefined> {
  const [row] = await sql.$queryRaw<InboxRow[]>`
    SELECT token, endpoint_id::float8 AS endpoint_id, ${isoText('created_at')} AS created_at FROM test_inboxes
    WHERE workspace_id = ${workspaceId} AND EXISTS (
      SELECT FROM webhook_endpoints AS endpoint WHERE endpoint.workspace_id = test_inboxes.workspace_id
        AND endpoint.id = test_inboxes.endpoint_id AND endpoint.deleted_at IS NULL)`
  return row
}

async function putInbox({ sql, workspaceId }: Tx, token: string, endpointId: number): Promise<InboxRow> {
  const [row] = await sql.$queryRaw<InboxRow[]>`
    INSERT INTO test_inboxes (workspace_id, token, endpoint_id) VALUES (${workspaceId}, ${token}, ${endpointId})
    ON CONFLICT (workspace_id) DO UPDATE SET token = excluded.token, endpoint_id = excluded.endpoint_id, created_at = now()
    RETURNING token, endpoint_id::float8 AS endpoint_id, ${isoText('created_at')} AS created_at`
  if (!row) throw new Error('A test inbox was not written')
  return row
}

function received(sql: Sql, workspaceId: number): Promise<ReceivedRow[]> {
  return sql.$queryRaw<ReceivedRow[]>`
    SELECT id::float8 AS id, ${isoText('received_at')} AS received_at, headers, body FROM inbox_requests
    WHERE workspace_id = ${workspaceId} ORDER BY id DESC`
}

function readable({ body, ...rest }: ReceivedRow) {
  const encoding = isUtf8(body) ? ('utf8' as const) : ('base64' as const)
  return { ...rest, body: body.toString(encoding), encoding }
}
