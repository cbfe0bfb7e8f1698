import { randomBytes } from 'node:crypto'
import { bytes, environment, float, int, json, Prisma, someOf, text } from '@matterbase/db'
import type { Db, Row, Sealer, Sql } from '@matterbase/db'
import type { CommandLineContract, Input } from '@matterbase/schemas'
import { eventKinds, readableKinds } from '@matterbase/schemas'
import { z } from 'zod'
import { write } from '../../core/write/transaction.ts'
import type { Tx } from '../../core/write/transaction.ts'
import type { Workspace } from '../../core/verbs/actor.ts'
import { notFound } from '../../core/verbs/refused.ts'
import { verb } from '../../core/verbs/verb.ts'
import { insertEndpoint } from './create-endpoint.ts'
import { lockEndpoint } from './endpoint.ts'
import { requireReadable } from './event-scopes.ts'
import type { Reading } from './event-scopes.ts'
import { deleteLockedEndpoint } from './update-endpoint.ts'
import type { EndpointTx } from './update-endpoint.ts'

interface NewListener {
  readonly listener: Input<CommandLineContract['listeners']['create']>['body']
  readonly publicUrl: string
  readonly sealer: Sealer
  readonly allowPrivate: boolean
}

/** Creates an inbox for a listener, and an endpoint that sends to it. Ends abandoned listeners. */
export const createListener = verb({
  allow: ['webhooks:write'],
  async run(tx, actor, { listener, publicUrl, sealer, allowPrivate }: NewListener) {
    await endAbandoned(tx)
    const { events = [...readableKinds(actor.permissions)], description = 'matterbase listen', secret } = listener
    const token = randomBytes(24).toString('base64url')
    const endpoint = { url: `${publicUrl}/inbox/${token}`, events, description }
    const made = await insertEndpoint(tx, actor, { endpoint, sealer, allowPrivate, secret })
    await tx.sql.run`
      INSERT INTO test_inboxes (workspace_id, token, endpoint_id, seen_at)
      VALUES (${tx.workspaceId}, ${token}, ${made.id}, clock_timestamp())`
    return made
  },
  action: 'webhook.created',
  note: (_new, { id }) => ({ target: `listener, webhooks ${id}` }),
})

/** Ends a listener with its endpoint and all that it received. */
export const endListener = verb({
  allow: ['webhooks:write'],
  async run(tx, _actor, { id }: { readonly id: number }) {
    const [found] = await tx.sql.rows({ endpoint_id: float })`
      SELECT endpoint_id::float8 AS endpoint_id FROM test_inboxes
      WHERE workspace_id = ${tx.workspaceId} AND endpoint_id = ${id} AND seen_at IS NOT NULL`
    if (!found) throw notFound()
    await endInbox(tx, id)
  },
  action: 'webhook.deleted',
  note: ({ id }) => ({ target: `listener, webhooks ${id}` }),
})

/** Ends a listener, or the test inbox, with all that it received. */
export async function endInbox(tx: EndpointTx, endpointId: number): Promise<void> {
  const { sql, workspaceId } = tx
  await sql.run`DELETE FROM inbox_requests WHERE workspace_id = ${workspaceId} AND endpoint_id = ${endpointId}`
  await sql.run`DELETE FROM test_inboxes WHERE workspace_id = ${workspaceId} AND endpoint_id = ${endpointId}`
  const [endpoint] = await sql.rows({ id: float })`
    SELECT id::float8 AS id FROM webhook_endpoints
    WHERE workspace_id = ${workspaceId} AND id = ${endpointId} AND deleted_at IS NULL`
  if (!endpoint) return
  await lockEndpoint(tx, endpointId)
  await deleteLockedEndpoint(tx, endpointId)
}

// Longer than the client retries a connection, so that a listener finds the events of a short interruption.
const isAbandoned = Prisma.sql`seen_at < clock_timestamp() - interval '2 minutes'`

async function endAbandoned(tx: Tx): Promise<number> {
  const abandoned = await tx.sql.rows({ endpoint_id: float })`
    SELECT endpoint_id::float8 AS endpoint_id FROM test_inboxes WHERE workspace_id = ${tx.workspaceId} AND ${isAbandoned}`
  for (const { endpoint_id: id } of abandoned) await endInbox(tx, id)
  return abandoned.length
}

/** The workspaces that `endListenersOf` has work in. */
export function workspacesWithAbandonedListeners(db: Db): Promise<Workspace[]> {
  return db.rows({ workspaceId: int, ownerUuid: text, environment })`
    SELECT id AS "workspaceId", owner_uuid::text AS "ownerUuid", environment::text FROM workspaces
    WHERE id IN (SELECT workspace_id FROM test_inboxes WHERE ${isAbandoned})`
}

/** Ends the listeners that have not asked for two minutes. @returns how many. */
export function endAbandonedListeners(db: Db, workspace: Workspace): Promise<number> {
  return write(db, workspace.workspaceId, endAbandoned)
}

const receivedHeaders = z.array(z.object({ name: z.string(), value: z.string() }))
const receivedColumns = { id: float, headers: json(receivedHeaders), body: bytes }

/** A request that an inbox received. */
export type ReceivedRequest = Row<typeof receivedColumns>

interface Listening {
  readonly workspaceId: number
  /** The endpoint of the listener. */
  readonly id: number
  /** The id of the last request that it has. */
  readonly after: number
}

/**
 * Notes that a listener is there, and forgets what it has.
 * @throws RefusedError not_found when it has ended, or its endpoint was deleted; insufficient_scope when the actor cannot read its events.
 */
export async function noteListening(sql: Sql, actor: Reading, { workspaceId, id, after }: Listening): Promise<void> {
  const [listener] = await sql.rows({ events: someOf(eventKinds) })`
    SELECT endpoint.events FROM test_inboxes AS inbox
    JOIN webhook_endpoints AS endpoint ON endpoint.workspace_id = inbox.workspace_id AND endpoint.id = inbox.endpoint_id
    WHERE inbox.workspace_id = ${workspaceId} AND inbox.endpoint_id = ${id} AND inbox.seen_at IS NOT NULL
      AND endpoint.deleted_at IS NULL`
  if (!listener) throw notFound()
  requireReadable(actor, listener.events)
  await sql.run`
    WITH gone AS (
      DELETE FROM inbox_requests WHERE workspace_id = ${workspaceId} AND endpoint_id = ${id} AND id <= ${after}
    )
    UPDATE test_inboxes SET seen_at = now()
    WHERE workspace_id = ${workspaceId} AND endpoint_id = ${id} AND seen_at IS NOT NULL`
}

// Together with the most that an inbox keeps, this bounds an answer.
const mostAtOnce = 50

/** The requests after the last one that a listener has, oldest first. */
export function receivedAfter(sql: Sql, { workspaceId, id, after }: Listening): Promise<ReceivedRequest[]> {
  return sql.rows(receivedColumns)`
    SELECT id::float8 AS id, headers, body FROM inbox_requests
    WHERE workspace_id = ${workspaceId} AND endpoint_id = ${id} AND id > ${after} ORDER BY id LIMIT ${mostAtOnce}`
}
