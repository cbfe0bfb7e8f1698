import { useCall } from '../api/queries.ts'
import { useCan } from '../api/session.ts'
import { formatHours, formatMoney } from '../components/values/formats.ts'
import { Stat, StatRow } from '../components/values/stat.tsx'
import type { RelatedTo } from './related-to.ts'

interface Budget {
  readonly from: number | null
  readonly to: number | null
  readonly hours: number | null
}

interface FigureStripProps {
  readonly of: RelatedTo
  readonly budget?: Budget
}

/** What a matter or client has come to. */
export function FigureStrip({ of, budget }: FigureStripProps) {
  const can = useCan()
  const { data } = useCall('GET /figures', { query: of }, { enabled: can('matters:read') })
  if (!can('matters:read')) return null
  const worth = data && data.unbilled.amount + (data.billed?.amount ?? 0)
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
            value={formatMoney(data?.billed?.amount)}
            hint={
              data?.billed?.outstanding ? `${formatMoney(data.billed.outstanding)} outstanding` : 'nothing outstanding'
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

const unbilledHint = ({ hours, without_rate: missing }: { readonly hours: number; readonly without_rate: number }) =>
  missing > 0 ? `${formatHours(hours)}, ${missing} without a rate` : formatHours(hours)
