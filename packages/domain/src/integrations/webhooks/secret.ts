import { randomBytes } from 'node:crypto'
import { bytes, endpointSecretContext } from '@matterbase/db'
import type { Sealer } from '@matterbase/db'
import { verb } from '../../core/verbs/verb.ts'
import { lockEndpoint, parseEndpoint } from './endpoint.ts'
import { holdMaker } from './endpoint-maker.ts'
import { requireReadable } from './event-scopes.ts'

export const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

const hourMs = 3_600_000

const defaultOverlapHours = 24

interface Rotation {
  readonly id: number
  /** How long the previous secret continues to sign. Default 24. */
  readonly overlapHours?: number | undefined
  readonly sealer: Sealer
}

/** Gives an endpoint a new secret. Anyone who sees the secret can forge the events of the endpoint, so they must be able to read them. */
export const rotateSecret = verb({
  allow: ['webhooks:write'],
  async run(tx, actor, { id, overlapHours = defaultOverlapHours, sealer }: Rotation) {
    const { sql, workspaceId, now } = tx
    const maker = await holdMaker(tx, actor)
    requireReadable(maker, parseEndpoint(await lockEndpoint(tx, id)).events)
    const [row] = await sql.rows({ secret: bytes })`
    SELECT secret FROM webhook_endpoints WHERE workspace_id = ${workspaceId} AND id = ${id}`
    if (!row) throw new Error('A locked endpoint is gone')
    const place = endpointSecretContext(workspaceId, id)
    const previous = overlapHours > 0 ? sealer.seal(sealer.open(row.secret, place), `${place}/previous`) : null
    const expiresAt = new Date(now.getTime() + overlapHours * hourMs)
    const secret = newSecret()
    await sql.run`
    UPDATE webhook_endpoints
    SET secret = ${sealer.seal(secret, place)}, previous_secret = ${previous},
        previous_secret_expires_at = ${previous && expiresAt}, secret_changed_at = ${now}
    WHERE workspace_id = ${workspaceId} AND id = ${id}`
    return { secret, previous_expires_at: expiresAt.toISOString() }
  },
  action: 'webhook.secret_rotated',
  note: ({ id, overlapHours }) => ({ target: `webhook ${id}`, details: { overlap_hours: overlapHours } }),
})
