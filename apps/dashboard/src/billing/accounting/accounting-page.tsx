import { Link } from '@tanstack/react-router'
import { useCall } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { Loaded } from '../../components/page/loaded.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { Panel } from '../../components/page/panel.tsx'
import { useSearchParams } from '../../search-params/use-search-params.ts'
import { ExportButtons } from './export-buttons.tsx'
import { PeriodPicker } from './period-picker.tsx'
import { accountingSearch, periods } from './period.ts'
import { TotalsPanel } from './totals-panel.tsx'

/** The totals of a period, and its journal for the accountant. */
export function AccountingPage() {
  const { search, setSearch } = useSearchParams(accountingSearch)
  const [{ from: firstDay, to: lastDay } = { from: '', to: '' }] = periods()
  const period = { from: search.from ?? firstDay, to: search.to ?? lastDay }
  const totals = useCall('GET /accounting/totals', { query: { from_date: period.from, to_date: period.to } })
  return (
    <>
      <PageHeader
        title="Accounting"
        description="Your invoices, payments and write-offs of a period as a journal for your accountant."
      />
      <div className="flex max-w-[800px] flex-col gap-4">
        <Panel title="Period">
          <PeriodPicker key={`${period.from} ${period.to}`} period={period} onPeriod={setSearch} />
        </Panel>
        <Loaded query={totals} lines={6}>
          {({ data }) => (
            <>
              {data.length === 0 && (
                <Panel title="Totals">
                  <p className="text-table text-muted">There are no invoices or payments in this period.</p>
                </Panel>
              )}
              {data.map((one) => (
                <TotalsPanel key={one.currency} totals={one} />
              ))}
              <ExportPanel currencies={data.map(({ currency }) => currency)} period={period} />
            </>
          )}
        </Loaded>
      </div>
    </>
  )
}

interface ExportPanelProps {
  readonly currencies: readonly (string | null)[]
  readonly period: { readonly from: string; readonly to: string }
}

function ExportPanel({ currencies, period }: ExportPanelProps) {
  const maySet = useCan()('settings:write')
  const others = currencies.filter((currency) => currency !== null && currency !== 'EUR')
  return (
    <Panel
      title="Export"
      description="The same period results in the same file again. Each export is recorded in the audit log."
    >
      <div className="flex flex-col gap-3">
        <ExportButtons period={period} hasOthers={others.length > 0} />
        {others.length > 0 && (
          <p className="text-table text-muted">
            A DATEV file has only entries in EUR. Book the entries in {others.join(', ')} from the CSV journal.
          </p>
        )}
        {maySet && (
          <p className="text-table">
            <Link to="/settings/accounting" className="link">
              Accounts and DATEV numbers
            </Link>
          </p>
        )}
      </div>
    </Panel>
  )
}
