import { invoiceTotals, isReadable } from '@matterbase/schemas/invoice-totals'
import type { TypedLine } from '@matterbase/schemas/invoice-totals'
import { formatDecimal } from '../../components/values/formats.ts'

interface LineTotalsProps {
  readonly lines: readonly TypedLine[]
  readonly isTaxed: boolean
  /** Decimal places of the amounts. */
  readonly digits: number
}

const row = 'flex justify-between gap-6'

/** The totals of the lines while they are typed. */
export function LineTotals({ lines, isTaxed, digits }: LineTotalsProps) {
  const { net, taxes, total } = invoiceTotals(lines, digits)
  // A sum without the figure that cannot be read would be wrong.
  const unreadableAt = lines.findIndex((line) => !isReadable(line))
  if (unreadableAt !== -1)
    return (
      <div className="ml-auto text-right">
        <output aria-label="Total" className="block text-h2 font-semibold">
          –
        </output>
        <p className="text-meta text-bad">Line {unreadableAt + 1} cannot be read.</p>
      </div>
    )
  return (
    <div className="ml-auto tabular-nums">
      {isTaxed && (
        <div className="text-table text-muted">
          <p className={row}>
            <span>Net</span>
            <span>{formatDecimal(net, digits)}</span>
          </p>
          {taxes.map(({ percent, tax }) => (
            <p key={percent} className={row}>
              <span>Tax {percent} %</span>
              <span>{formatDecimal(tax, digits)}</span>
            </p>
          ))}
        </div>
      )}
      <output aria-label="Total" className="block text-right text-h2 font-semibold">
        {formatDecimal(total, digits)}
      </output>
    </div>
  )
}
