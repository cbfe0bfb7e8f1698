import { identifier, orNull, text } from '@matterbase/db'
import { recordContracts, tableOf } from '@matterbase/schemas'
import type { DashContract, Input } from '@matterbase/schemas'
import type { Context } from '../../http/operations/context.ts'

/** The member who changed a record last, unless something else has changed it since. */
export async function lastChange({ query }: Input<DashContract['search']['lastChange']>, { caller, sql }: Context) {
  const contract = Object.values(recordContracts).find(({ path }) => path === query.path)
  if (!contract || !caller.permissions.includes(contract.operations.list.scope)) return { by: null }
  const { noun, path } = contract
  // The record is stamped a moment after its transaction, which the entry has its time of, has begun.
  const [row] = await sql.rows({ by: orNull(text) })`
    SELECT coalesce(nullif(users.name, ''), entry.actor) AS by FROM audit_entries AS entry
    LEFT JOIN users ON users.id = entry.user_id
    JOIN ${identifier(tableOf(path))} AS record
      ON record.workspace_id = ${caller.workspaceId} AND record.id = ${query.id} AND record.updated_at < entry.at + interval '5 seconds'
    WHERE entry.owner_uuid = ${caller.ownerUuid}::text::uuid AND entry.environment = ${caller.environment}::text::"Environment"
      AND entry.action = ${`${noun.replaceAll(' ', '_')}.updated`}
      AND entry.target = ${`${noun} ${query.id}`}
    ORDER BY entry.id DESC LIMIT 1`
  return { by: row?.by ?? null }
}
