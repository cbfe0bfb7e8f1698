import { Link } from '@tanstack/react-router'
import { useCall } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { buttonStyle } from '../../components/buttons/button-style.ts'
import { formatHours, formatMoney, formatSums, inFirmsMoney } from '../../components/values/formats.ts'
import { Stat, StatRow } from '../../components/values/stat.tsx'
import type { RelatedTo } from '../kinds.ts'

interface Budget {
  readonly from: number | null
  readonly to: number | null
  readonly hours: number | null
}

interface FigureStripProps {
  readonly of: RelatedTo
  readonly budget?: Budget
}

/** Recorded, unbilled and billed work of a matter or client. */
export function FigureStrip({ of, budget }: FigureStripProps) {
  const can = useCan()
  const { data } = useCall('GET /figures', { query: of }, { enabled: can('matters:read') })
  if (!can('matters:read')) return null
  // A budget is in the firm's currency, so other currencies do not count.
  const billed = inFirmsMoney(data?.billed?.sums ?? [])
  const worth = data && data.unbilled.amount + billed
  const top = budget?.to ?? budget?.from
  return (
    <div className="mb-4">
      <StatRow>
        <Stat
          label="Recorded"
          value={formatHours(data?.hours)}
          hint={budget?.hours ? `of ${formatHours(budget.hours)} estimated` : 'all time'}
        />
        <Stat
          label="Unbilled"
          value={formatMoney(data?.unbilled.amount)}
          hint={data ? unbilledHint(data.unbilled) : '–'}
          {...(data && data.unbilled.without_rate > 0 && { tone: 'bad' as const })}
        />
        {(!data || data.billed) && can('invoices:read') && (
          <Stat
            label="Billed"
            value={data?.billed ? formatSums(data.billed.sums) : '–'}
            hint={
              !data?.billed
                ? '–'
                : data.billed.outstanding.length > 0
                  ? `net, ${formatSums(data.billed.outstanding)} outstanding`
                  : 'net, nothing outstanding'
            }
          />
        )}
        {budget && (
          <Stat
            label="Budget"
            value={top == null ? '–' : formatMoney(top)}
            hint={top && worth !== undefined ? `${Math.round((worth / top) * 100)} % used` : 'none set'}
            {...(top && worth !== undefined && worth > top && { tone: 'bad' as const })}
          />
        )}
      </StatRow>
    </div>
  )
}

interface Unbilled {
  readonly hours: number
  readonly recorded: number
  readonly without_rate: number
}

/** `4 h 30 min, rounded up from 4 h 22 min` */
function unbilledHint({ hours, recorded, without_rate: missing }: Unbilled): string {
  const [billed, worked] = [formatHours(hours), formatHours(recorded)]
  const rounded = billed === worked ? billed : `${billed}, rounded up from ${worked}`
  return missing > 0 ? `${rounded}, ${missing} without a rate` : rounded
}

interface BillLinkProps {
  readonly of: RelatedTo
  /** The client to invoice. Null hides the link. */
  readonly clientId: number | null
}

/** Links to a new invoice for the unbilled work of a matter or client. Hidden without unbilled work. */
export function BillLink({ of, clientId }: BillLinkProps) {
  const may = useCan()('invoices:write')
  const { data } = useCall('GET /figures', { query: of }, { enabled: may })
  if (!may || clientId === null || !data || data.unbilled.amount === 0) return null
  const search = { client_id: String(clientId), ...(of.case_id !== undefined && { case_id: String(of.case_id) }) }
  return (
    <Link to="/invoices/new" search={search} className={buttonStyle('secondary')}>
      Invoice
    </Link>
  )
}
