import { bigint, orNull } from '@matterbase/db'
import type { Draft, Values } from '../../core/records/record.ts'
import type { LockedWorkspace } from '../../core/write/transaction.ts'

/**
 * Gives drafts of work the client of their matter. Without a matter, or with a matter without a client, they keep their
 * own. Billed work keeps its client.
 */
export async function withClients(tx: LockedWorkspace, drafts: readonly Draft[]): Promise<Draft[]> {
  const clients = await clientsOf(
    tx,
    drafts.filter(followsMatter).map(({ values }) => Number(values['case_id'])),
  )
  return drafts.map((draft) => {
    const { values, existing } = draft
    if (typeof values['case_id'] !== 'number') return draft
    if (!followsMatter(draft)) return withClient(draft, existing?.values['client_id'])
    const client = clients.get(values['case_id'])
    return withClient(draft, client === null ? ownClient(draft) : client)
  })
}

function withClient(draft: Draft, client: Values[string] | undefined): Draft {
  return client === undefined ? draft : { ...draft, values: { ...draft.values, client_id: client } }
}

/** Nothing of a former matter: its client does not go along. */
function ownClient({ existing, changes, values }: Draft): Values[string] {
  const before = existing?.values['client_id'] ?? null
  const { client_id: said = before } = changes
  const wasOfMatter = existing !== undefined && existing.values['case_id'] !== null
  const isMoved = wasOfMatter && existing.values['case_id'] !== values['case_id']
  return isMoved && said === before ? null : said
}

function followsMatter({ existing, values }: Draft): boolean {
  if (typeof values['case_id'] !== 'number') return false
  const isBilled = existing !== undefined && existing.values['status'] !== 'pending' && values['status'] !== 'pending'
  return !isBilled || existing.values['case_id'] !== values['case_id']
}

async function clientsOf(tx: LockedWorkspace, matterIds: readonly number[]): Promise<Map<number, number | null>> {
  if (matterIds.length === 0) return new Map()
  const rows = await tx.sql.rows({ id: bigint, client_id: orNull(bigint) })`
    SELECT id, client_id FROM matters WHERE workspace_id = ${tx.workspaceId} AND id = ANY (${matterIds}::bigint[]) AND deleted_at IS NULL`
  return new Map(rows.map(({ id, client_id: client }) => [Number(id), client === null ? null : Number(client)]))
}
