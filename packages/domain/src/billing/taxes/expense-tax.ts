import { float, oneOf, orNull } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { taxCategories } from '@matterbase/schemas'
import type { TaxCategory } from '@matterbase/schemas'
import { notFound } from '../../core/verbs/refused.ts'
import { verb } from '../../core/verbs/verb.ts'

export interface ExpenseTax {
  readonly category: TaxCategory
  readonly percent: number
}

/** The tax of an expense. Null: the tax of its kind of costs. @throws RefusedError not_found. */
export async function expenseTax(sql: Sql, workspaceId: number, id: number): Promise<ExpenseTax | null> {
  const [row] = await sql.rows({ category: orNull(oneOf(taxCategories)), percent: orNull(float) })`
    SELECT tax_category AS category, tax_percent::float8 AS percent FROM expenses
    WHERE workspace_id = ${workspaceId} AND id = ${id} AND deleted_at IS NULL`
  if (!row) throw notFound(`No expense ${id} in this workspace.`)
  return row.category === null ? null : { category: row.category, percent: row.percent ?? 0 }
}

interface Taxing {
  readonly id: number
  readonly tax: ExpenseTax | null
}

/** Says what an expense is taxed with on the invoice that it comes onto. Lines that bill it keep what they have. */
export const setExpenseTax = verb({
  allow: ['matters:write'],
  async run({ sql, workspaceId }, _actor, { id, tax }: Taxing) {
    await expenseTax(sql, workspaceId, id)
    await sql.run`
      UPDATE expenses SET tax_category = ${tax?.category ?? null}, tax_percent = ${tax === null ? null : String(tax.percent)}::text::numeric
      WHERE workspace_id = ${workspaceId} AND id = ${id}`
    return tax
  },
  action: 'expense.updated',
  note: ({ id }, tax) => ({ target: `expense ${id}`, details: { tax } }),
})
