import { formatExactMoney } from '../components/values/formats.ts'
import { DateOnly } from '../components/values/moments.tsx'
import type { InvoiceLine } from './invoice.ts'

const cell = 'px-4 py-2 align-top'
const figure = `${cell} text-right tabular-nums whitespace-nowrap`

interface LineTableProps {
  readonly lines: readonly InvoiceLine[]
  readonly total: number
}

export function LineTable({ lines, total }: LineTableProps) {
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
            <th scope="col" className={`${figure} font-normal`}>
              Hours
            </th>
            <th scope="col" className={`${figure} font-normal`}>
              Rate
            </th>
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
              <td className={`${cell} wrap-anywhere min-w-36`}>{line.description}</td>
              <td className={figure}>{line.hours}</td>
              <td className={figure}>{line.rate !== null && formatExactMoney(line.rate)}</td>
              <td className={figure}>{formatExactMoney(line.amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-semibold">
            <td className={`${cell} max-sm:hidden`} />
            <th scope="row" colSpan={3} className={`${cell} text-right font-semibold`}>
              Total
            </th>
            <td className={figure}>{formatExactMoney(total)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
