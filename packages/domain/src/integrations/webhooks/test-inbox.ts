import { randomBytes } from 'node:crypto'
import { float, isoText, text } from '@matterbase/db'
import type { Sealer, Sql, Row } from '@matterbase/db'
import { readableKinds } from '@matterbase/schemas'
import type { Tx } from '../../core/write/transaction.ts'
import { conflict, notFound } from '../../core/verbs/refused.ts'
import { verb } from '../../core/verbs/verb.ts'
import { insertEndpoint } from './create-endpoint.ts'
import { lockEndpoint } from './endpoint.ts'
import { deleteLockedEndpoint } from './update-endpoint.ts'

const testInboxColumns = {
  /** Its address ends with it. */
  token: text,
  endpoint_id: float,
  created_at: text,
}

export type TestInbox = Row<typeof testInboxColumns>

/** The test inbox of a workspace, unless its endpoint was deleted. */
export async function findInbox(sql: Sql, workspaceId: number): Promise<TestInbox | undefined> {
  const [row] = await sql.rows(testInboxColumns)`
    SELECT token, endpoint_id::float8 AS endpoint_id, ${isoText('created_at')} AS created_at FROM test_inboxes
    WHERE workspace_id = ${workspaceId} AND seen_at IS NULL AND EXISTS (
      SELECT FROM webhook_endpoints AS endpoint WHERE endpoint.workspace_id = test_inboxes.workspace_id
        AND endpoint.id = test_inboxes.endpoint_id AND endpoint.deleted_at IS NULL)`
  return row
}

interface NewInbox {
  readonly publicUrl: string
  readonly sealer: Sealer
  readonly allowPrivate: boolean
}

/** Creates a test inbox, and an endpoint that sends it every event that the actor may read. */
export const createInbox = verb({
  allow: ['webhooks:write'],
  async run(tx, actor, { publicUrl, sealer, allowPrivate }: NewInbox) {
    if (await findInbox(tx.sql, tx.workspaceId))
      throw conflict('This workspace already has a test inbox. Use it, or delete it first.')
    const token = randomBytes(24).toString('base64url')
    const endpoint = {
      url: `${publicUrl}/inbox/${token}`,
      events: [...readableKinds(actor.permissions)],
      description: 'Test inbox',
    }
    const { id, secret } = await insertEndpoint(tx, actor, { endpoint, sealer, allowPrivate })
    return { inbox: await putInbox(tx, token, id), secret }
  },
  action: 'webhook.created',
  note: (_new, { inbox }) => ({ target: `test inbox, webhook ${inbox.endpoint_id}` }),
})

async function putInbox(tx: Tx, token: string, endpointId: number): Promise<TestInbox> {
  const { sql, workspaceId } = tx
  // Deletes the previous inbox, whose endpoint was deleted.
  await forget(tx)
  const [row] = await sql.rows(testInboxColumns)`
    WITH put AS (
      INSERT INTO test_inboxes (workspace_id, token, endpoint_id) VALUES (${workspaceId}, ${token}, ${endpointId}) RETURNING *)
    SELECT token, endpoint_id::float8 AS endpoint_id, ${isoText('created_at')} AS created_at FROM put`
  if (!row) throw new Error('A test inbox was not written')
  return row
}

export const clearInbox = verb({
  allow: ['webhooks:write'],
  run: (tx, _actor, _nothing: object) => forgetReceived(tx),
})

async function forgetReceived({ sql, workspaceId }: Tx): Promise<void> {
  await sql.run`
    DELETE FROM inbox_requests WHERE workspace_id = ${workspaceId} AND endpoint_id IN (
      SELECT endpoint_id FROM test_inboxes WHERE workspace_id = ${workspaceId} AND seen_at IS NULL)`
}

async function forget(tx: Tx): Promise<void> {
  await forgetReceived(tx)
  await tx.sql.run`DELETE FROM test_inboxes WHERE workspace_id = ${tx.workspaceId} AND seen_at IS NULL`
}

/** Takes the test inbox away with its endpoint and all that it received. */
export const deleteInbox = verb({
  allow: ['webhooks:write'],
  async run(tx, _actor, _nothing: object) {
    const inbox = await findInbox(tx.sql, tx.workspaceId)
    if (!inbox) throw notFound()
    await lockEndpoint(tx, inbox.endpoint_id)
    await forget(tx)
    await deleteLockedEndpoint(tx, inbox.endpoint_id)
    return inbox.endpoint_id
  },
  action: 'webhook.deleted',
  note: (_nothing, endpointId) => ({ target: `test inbox, webhook ${endpointId}` }),
})
