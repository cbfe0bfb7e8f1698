import { Prisma, text } from '@matterbase/db'
import type { Contract, Input } from '@matterbase/schemas'
import { requireUnchanged } from '../../core/records/tag.ts'
import type { Seen } from '../../core/records/tag.ts'
import type { Tx } from '../../core/write/transaction.ts'
import { verb } from '../../core/verbs/verb.ts'
import { requireTarget } from './create-endpoint.ts'
import { endpointJson, lockEndpoint, parseEndpoint } from './endpoint.ts'
import type { EndpointRecord } from './endpoint.ts'
import { holdMaker } from './endpoint-maker.ts'
import type { EndpointMaker } from './endpoint-maker.ts'
import { requireReadable } from './event-scopes.ts'
import { settleHeld } from './held.ts'
import { noteSubscriptions } from './subscriptions.ts'

type Changes = Input<Contract['webhooks']['update']>['body']

/** A transaction that has taken the workspace. */
export type EndpointTx = Pick<Tx, 'sql' | 'workspaceId' | 'now'>

/** How many deliveries are held or released in one step. The worker continues with the rest. */
const atOnce = 1_000

interface EndpointUpdate {
  readonly id: number
  readonly changes: Changes
  readonly seen?: Seen | undefined
  /** True if the URL may use HTTP and private addresses. */
  readonly allowPrivate: boolean
}

/** Changes an endpoint and returns it as JSON. */
export const updateEndpoint = verb({
  allow: ['webhooks:write'],
  async run(tx, actor, { id, changes, seen, allowPrivate }: EndpointUpdate): Promise<string> {
    const maker = await holdMaker(tx, actor)
    const before = await lockEndpoint(tx, id)
    requireUnchanged(seen, before)
    if (changes.url !== undefined) requireTarget(changes.url, allowPrivate)
    const known = parseEndpoint(before)
    requireReadable(maker, newlySent(known, changes), changes.events && 'events')
    return change(tx, maker, known, changes)
  },
  action: 'webhook.updated',
  note: ({ id, changes }) => ({ target: `webhook ${id}`, details: changes }),
})

export const deleteEndpoint = verb({
  allow: ['webhooks:write'],
  async run(tx, _actor, { id, seen }: { readonly id: number; readonly seen?: Seen | undefined }) {
    requireUnchanged(seen, await lockEndpoint(tx, id))
    await deleteLockedEndpoint(tx, id)
  },
  action: 'webhook.deleted',
  note: ({ id }) => ({ target: `webhook ${id}` }),
})

/**
 * The events that an address did not receive before a change: added ones, and all events after a new URL or a pause.
 */
function newlySent(known: EndpointRecord, { url = known.url, events = known.events, is_active: isActive }: Changes) {
  const isElsewhere = url !== known.url || (isActive === true && !known.is_active)
  return isElsewhere ? events : events.filter((kind) => !known.events.includes(kind))
}

/** For a locked endpoint. */
async function change(tx: Tx, maker: EndpointMaker, known: EndpointRecord, changes: Changes): Promise<string> {
  const { url = known.url, events = known.events, description = known.description } = changes
  const { is_active: isActive = known.is_active, held = 'resume' } = changes
  const isSwitchedOn = isActive && !known.is_active
  const isSwitchedOff = !isActive && known.is_active
  const assignments = [
    Prisma.sql`url = ${url}, events = ${events}, description = ${description}, is_active = ${isActive}`,
    // The failures of the circuit breaker were those of another address.
    ...(url === known.url ? [] : [Prisma.sql`circuit_open_until = NULL, ${madeBy(maker)}`]),
    ...(isSwitchedOn ? [forgetFailures, held === 'skip' ? skipHeld(tx.now) : resumeHeld(tx.now)] : []),
    ...(isSwitchedOff ? [switchOff(tx.now, 'manual')] : []),
  ]
  const [row] = await tx.sql.rows({ json: text })`
    WITH updated AS (
      UPDATE webhook_endpoints SET ${Prisma.join(assignments)}
      WHERE workspace_id = ${tx.workspaceId} AND id = ${known.id} RETURNING *)
    SELECT ${endpointJson} AS json FROM updated`
  if (!row) throw new Error('A locked endpoint is gone')
  await noteSubscriptions(tx)
  if (isSwitchedOn) await settleHeld(tx.sql, { workspaceId: tx.workspaceId, endpointId: known.id }, atOnce)
  if (isSwitchedOff) await holdWaiting(tx, known.id)
  return row.json
}

/** Takes an endpoint away that is locked. */
export async function deleteLockedEndpoint(tx: EndpointTx, id: number): Promise<void> {
  await tx.sql.run`
    UPDATE webhook_endpoints SET deleted_at = ${tx.now}, is_active = false, ${skipHeld(tx.now)}
    WHERE workspace_id = ${tx.workspaceId} AND id = ${id}`
  await noteSubscriptions(tx)
  await settleHeld(tx.sql, { workspaceId: tx.workspaceId, endpointId: id }, atOnce)
}

// circuit_level stays, so that a receiver that was silent for long gets one probe first.
const forgetFailures = Prisma.sql`failure_count = 0, first_failure_at = NULL, failed_event_ids = '{}',
  circuit_open_until = NULL, disabled_at = NULL, disabled_reason = NULL`
const resumeHeld = (now: Date) => Prisma.sql`resume_held_until = ${now}`
const skipHeld = (now: Date) => Prisma.sql`skip_held_until = ${now}, resume_held_until = NULL`
const switchOff = (now: Date, reason: string) =>
  Prisma.sql`disabled_at = ${now}, disabled_reason = ${reason}, resume_held_until = NULL`
const madeBy = ({ userId, keyId }: EndpointMaker) =>
  Prisma.sql`created_by = ${userId}::text::uuid, created_by_key = ${keyId}::int`

/** Disables an endpoint that is locked, and holds what waits for it. */
export async function disableEndpoint(tx: EndpointTx, id: number, reason: string): Promise<void> {
  await tx.sql.run`
    UPDATE webhook_endpoints SET is_active = false, ${switchOff(tx.now, reason)}
    WHERE workspace_id = ${tx.workspaceId} AND id = ${id}`
  await holdWaiting(tx, id)
}

/** Queued jobs need no change, because the worker checks the endpoint before it sends. */
async function holdWaiting({ sql, workspaceId }: EndpointTx, endpointId: number) {
  await sql.run`
    WITH waiting AS MATERIALIZED (
      SELECT id FROM webhook_deliveries
      WHERE workspace_id = ${workspaceId} AND endpoint_id = ${endpointId} AND status = 'pending'
        AND kind <> 'ping.test'
      ORDER BY next_attempt_at LIMIT ${atOnce} FOR UPDATE SKIP LOCKED
    )
    UPDATE webhook_deliveries AS delivery SET status = 'held', next_attempt_at = NULL
    FROM waiting WHERE delivery.workspace_id = ${workspaceId} AND delivery.id = waiting.id`
}
