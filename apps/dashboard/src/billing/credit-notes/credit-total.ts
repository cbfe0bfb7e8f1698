import { creditedTaxes, creditLeft } from '@matterbase/schemas/credited-taxes'
import { digitsOf } from '@matterbase/schemas/writing'
import { decimalText, isUnreadable } from '../../components/forms/typed/typed-value.ts'
import type { InvoiceContent, Settlement } from '../invoices/invoice.ts'

interface Crediting {
  readonly content: InvoiceContent
  readonly settlement: Pick<Settlement, 'credited_taxes'>
  /** The typed amount of each line. Undefined credits the whole invoice. */
  readonly nets: readonly string[] | undefined
}

interface TooMuch {
  /** The percentage of the tax of which too much would be credited, and the net amount that is left of it. */
  readonly tooMuch: { readonly percent: string; readonly left: string } | undefined
}

/**
 * The total of a credit note with its taxes, as the server calculates it. Undefined if nothing is typed or an amount
 * cannot be read.
 */
export function creditTotal({ content, settlement, nets }: Crediting): string | TooMuch | undefined {
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
  const crediting = { invoiced, before: settlement.credited_taxes, lines, digits }
  return creditedTaxes(crediting)?.totals.total ?? { tooMuch: creditLeft(crediting) }
}

/** Why a credit note cannot be issued. */
export function tooMuchText({ tooMuch }: TooMuch, money: (amount: string) => string): string {
  const message = 'This is more than the amount of the invoice that is not credited yet.'
  if (!tooMuch) return message
  return `${message} Of the lines with ${tooMuch.percent} % tax, ${money(tooMuch.left)} without tax is left, less lines below 0.`
}
