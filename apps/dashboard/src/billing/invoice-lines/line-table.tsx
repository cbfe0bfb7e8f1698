import { digitsOf } from '@matterbase/schemas/writing'
import { decimalText } from '../../components/forms/typed/typed-value.ts'
import { formatCount, formatExactMoney } from '../../components/values/formats.ts'
import { DateOnly } from '../../components/values/moments.tsx'
import type { InvoiceContent, InvoiceLine } from '../invoices/invoice.ts'
import { printedLine } from './printed-line.ts'

const cell = 'px-4 py-2 align-top'
const figure = `${cell} text-right tabular-nums whitespace-nowrap`

interface LineTableProps {
  readonly content: InvoiceContent
  readonly total: number
}

/** The lines and totals of an invoice. */
export function LineTable({ content: { data: lines, currency, net, taxes }, total }: LineTableProps) {
  const isTaxed = taxes.some(({ category }) => category !== 'O')
  // As on the PDF.
  const digits = digitsOf(currency)
  const isAllTime = lines.every((line) => line.kind === 'time' && !printedLine(figuresOf(line), digits).isFlat)
  const taxSums = [
    { label: 'Net', value: net },
    ...taxes.map(({ category, percent, tax }) => ({
      label: withoutTax[category] || `Tax ${formatCount(percent)} %`,
      value: tax,
    })),
  ]
  const sums = [...(isTaxed ? taxSums : []), { label: 'Total', value: total }]
  return (
    <div className="overflow-x-auto rounded-md border border-line" tabIndex={0} role="region" aria-label="Lines">
      <table className="w-full text-table">
        <LineHead {...{ isTaxed, isAllTime }} />
        <tbody>
          {lines.map((line) => (
            <LineRow key={line.id} {...{ line, currency, isTaxed, isAllTime }} />
          ))}
        </tbody>
        <tfoot>
          {sums.map(({ label, value }, at) => (
            <tr key={label} className={at === sums.length - 1 ? 'font-semibold' : 'text-muted'}>
              <td className={`${cell} max-sm:hidden`} />
              <th scope="row" colSpan={3} className={`${cell} text-right font-[inherit] max-sm:hidden`}>
                {label}
              </th>
              <th scope="row" className={`${cell} text-right font-[inherit] sm:hidden`}>
                {label}
              </th>
              {isTaxed && <td className="max-sm:hidden" />}
              <td className={figure}>{formatExactMoney(value, currency)}</td>
            </tr>
          ))}
        </tfoot>
      </table>
    </div>
  )
}

interface Columns {
  readonly isTaxed: boolean
  readonly isAllTime: boolean
}

function LineHead({ isTaxed, isAllTime }: Columns) {
  return (
    <thead>
      <tr className="border-b border-line text-left text-meta text-muted">
        <th scope="col" className={`${cell} font-normal max-sm:hidden`}>
          Date
        </th>
        <th scope="col" className={`${cell} w-full font-normal`}>
          Description
        </th>
        <th scope="col" className={`${figure} font-normal max-sm:hidden`}>
          {isAllTime ? 'Hours' : 'Quantity'}
        </th>
        <th scope="col" className={`${figure} font-normal max-sm:hidden`}>
          {isAllTime ? 'Rate' : 'Price'}
        </th>
        {isTaxed && (
          <th scope="col" className={`${figure} font-normal max-sm:hidden`}>
            Tax
          </th>
        )}
        <th scope="col" className={`${figure} font-normal`}>
          Amount
        </th>
      </tr>
    </thead>
  )
}

interface LineRowProps extends Columns {
  readonly line: InvoiceLine
  readonly currency: string | null
}

function LineRow({ line, currency, isTaxed, isAllTime }: LineRowProps) {
  const { kind, discount_percent: discount } = line
  const money = (value: number | string) => formatExactMoney(value, currency)
  // As on the PDF.
  const { quantity, price, discount: taken, isFlat } = printedLine(figuresOf(line), digitsOf(currency))
  const isSaid = line.quantity !== null && line.unit_price !== null
  return (
    <tr className="border-b border-line">
      <td className={`${cell} max-sm:hidden`}>
        <DateOnly value={line.worked_on} />
      </td>
      <td className={`${cell} wrap-anywhere min-w-36`}>
        {line.description}
        {discount ? <span className="text-muted"> · {formatCount(discount)} % off</span> : null}
        {!discount && Number(taken) > 0 && <span className="text-muted"> · {money(taken)} off</span>}
        {isSaid && (
          <span className="block text-muted sm:hidden">
            {formatCount(Number(quantity))} × {money(price)}
          </span>
        )}
      </td>
      <td className={`${figure} max-sm:hidden`}>
        {line.quantity !== null && formatCount(Number(quantity))}
        {line.quantity !== null && kind === 'time' && !isFlat && !isAllTime && ' h'}
      </td>
      <td className={`${figure} max-sm:hidden`}>{line.unit_price !== null && money(price)}</td>
      {isTaxed && <td className={`${figure} max-sm:hidden`}>{taxLabel(line.tax_category, line.tax_percent)}</td>}
      <td className={figure}>{money(line.net)}</td>
    </tr>
  )
}

const figuresOf = ({ quantity, unit_price, net }: InvoiceLine) => ({
  quantity: decimalText(quantity),
  unit_price: decimalText(unit_price),
  net: decimalText(net),
})

const withoutTax = { S: '', Z: 'Zero rate', E: 'Exempt', AE: 'Reverse charge', O: 'No tax' } as const

const taxLabel = (category: InvoiceLine['tax_category'], percent: number) =>
  withoutTax[category] || `${formatCount(percent)} %`
