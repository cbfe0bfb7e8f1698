import { orNull, text } from '@matterbase/db'
import { records } from '@matterbase/domain'
import { recordContracts, recordNames } from '@matterbase/schemas'
import type { DashContract, Input } from '@matterbase/schemas'
import type { Context } from '../../http/operations/context.ts'

/** The member who changed a record last, unless something else has changed it since. */
export async function lastChange({ query }: Input<DashContract['search']['lastChange']>, { caller, sql }: Context) {
  const changed = recordNames.find((each) => recordContracts[each].path === query.path)
  if (!changed || !caller.permissions.includes(recordContracts[changed].operations.list.scope)) return { by: null }
  const { table, noun, name } = records[changed]
  // The record is stamped a moment after its transaction, which the entry has its time of, has begun.
  const [row] = await sql.rows({ by: orNull(text) })`
    SELECT coalesce(nullif(users.name, ''), entry.actor) AS by FROM audit_entries AS entry
    LEFT JOIN users ON users.id = entry.user_id
    JOIN ${table.name} AS record
      ON record.workspace_id = ${caller.workspaceId} AND record.id = ${query.id} AND record.updated_at < entry.at + interval '5 seconds'
    WHERE entry.owner_uuid = ${caller.ownerUuid}::text::uuid AND entry.environment = ${caller.environment}::text::"Environment"
      AND entry.action = ${`${name}.updated`}
      AND entry.target = ${`${noun} ${query.id}`}
    ORDER BY entry.id DESC LIMIT 1`
  return { by: row?.by ?? null }
}
