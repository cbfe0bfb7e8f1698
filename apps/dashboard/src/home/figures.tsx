import type { Answer } from '../api/contract.ts'
import { formatCount, formatHours, formatMoney, formatSums } from '../components/values/formats.ts'
import { Stat, StatRow } from '../components/values/stat.tsx'

/** The figures of the day, each with a link to the counted records. */
export function Figures({ home }: { readonly home: Answer<'GET /home'> }) {
  const { today, unbilled, overdue, new_leads: leads } = home
  if (!today && !unbilled && !overdue && !leads) return null
  return (
    <StatRow>
      {today && (
        <Stat
          label="Recorded today"
          value={formatHours(today.hours)}
          hint={today.entries === 1 ? '1 entry' : `${formatCount(today.entries)} entries`}
          link={{ to: '/time', search: { view: 'day' } }}
        />
      )}
      {unbilled && (
        <Stat
          label="Unbilled"
          value={formatMoney(unbilled.amount)}
          hint={formatHours(unbilled.hours)}
          link={{ to: '/time', search: { view: 'list', status: 'pending' } }}
        />
      )}
      {overdue && (
        <Stat
          label="Overdue invoices"
          value={formatCount(overdue.count)}
          hint={formatSums(overdue.sums)}
          link={{ to: '/invoices', search: { status: 'overdue' } }}
          {...(overdue.count > 0 && { tone: 'bad' as const })}
        />
      )}
      {leads && (
        <Stat label="New leads" value={formatCount(leads.count)} hint="not contacted yet" link={{ to: '/leads' }} />
      )}
    </StatRow>
  )
}
