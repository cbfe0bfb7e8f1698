import { float, oneOf, orNull, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { taxCategories } from '@matterbase/schemas'
import type { TaxCategory } from '@matterbase/schemas'
import { invalid } from '../verbs/refused.ts'
import { verb } from '../verbs/verb.ts'

export interface TaxRate {
  readonly name: string
  readonly category: TaxCategory
  /** More than 0 for S, 0 for all others. */
  readonly percent: number
  /** Why there is no tax, as it stands on invoices. */
  readonly reason?: string | null | undefined
}

/** What lines can be taxed with; the first one is what new lines have. */
export const listTaxRates = (sql: Sql, workspaceId: number) =>
  sql.rows({ name: text, category: oneOf(taxCategories), percent: float, reason: orNull(text) })`
    SELECT name, category, percent::float8 AS percent, reason FROM tax_rates WHERE workspace_id = ${workspaceId} ORDER BY place`

/** Sets all of them. Lines keep what they were given. */
export const setTaxRates = verb({
  allow: ['settings:write'],
  async run({ sql, workspaceId }, _actor, rates: readonly TaxRate[]) {
    const seen = new Set<string>()
    for (const [at, { category, percent }] of rates.entries()) {
      if (seen.has(`${category} ${percent}`))
        throw invalid(`data[${at}].percent`, 'taken', 'There is a tax with this category and percent already')
      seen.add(`${category} ${percent}`)
    }
    await sql.run`DELETE FROM tax_rates WHERE workspace_id = ${workspaceId}`
    await sql.run`
      INSERT INTO tax_rates (workspace_id, place, name, category, percent, reason)
      SELECT ${workspaceId}, place, name, category, percent, reason
      FROM json_to_recordset(${JSON.stringify(rates.map((rate, place) => ({ ...rate, place })))}::json)
        AS rate (place int, name text, category text, percent numeric, reason text)`
    return listTaxRates(sql, workspaceId)
  },
  action: 'taxes.updated',
  note: (rates) => ({ target: 'taxes', details: { taxes: rates.map(({ name }) => name) } }),
})
