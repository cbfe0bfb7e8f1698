import type { RecordOf } from '../../api/contract.ts'
import { Panel } from '../../components/page/panel.tsx'
import { formatExactMoney } from '../../components/values/formats.ts'

type Totals = RecordOf<'GET /accounting/totals'>

const categories = {
  S: 'Tax',
  Z: 'Zero rate',
  E: 'Exempt',
  AE: 'Reverse charge',
  O: 'Not subject to tax',
} as const satisfies Record<Totals['taxes'][number]['category'], string>

const nameOf = ({ category, percent }: Totals['taxes'][number]) =>
  category === 'S' ? `${categories[category]} ${percent} %` : categories[category]

/** The totals of a period in one currency. */
export function TotalsPanel({ totals }: { readonly totals: Totals }) {
  const { currency, net, tax, gross, taxes, payments, refunds, written_off: writtenOff, entries } = totals
  const money = (value: string) => formatExactMoney(value, currency)
  return (
    <Panel
      title={currency === null ? 'Totals' : `Totals in ${currency}`}
      description={`${entries} ${entries === 1 ? 'entry' : 'entries'}. Void invoices and credit notes are subtracted.`}
      isFlush
    >
      <table className="w-full text-table tabular-nums" aria-label={`Totals ${currency ?? ''}`.trim()}>
        <thead className="text-muted">
          <tr>
            <th scope="col" className="px-4 py-2 text-left font-normal">
              Invoices by tax rate
            </th>
            <th scope="col" className="px-4 py-2 text-right font-normal">
              Net
            </th>
            <th scope="col" className="px-4 py-2 text-right font-normal">
              Tax
            </th>
          </tr>
        </thead>
        <tbody>
          {taxes.map((one) => (
            <Row key={nameOf(one)} name={nameOf(one)} amounts={[money(one.net), money(one.tax)]} />
          ))}
          <Row name="Sum" amounts={[money(net), money(tax)]} isStrong />
          <Row name="Gross" amounts={['', money(gross)]} isStrong />
          <Row name="Payments" amounts={['', money(payments)]} />
          <Row name="Refunds" amounts={['', money(refunds)]} />
          <Row name="Written off" amounts={['', money(writtenOff)]} />
        </tbody>
      </table>
    </Panel>
  )
}

interface RowProps {
  readonly name: string
  readonly amounts: readonly [string, string]
  readonly isStrong?: boolean
}

function Row({ name, amounts: [first, second], isStrong = false }: RowProps) {
  return (
    <tr className={isStrong ? 'border-t border-line font-semibold' : 'border-t border-line'}>
      <th scope="row" className="px-4 py-2 text-left font-[inherit]">
        {name}
      </th>
      <td className="px-4 py-2 text-right">{first}</td>
      <td className="px-4 py-2 text-right">{second}</td>
    </tr>
  )
}
