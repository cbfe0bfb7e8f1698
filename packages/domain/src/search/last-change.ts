import { orNull, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import type { RecordName } from '@matterbase/schemas'
import { records } from '../billing/work/record-kinds.ts'
import type { Actor } from '../core/verbs/actor.ts'

/**
 * The name or email address of the member who changed a record last, by the audit log. Undefined when something else has
 * changed it since.
 */
export async function findLastEditor(
  sql: Sql,
  { workspaceId, ownerUuid, environment }: Pick<Actor, 'workspaceId' | 'ownerUuid' | 'environment'>,
  record: RecordName,
  id: number,
): Promise<string | undefined> {
  const { table, name } = records[record]
  // The entry has the time of the transaction's start. The record is stamped a moment later.
  const [row] = await sql.rows({ editor: orNull(text) })`
    SELECT coalesce(nullif(users.name, ''), entry.actor) AS editor FROM audit_entries AS entry
    LEFT JOIN users ON users.id = entry.user_id
    JOIN ${table.name} AS record
      ON record.workspace_id = ${workspaceId} AND record.id = ${id} AND record.updated_at < entry.at + interval '5 seconds'
    WHERE entry.owner_uuid = ${ownerUuid}::text::uuid AND entry.environment = ${environment}::text::"Environment"
      AND entry.action = ${`${name}.updated`} AND entry.details->'ids' @> ${JSON.stringify([id])}::text::jsonb
    ORDER BY entry.id DESC LIMIT 1`
  return row?.editor ?? undefined
}
