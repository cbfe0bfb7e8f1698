import { useCall } from '../../api/queries.ts'
import { formatCount, formatHours, formatMoney } from '../../components/values/formats.ts'
import { Stat, StatRow } from '../../components/values/stat.tsx'
import { hoursOf, useSheet } from '../timesheet/sheet.ts'
import type { Whose } from '../timesheet/sheet.ts'
import { mondayOf, today } from './days.ts'

/** Hours of today and of this week, and unbilled time. */
export function TimeStats({ whose }: { readonly whose: Whose }) {
  const { userId, isLoaded } = whose
  const query = userId === undefined ? {} : { user_id: userId }
  const unbilled = useCall('GET /unbilled', { query }, { enabled: isLoaded }).data
  const thisDay = useSheet(today(), 1, whose).data
  const thisWeek = useSheet(mondayOf(today()), 7, whose).data
  return (
    <div className="mb-4">
      <StatRow>
        <Stat label="Today" value={formatHours(thisDay && hoursOf(thisDay.data))} />
        <Stat label="This week" value={formatHours(thisWeek && hoursOf(thisWeek.data))} />
        <Stat
          label="Unbilled time"
          value={formatHours(unbilled?.hours)}
          hint={unbilled?.entries === 1 ? '1 entry' : `${formatCount(unbilled?.entries ?? 0)} entries`}
        />
        <Stat label="Unbilled amount" value={formatMoney(unbilled?.amount)} />
      </StatRow>
    </div>
  )
}
