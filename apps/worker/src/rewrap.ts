import { endpointSecretContext } from '@matterbase/db'
import type { Db, Sealer } from '@matterbase/db'
import type { Logger } from 'pino'

const rowsAtOnce = 100

interface SealedRow {
  workspace_id: number
  id: bigint
  secret: Uint8Array
  previous_secret: Uint8Array | null
}

/**
 * Seals the secrets of endpoints anew that were sealed with another than the first encryption key,
 * so that the other keys can be taken away.
 *
 * @returns how many were sealed anew.
 */
export async function rewrapSecrets(db: Db, sealer: Sealer, log: Logger): Promise<number> {
  let [count, workspaceId, id] = [0, 0, 0n]
  for (;;) {
    const rows = await db.$queryRaw<SealedRow[]>`
      SELECT workspace_id, id, secret, previous_secret FROM webhook_endpoints
      WHERE (workspace_id, id) > (${workspaceId}, ${id})
        AND (substring(secret FROM 1 FOR 4) <> ${sealer.keyId} OR substring(previous_secret FROM 1 FOR 4) <> ${sealer.keyId})
      ORDER BY workspace_id, id LIMIT ${rowsAtOnce}`
    const last = rows.at(-1)
    if (!last) break
    ;({ workspace_id: workspaceId, id } = last)
    for (const row of rows) count += await rewrapOne(db, sealer, row, log)
  }
  if (count > 0) log.info({ count }, 'webhook secrets are sealed with the first encryption key now')
  return count
}

/** A secret that was rotated in the meantime is left as it is. */
async function rewrapOne(db: Db, sealer: Sealer, row: SealedRow, log: Logger): Promise<number> {
  const place = endpointSecretContext(row.workspace_id, row.id)
  const anew = (sealed: Uint8Array, context: string) => sealer.seal(sealer.open(sealed, context), context)
  try {
    return await db.$executeRaw`
      UPDATE webhook_endpoints
      SET secret = ${anew(row.secret, place)},
          previous_secret = ${row.previous_secret && anew(row.previous_secret, `${place}/previous`)}
      WHERE workspace_id = ${row.workspace_id} AND id = ${row.id}
        AND secret = ${row.secret} AND previous_secret IS NOT DISTINCT FROM ${row.previous_secret}`
  } catch (error) {
    const { workspace_id, id } = row
    log.error({ err: error, workspace_id, endpoint_id: String(id) }, 'a webhook secret cannot be sealed anew')
    return 0
  }
}
