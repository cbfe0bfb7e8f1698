import { formatCount, formatExactMoney } from '../../components/values/formats.ts'
import { DateOnly } from '../../components/values/moments.tsx'
import type { InvoiceContent, InvoiceLine } from '../invoices/invoice.ts'

const cell = 'px-4 py-2 align-top'
const figure = `${cell} text-right tabular-nums whitespace-nowrap`

interface LineTableProps {
  readonly content: InvoiceContent
  readonly total: number
}

export function LineTable({ content: { data: lines, currency, net, taxes }, total }: LineTableProps) {
  const money = (value: number) => formatExactMoney(value, currency)
  const isTaxed = taxes.some(({ category }) => category !== 'O')
  // As on the PDF.
  const isAllTime = lines.every(({ kind }) => kind === 'time')
  const sums = [
    ...(isTaxed
      ? [
          { label: 'Net', value: net },
          ...taxes.map(({ category, percent, tax }) => ({
            label: withoutTax[category] || `Tax ${formatCount(percent)} %`,
            value: tax,
          })),
        ]
      : []),
    { label: 'Total', value: total },
  ]
  return (
    <div className="overflow-x-auto rounded-md border border-line" tabIndex={0} role="region" aria-label="Lines">
      <table className="w-full text-table">
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
        <tbody>
          {lines.map((line) => (
            <tr key={line.id} className="border-b border-line">
              <td className={`${cell} max-sm:hidden`}>
                <DateOnly value={line.worked_on} />
              </td>
              <td className={`${cell} wrap-anywhere min-w-36`}>
                {line.description}
                {line.discount_percent ? (
                  <span className="text-muted"> · {formatCount(line.discount_percent)} % off</span>
                ) : null}
                {line.quantity !== null && line.unit_price !== null && (
                  <span className="block text-muted sm:hidden">
                    {formatCount(line.quantity)} × {money(line.unit_price)}
                  </span>
                )}
              </td>
              <td className={`${figure} max-sm:hidden`}>
                {line.quantity !== null && formatCount(line.quantity)}
                {line.quantity !== null && line.kind === 'time' && !isAllTime && ' h'}
              </td>
              <td className={`${figure} max-sm:hidden`}>{line.unit_price !== null && money(line.unit_price)}</td>
              {isTaxed && (
                <td className={`${figure} max-sm:hidden`}>{taxLabel(line.tax_category, line.tax_percent)}</td>
              )}
              <td className={figure}>{money(line.net)}</td>
            </tr>
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
              <td className={figure}>{money(value)}</td>
            </tr>
          ))}
        </tfoot>
      </table>
    </div>
  )
}

const withoutTax = { S: '', Z: 'Zero rate', E: 'Exempt', AE: 'Reverse charge', O: 'No tax' } as const

const taxLabel = (category: InvoiceLine['tax_category'], percent: number) =>
  withoutTax[category] || `${formatCount(percent)} %`
