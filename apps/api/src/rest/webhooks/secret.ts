import { randomBytes } from 'node:crypto'
import { endpointSecretContext } from '@matterbase/db'
import type { Sealer } from '@matterbase/db'
import type { Tx } from '@matterbase/domain'
import { lockEndpoint } from './endpoint.ts'

export const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

const hourMs = 3_600_000

/**
 * Gives an endpoint a new secret; the one before it goes on signing for some hours.
 * @throws ApiError not_found.
 */
export async function rotateSecret(tx: Tx, sealer: Sealer, id: number, overlapHours: number) {
  const { sql, workspaceId, now } = tx
  await lockEndpoint(tx, id)
  const [row] = await sql.$queryRaw<{ secret: Uint8Array }[]>`
    SELECT secret FROM webhook_endpoints WHERE workspace_id = ${workspaceId} AND id = ${id}`
  if (!row) throw new Error('A locked endpoint is gone')
  const place = endpointSecretContext(workspaceId, id)
  const previous = overlapHours > 0 ? sealer.seal(sealer.open(row.secret, place), `${place}/previous`) : null
  const expiresAt = new Date(now.getTime() + overlapHours * hourMs)
  const secret = newSecret()
  await sql.$executeRaw`
    UPDATE webhook_endpoints
    SET secret = ${sealer.seal(secret, place)}, previous_secret = ${previous},
        previous_secret_expires_at = ${previous && expiresAt}, secret_changed_at = clock_timestamp()
    WHERE workspace_id = ${workspaceId} AND id = ${id}`
  return { secret, previous_expires_at: expiresAt.toISOString() }
}
