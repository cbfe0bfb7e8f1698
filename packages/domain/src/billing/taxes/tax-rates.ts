import { bool, float, oneOf, orNull, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { taxCategories } from '@matterbase/schemas'
import type { TaxCategory } from '@matterbase/schemas'
import { invalid } from '../../core/verbs/refused.ts'
import { verb } from '../../core/verbs/verb.ts'

export interface TaxRate {
  readonly name: string
  readonly category: TaxCategory
  /** More than 0 for S, 0 for all others. */
  readonly percent: number
  /** The reason for a tax of 0, as invoices show it. */
  readonly reason?: string | null | undefined
  /** Used for hard costs, which were paid to a third party. At most one tax. Default false. */
  readonly is_for_hard_costs?: boolean | undefined
}

/** The taxes of the firm. The first one is the default of new lines. */
export const listTaxRates = (sql: Sql, workspaceId: number) =>
  sql.rows({
    name: text,
    category: oneOf(taxCategories),
    percent: float,
    reason: orNull(text),
    is_for_hard_costs: bool,
  })`
    SELECT name, category, percent::float8 AS percent, reason, is_for_hard_costs FROM tax_rates WHERE workspace_id = ${workspaceId} ORDER BY place`

/** Sets all of them. Lines keep what they were given. */
export const setTaxRates = verb({
  allow: ['settings:write'],
  async run({ sql, workspaceId }, _actor, rates: readonly TaxRate[]) {
    const seen = new Set<string>()
    for (const [at, { category, percent }] of rates.entries()) {
      if (seen.has(`${category} ${percent}`))
        throw invalid(
          `data[${at}].percent`,
          'taken',
          'another tax has this category and percentage. Change or remove one',
        )
      seen.add(`${category} ${percent}`)
    }
    const ofCosts = rates.flatMap((rate, at) => (rate.is_for_hard_costs ? [at] : []))
    if (ofCosts.length > 1)
      throw invalid(
        `data[${ofCosts[1]}].is_for_hard_costs`,
        'taken',
        'another tax is already the one for hard costs. Choose one',
      )
    const before = await listTaxRates(sql, workspaceId)
    await sql.run`DELETE FROM tax_rates WHERE workspace_id = ${workspaceId}`
    await sql.run`
      INSERT INTO tax_rates (workspace_id, place, name, category, percent, reason, is_for_hard_costs)
      SELECT ${workspaceId}, place, name, category, percent, reason, coalesce(is_for_hard_costs, false)
      FROM json_to_recordset(${JSON.stringify(rates.map((rate, place) => ({ ...rate, place })))}::json)
        AS rate (place int, name text, category text, percent numeric, reason text, is_for_hard_costs boolean)`
    return { before, after: await listTaxRates(sql, workspaceId) }
  },
  action: 'taxes.updated',
  note: (_rates, { before, after }) => ({ target: 'taxes', details: { from: before, to: after } }),
})
