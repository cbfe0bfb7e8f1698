import { bigint, orNull } from '@matterbase/db'
import type { Tx } from '../tx/write.ts'
import type { Draft } from './record.ts'

/** The drafts, each with a client: a new one that says none takes that of its matter. */
export async function withClients(tx: Tx, drafts: readonly Draft[]): Promise<Draft[]> {
  const clients = await clientsOf(
    tx,
    drafts.filter(lacksClient).map(({ values }) => Number(values['case_id'])),
  )
  return drafts.map((draft) => {
    const { values } = draft
    const clientId = lacksClient(draft)
      ? (clients.get(Number(values['case_id'])) ?? null)
      : (values['client_id'] ?? null)
    return { ...draft, values: { ...values, client_id: clientId } }
  })
}

function lacksClient({ existing, changes, values }: Draft): boolean {
  return existing === undefined && changes['client_id'] === undefined && typeof values['case_id'] === 'number'
}

async function clientsOf(tx: Tx, matterIds: readonly number[]): Promise<Map<number, number | null>> {
  if (matterIds.length === 0) return new Map()
  const rows = await tx.sql.rows({ id: bigint, client_id: orNull(bigint) })`
    SELECT id, client_id FROM matters WHERE workspace_id = ${tx.workspaceId} AND id = ANY (${matterIds}::bigint[]) AND deleted_at IS NULL`
  return new Map(rows.map(({ id, client_id: client }) => [Number(id), client === null ? null : Number(client)]))
}
