import { bigint, environment, filled, oneOf } from '@matterbase/db'
import type { Environment, Sql } from '@matterbase/db'
import { storageKinds } from '@matterbase/schemas'
import { bytesText } from '@matterbase/schemas/writing'
import { accountLimits } from './account-limits.ts'
import { RefusedError } from '../verbs/refused.ts'

interface Stored {
  readonly environment: Environment
  readonly kind: (typeof storageKinds)[number]
  readonly rows: number
  readonly bytes: number
}

export interface AccountStorage {
  readonly used: number
  readonly most: number
  /** The largest first. */
  readonly parts: readonly Stored[]
}

/** How many bytes an account stores, of which kind, and how many it may. */
export async function accountStorage(sql: Sql, ownerUuid: string): Promise<AccountStorage> {
  const { maxBytes: most } = await accountLimits(sql, ownerUuid)
  const rows = await sql.rows({ environment, kind: oneOf(storageKinds), rows: bigint, bytes: bigint })`
    SELECT environment::text, kind, rows, bytes FROM workspaces JOIN storage_usage ON workspace_id = workspaces.id
    WHERE owner_uuid = ${ownerUuid}::text::uuid AND rows > 0 ORDER BY bytes DESC, kind`
  const parts = rows.map((row) => ({ ...row, rows: Number(row.rows), bytes: Number(row.bytes) }))
  return { used: parts.reduce((sum, { bytes }) => sum + bytes, 0), most, parts }
}

/**
 * Refuses what has just been written if the account now stores more than it may. Two uploads to a workspace wait for each
 * other, as both change its counts.
 *
 * @throws RefusedError limit_reached.
 */
export async function requireRoom(sql: Sql, ownerUuid: string): Promise<void> {
  const { maxBytes } = await accountLimits(sql, ownerUuid)
  const [{ used } = { used: 0n }] = await sql.rows({ used: filled(bigint) })`
    SELECT coalesce(sum(bytes), 0)::bigint AS used FROM workspaces JOIN storage_usage ON workspace_id = workspaces.id
    WHERE owner_uuid = ${ownerUuid}::text::uuid`
  if (Number(used) > maxBytes) throw storageFull(Number(used), maxBytes)
}

const storageFull = (used: number, most: number) =>
  new RefusedError(
    'limit_reached',
    `This account would store ${bytesText(used)} of at most ${bytesText(most)}. Delete documents that you do not need, or ask the operator of this server for more.`,
    { facts: { limit_bytes: most, used_bytes: used } },
  )
