import { creditedTaxes } from '@matterbase/schemas/credited-taxes'
import { digitsOf } from '@matterbase/schemas/writing'
import { decimalText, isUnreadable } from '../../components/forms/typed/typed-value.ts'
import type { InvoiceContent, Settlement } from '../invoices/invoice.ts'

interface Crediting {
  readonly content: InvoiceContent
  readonly settlement: Pick<Settlement, 'credited_taxes'>
  /** The typed amount of each line. Undefined credits the whole invoice. */
  readonly nets: readonly string[] | undefined
}

/**
 * The total of a credit note with its taxes, as the server calculates it. Undefined if nothing is typed or an amount
 * cannot be read. Null if it is more than the invoice has left.
 */
export function creditTotal({ content, settlement, nets }: Crediting): string | null | undefined {
  if (nets?.some(isUnreadable)) return undefined
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
