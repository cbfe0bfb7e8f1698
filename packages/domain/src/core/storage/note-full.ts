import type { Sql } from '@matterbase/db'

/** Refuses writes of an account from now on if it stores more than it may, and allows them again if it does not. */
export async function noteFull(sql: Sql, ownerUuid: string, maxBytes: number): Promise<void> {
  await sql.run`
    UPDATE workspaces SET is_full = NOT is_full
    WHERE owner_uuid = ${ownerUuid}::text::uuid AND is_full <> (
      SELECT coalesce(sum(bytes), 0) > ${maxBytes} FROM workspaces AS own JOIN storage_usage ON workspace_id = own.id
      WHERE own.owner_uuid = ${ownerUuid}::text::uuid)`
}
