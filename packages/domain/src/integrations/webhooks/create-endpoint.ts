import { bigint, endpointSecretContext, text } from '@matterbase/db'
import type { Sealer } from '@matterbase/db'
import { checkTargetUrl } from '@matterbase/jobs/target-url'
import type { Contract, Input } from '@matterbase/schemas'
import { recordEventFor } from '../../core/write/record-events.ts'
import type { Tx } from '../../core/write/transaction.ts'
import type { Actor } from '../../core/verbs/actor.ts'
import { invalid, RefusedError } from '../../core/verbs/refused.ts'
import { verb } from '../../core/verbs/verb.ts'
import { allEndpoints, endpointJson, parseEndpoint, requireEndpoint } from './endpoint.ts'
import { holdMaker } from './endpoint-maker.ts'
import { requireReadable } from './event-scopes.ts'
import { newSecret } from './secret.ts'
import { noteSubscriptions } from './subscriptions.ts'

const endpointLimit = 20

export interface NewEndpoint {
  readonly endpoint: Input<Contract['webhooks']['create']>['body']
  readonly sealer: Sealer
  /** True if the URL may use HTTP and private addresses. */
  readonly allowPrivate: boolean
  /** Default: a new secret. */
  readonly secret?: string | undefined
}

/** Creates an endpoint and returns it with its secret. */
export const createEndpoint = verb({
  allow: ['webhooks:write'],
  run: (tx, actor, endpoint: NewEndpoint) => insertEndpoint(tx, actor, endpoint),
  action: 'webhook.created',
  note: ({ endpoint }, { id }) => ({ target: `webhook ${id}`, details: endpoint }),
})

/** @throws RefusedError when events must not be sent there, the actor cannot read them, or there are as many endpoints as there can be. */
export async function insertEndpoint(
  tx: Tx,
  actor: Actor,
  { endpoint, sealer, allowPrivate, secret = newSecret() }: NewEndpoint,
) {
  const { url, events, description = null } = endpoint
  const maker = await holdMaker(tx, actor)
  requireReadable(maker, events, 'events')
  requireTarget(url, allowPrivate)
  if ((await allEndpoints(tx.sql, tx.workspaceId)).length >= endpointLimit)
    throw new RefusedError(
      'limit_reached',
      `This workspace has ${endpointLimit} webhook endpoints, which is the limit. Delete one first.`,
    )
  const id = await nextId(tx)
  const sealed = sealer.seal(secret, endpointSecretContext(tx.workspaceId, id))
  const [row] = await tx.sql.rows({ json: text })`
    WITH created AS (
    INSERT INTO webhook_endpoints (workspace_id, id, url, events, description, secret, created_at, created_by, created_by_key)
    VALUES (${tx.workspaceId}, ${id}, ${url}, ${events}, ${description}, ${sealed}, ${tx.now},
            ${maker.userId}::text::uuid, ${maker.keyId}::int)
    RETURNING *)
    SELECT ${endpointJson} AS json FROM created`
  if (!row) throw new Error('An endpoint was not written')
  await noteSubscriptions(tx)
  return { ...parseEndpoint(row.json), secret }
}

/** Sends an endpoint a `ping.test`, switched on or not. */
export const testEndpoint = verb({
  allow: ['webhooks:write'],
  async run(tx, _actor, id: number) {
    const endpoint = await requireEndpoint(tx.sql, tx.workspaceId, id)
    const data = `${endpoint.slice(0, -1)},"message":"This is a test event from Matterbase"}`
    await recordEventFor(tx, id, 'ping.test', data, tx.now)
  },
})

/** @throws RefusedError validation_failed when events must not be sent there. */
export function requireTarget(url: string, allowPrivate: boolean): void {
  const problem = checkTargetUrl(url, { allowPrivate })
  if (problem) throw invalid('url', 'invalid_target', problem)
}

/** Its id is part of what an endpoint's secret is sealed with, so it is drawn first. */
async function nextId({ sql }: Tx): Promise<number> {
  const [row] = await sql.rows({ id: bigint })`SELECT nextval('webhook_endpoints_id_seq') AS id`
  return Number(row?.id)
}
