import { Prisma } from '@matterbase/db'
import { settleHeld } from '@matterbase/domain'
import type { Tx } from '@matterbase/domain'
import type { Contract, Input } from '@matterbase/schemas'
import { endpointJson } from './endpoint.ts'
import type { EndpointRecord } from './endpoint.ts'

type Changes = Input<Contract['webhooks']['update']>['body']

/** How many deliveries are held or released at once; the worker goes on with the rest. */
const atOnce = 1_000

/** Changes an endpoint that the caller has locked. Answers it as JSON. */
export async function updateEndpoint(tx: Tx, before: string, changes: Changes): Promise<string> {
  const known = JSON.parse(before) as EndpointRecord
  const { url = known.url, events = known.events, description = known.description } = changes
  const { is_active: isActive = known.is_active, held = 'resume' } = changes
  const isSwitchedOn = isActive && !known.is_active
  const isSwitchedOff = !isActive && known.is_active
  const assignments = [
    Prisma.sql`url = ${url}, events = ${events}, description = ${description}, is_active = ${isActive}`,
    // The failures that opened the circuit were those of another address.
    ...(url === known.url ? [] : [Prisma.sql`circuit_open_until = NULL`]),
    ...(isSwitchedOn ? [forgetFailures, held === 'skip' ? skipHeld(tx.now) : resumeHeld(tx.now)] : []),
    ...(isSwitchedOff ? [switchOff(tx.now)] : []),
  ]
  const [row] = await tx.sql.$queryRaw<{ json: string }[]>`
    UPDATE webhook_endpoints SET ${Prisma.join(assignments)}
    WHERE workspace_id = ${tx.workspaceId} AND id = ${known.id} RETURNING ${endpointJson} AS json`
  if (!row) throw new Error('A locked endpoint is gone')
  if (isSwitchedOn) await settleHeld(tx.sql, { workspaceId: tx.workspaceId, endpointId: known.id }, atOnce)
  if (isSwitchedOff) await stopWaiting(tx, known.id, 'held')
  return row.json
}

/** Takes an endpoint away that the caller has locked. */
export async function deleteEndpoint(tx: Tx, id: number): Promise<void> {
  await tx.sql.$executeRaw`
    UPDATE webhook_endpoints SET deleted_at = ${tx.now}, is_active = false, ${skipHeld(tx.now)}
    WHERE workspace_id = ${tx.workspaceId} AND id = ${id}`
  await settleHeld(tx.sql, { workspaceId: tx.workspaceId, endpointId: id }, atOnce)
  await stopWaiting(tx, id, 'cancelled')
}

// circuit_level stays: after a long silence the receiver is asked by one probe before all the rest.
const forgetFailures = Prisma.sql`failure_count = 0, first_failure_at = NULL, failed_event_ids = '{}',
  circuit_open_until = NULL, disabled_at = NULL, disabled_reason = NULL`
const resumeHeld = (now: Date) => Prisma.sql`resume_held_until = ${now}`
const skipHeld = (now: Date) => Prisma.sql`skip_held_until = ${now}, resume_held_until = NULL`
const switchOff = (now: Date) => Prisma.sql`disabled_at = ${now}, disabled_reason = 'manual', resume_held_until = NULL`

/** Jobs that are queued already come back by themselves, since the worker looks at the endpoint before it sends. */
async function stopWaiting({ sql, workspaceId }: Tx, endpointId: number, status: 'held' | 'cancelled') {
  await sql.$executeRaw`
    WITH waiting AS MATERIALIZED (
      SELECT id FROM webhook_deliveries
      WHERE workspace_id = ${workspaceId} AND endpoint_id = ${endpointId} AND status = 'pending'
        AND (kind <> 'ping.test' OR ${status === 'cancelled'})
      ORDER BY next_attempt_at LIMIT ${atOnce} FOR UPDATE SKIP LOCKED
    )
    UPDATE webhook_deliveries AS delivery SET status = ${status}, next_attempt_at = NULL
    FROM waiting WHERE delivery.workspace_id = ${workspaceId} AND delivery.id = waiting.id`
}
