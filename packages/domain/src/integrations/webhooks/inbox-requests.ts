import { bool, bytes, float, int, isoText, json, text } from '@matterbase/db'
import type { Row, Sql } from '@matterbase/db'
import { z } from 'zod'

const mebibyte = 1024 * 1024
const kept = 100
// The dashboard shows all of them in one response.
const keptBytes = 8 * mebibyte
// Requests that wait for a listener are never replaced by later ones.
const keptForListener = 1_000

const inboxColumns = { workspace_id: int, endpoint_id: float, is_listener: bool }

/** A test inbox, or the inbox of a listener, with an open account and an endpoint that is not deleted. */
export type ReceivingInbox = Row<typeof inboxColumns>

export async function findInboxByToken(sql: Sql, token: string): Promise<ReceivingInbox | undefined> {
  const [inbox] = await sql.rows(inboxColumns)`
    SELECT workspace_id, endpoint_id::float8 AS endpoint_id, seen_at IS NOT NULL AS is_listener
    FROM test_inboxes WHERE token = ${token.replaceAll('\0', '')} AND EXISTS (
      SELECT FROM webhook_endpoints AS endpoint
      JOIN workspaces AS workspace ON workspace.id = endpoint.workspace_id
      JOIN accounts AS account ON account.owner_uuid = workspace.owner_uuid AND account.closed_at IS NULL
      WHERE endpoint.workspace_id = test_inboxes.workspace_id
        AND endpoint.id = test_inboxes.endpoint_id AND endpoint.deleted_at IS NULL)`
  return inbox
}

const receivedColumns = {
  id: float,
  received_at: text,
  headers: json(z.array(z.object({ name: z.string(), value: z.string() }))),
  body: bytes,
}

/** The requests that a test inbox received, newest first. */
export const listReceived = (sql: Sql, workspaceId: number, endpointId: number) =>
  sql.rows(receivedColumns)`
    SELECT id::float8 AS id, ${isoText('received_at')} AS received_at, headers, body FROM inbox_requests
    WHERE workspace_id = ${workspaceId} AND endpoint_id = ${endpointId} ORDER BY id DESC`

export interface ReceivedRequest {
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  readonly body: Buffer
}

/** Stores a request of a test inbox in place of the oldest. */
export async function storeReceived(
  sql: Sql,
  { workspace_id: workspaceId, endpoint_id: id }: ReceivingInbox,
  { headers, body }: ReceivedRequest,
) {
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
 * Stores a request for a listener. Returns false when too many wait. The lock on the inbox makes IDs visible in their
 * order, so that a listener that continues after the last ID misses nothing.
 */
export async function storeForListener(
  sql: Sql,
  inbox: ReceivingInbox,
  { headers, body }: ReceivedRequest,
): Promise<boolean> {
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
  return count > 0
}
