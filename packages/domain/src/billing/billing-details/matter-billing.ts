import { orNull, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { notFound } from '../../core/verbs/refused.ts'
import { verb } from '../../core/verbs/verb.ts'

/** The number that the client has for a matter. @throws RefusedError not_found. */
export async function findMatterBilling(sql: Sql, workspaceId: number, id: number) {
  const [found] = await sql.rows({ client_matter_id: orNull(text) })`
    SELECT client_matter_id FROM matters LEFT JOIN matter_billing ON matter_billing.workspace_id = matters.workspace_id AND case_id = id
    WHERE matters.workspace_id = ${workspaceId} AND id = ${id} AND deleted_at IS NULL`
  if (!found) throw notFound(`No matter ${id} in this workspace.`)
  return found
}

interface Changes {
  readonly id: number
  readonly client_matter_id?: string | null | undefined
}

export const updateMatterBilling = verb({
  allow: ['matters:write'],
  async run({ sql, workspaceId }, _actor, { id, client_matter_id: number }: Changes) {
    const before = await findMatterBilling(sql, workspaceId, id)
    if (number === undefined) return before
    await sql.run`
      INSERT INTO matter_billing (workspace_id, case_id, client_matter_id) VALUES (${workspaceId}, ${id}, ${number})
      ON CONFLICT (workspace_id, case_id) DO UPDATE SET client_matter_id = excluded.client_matter_id`
    return { client_matter_id: number }
  },
  action: 'matter.billing_changed',
  note: ({ id }) => ({ target: `matter ${id}` }),
})
