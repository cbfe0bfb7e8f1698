import { creditedTaxes } from '@matterbase/schemas/credited-taxes'
import { digitsOf } from '@matterbase/schemas/writing'
import { decimalText } from '../../components/forms/typed/decimal-text.ts'
import { isUnread } from '../../components/forms/typed/unread.ts'
import type { InvoiceContent, Settlement } from '../invoices/invoice.ts'

interface Crediting {
  readonly content: InvoiceContent
  readonly settlement: Pick<Settlement, 'credited_taxes'>
  /** What is typed for each line; undefined: all of the invoice. */
  readonly nets: readonly string[] | undefined
}

/**
 * What a credit note comes to with its taxes, as the server will count it. Undefined where nothing is typed, or where it
 * cannot be read; null where it is more than is left of the invoice.
 */
export function creditTotal({ content, settlement, nets }: Crediting): string | null | undefined {
  if (nets?.some(isUnread)) return undefined
  const lines = content.data.flatMap(({ tax_category: category, tax_percent: percent, net }, at) => {
    const typed = nets ? (nets[at] ?? '') : decimalText(net)
    return typed === '' || Number(typed) === 0 ? [] : [{ category, percent: decimalText(percent), net: typed }]
  })
  if (nets && lines.length === 0) return undefined
  const invoiced = content.taxes.map(({ category, percent, base, tax }) => ({
    category,
    percent: decimalText(percent),
    base: decimalText(base),
    tax: decimalText(tax),
  }))
  const digits = digitsOf(content.currency)
  return creditedTaxes({ invoiced, before: settlement.credited_taxes, lines, digits })?.totals.total ?? null
}
