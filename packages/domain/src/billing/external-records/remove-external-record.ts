import { bigint } from '@matterbase/db'
import { recordContracts, tableOf } from '@matterbase/schemas'
import type { externalResources } from '@matterbase/schemas'
import { recordTable } from '../../core/records/table/table.ts'
import type { Tx } from '../../core/write/transaction.ts'

const { path, fields, events } = recordContracts.externalRecords

const table = recordTable(tableOf(path), fields)

/** Deletes the external record of a deleted invoice or payment, so that no external record points to nothing. */
export async function removeExternalRecord(tx: Tx, resource: (typeof externalResources)[number], id: number) {
  const rows = await tx.sql.rows({ id: bigint })`
    SELECT id FROM external_records
    WHERE workspace_id = ${tx.workspaceId} AND resource = ${resource} AND resource_id = ${id} AND deleted_at IS NULL`
  for (const row of rows) await table.markDeleted(tx, Number(row.id), tx.stamp(), events.deleted.event)
}
