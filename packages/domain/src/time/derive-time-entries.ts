import { bigint, orNull } from '@matterbase/db'
import type { Draft } from '../records/record.ts'
import type { Values } from '../records/record.ts'
import type { Tx } from '../tx/write.ts'

const msPerHour = 3_600_000

/** The duration follows from both times; a new entry without a client takes that of its matter. */
export async function deriveTimeEntries(tx: Tx, drafts: readonly Draft[]): Promise<Values[]> {
  const clients = await clientsOf(
    tx,
    drafts.filter(lacksClient).map(({ values }) => Number(values['case_id'])),
  )
  return drafts.map((draft) => {
    const { values } = draft
    const clientId = lacksClient(draft)
      ? (clients.get(Number(values['case_id'])) ?? null)
      : (values['client_id'] ?? null)
    return { ...values, client_id: clientId, duration: values['duration'] ?? hoursBetween(values) }
  })
}

function lacksClient({ existing, changes, values }: Draft): boolean {
  return existing === undefined && changes['client_id'] === undefined && typeof values['case_id'] === 'number'
}

function hoursBetween({ start_time: start, end_time: end }: Values): number | null {
  if (typeof start !== 'string' || typeof end !== 'string' || end < start) return null
  return Math.round(((Date.parse(end) - Date.parse(start)) / msPerHour) * 10_000) / 10_000
}

async function clientsOf(tx: Tx, matterIds: readonly number[]): Promise<Map<number, number | null>> {
  if (matterIds.length === 0) return new Map()
  const rows = await tx.sql.rows({ id: bigint, client_id: orNull(bigint) })`
    SELECT id, client_id FROM matters WHERE workspace_id = ${tx.workspaceId} AND id = ANY (${matterIds}::bigint[]) AND deleted_at IS NULL`
  return new Map(rows.map(({ id, client_id: client }) => [Number(id), client === null ? null : Number(client)]))
}
