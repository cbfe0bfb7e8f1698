import type { UseFormReturn } from 'react-hook-form'
import { Button } from '../../components/buttons/button.tsx'
import { formatCount, formatDecimal } from '../../components/values/formats.ts'
import { typedAmount } from './printed-line.ts'
import type { InvoiceValues, LineValues } from './typed-lines.ts'

interface AmountNoteProps {
  readonly form: UseFormReturn<InvoiceValues>
  /** The index of the line. */
  readonly at: number
  readonly line: LineValues
  readonly digits: number
}

/** Says how the invoice shows a typed amount that is not quantity × price, and offers the price that fits. */
export function AmountNote({ form, at, line, digits }: AmountNoteProps) {
  const typed = typedAmount(line, digits)
  if (!typed) return null
  const { isFlat, discount, gross, proposed } = typed
  const money = (amount: string) => formatDecimal(amount, digits)
  const factors = `${formatCount(Number(line.quantity))} × ${money(line.unit_price)}`
  const setPrice = (price: string) => {
    form.setValue(`lines.${at}.unit_price`, price, { shouldDirty: true })
    form.setValue(`lines.${at}.discount_percent`, '')
    form.setValue(`lines.${at}.net`, '')
  }
  return (
    <p role="status" className="mt-1 flex flex-wrap items-center gap-2 text-meta text-warn">
      {isFlat
        ? `${factors} is ${money(gross)}. The invoice shows this line as a flat sum: 1 × ${money(line.net)}.`
        : `The invoice shows ${factors} with a discount of ${money(discount)}.`}
      {proposed !== undefined && (
        <Button size="sm" onClick={() => setPrice(proposed)}>
          Change the {line.kind === 'expense' ? 'price' : 'rate'} to {money(proposed)}
        </Button>
      )}
    </p>
  )
}
