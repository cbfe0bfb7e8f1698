import { useCall } from '../../api/queries.ts'
import { useExample } from '../../api/recent-calls.ts'
import { useCan } from '../../api/session.ts'
import { NewButton } from '../../components/buttons/new-button.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { formatCount, formatHours, formatMoney } from '../../components/values/formats.ts'
import { Stat, StatRow } from '../../components/values/stat.tsx'
import { ExportButton } from '../../records/bulk/export-button.tsx'
import { useSearchParams } from '../../search-params/use-search-params.ts'
import { ExpenseList } from '../expenses/expense-list.tsx'
import { LinkedExpense } from '../expenses/linked-expense.tsx'
import { DayView } from '../timesheet/day-view.tsx'
import { hoursOf, useSheet } from '../timesheet/sheet.ts'
import type { Whose } from '../timesheet/sheet.ts'
import { WeekView } from '../timesheet/week-view.tsx'
import { mondayOf, today } from './days.ts'
import { EntryDialog } from './entry-dialog.tsx'
import { EntryList } from './entry-list.tsx'
import { LinkedEntry } from './linked-entry.tsx'
import { QuickAdd } from './quick-add.tsx'
import { timeSearch } from './time-search.ts'
import { TimeToolbar } from './time-toolbar.tsx'
import { useWhoseTime } from './whose-time.tsx'

const example = { key: 'POST /time-entries', body: { description: 'Call with the client', duration: 1.2 } }

/** Time by week, by day and as a list, and expenses. */
export function TimePage() {
  const { search, setSearch, setFilter } = useSearchParams(timeSearch)
  const mayWrite = useCan()('matters:write')
  const whose = useWhoseTime(search.who)
  useExample(example)
  const { view = 'week', date: day = today() } = search
  const isExpenses = view === 'expenses'
  return (
    <>
      <PageHeader
        title="Time"
        actions={
          <>
            <ExportButton path={isExpenses ? 'expenses' : 'time-entries'} filters={{}} />
            {mayWrite && (
              <NewButton onClick={() => setSearch({ new: '1' })}>
                {isExpenses ? 'New expense' : 'New time entry'}
              </NewButton>
            )}
          </>
        }
      />
      <TimeStats whose={whose} />
      {whose.mayWrite && !isExpenses && <QuickAdd day={view === 'day' ? day : today()} />}
      <div className="mt-3" />
      <TimeToolbar {...{ view, day, whose, setSearch, setFilter }} who={search.who} />
      {view === 'week' && (
        <WeekView {...{ day, whose }} mayWrite={whose.mayWrite} onDay={(date) => setSearch({ view: 'day', date })} />
      )}
      {view === 'day' && <DayView {...{ day, whose }} onOpen={(id) => setSearch({ entry: String(id) })} />}
      {view === 'list' && <EntryList userId={whose.userId} onOpen={(id) => setSearch({ entry: String(id) })} />}
      {isExpenses && <ExpenseList onOpen={(id) => setSearch({ expense: String(id) })} />}
      {search.new && mayWrite && (
        <EntryDialog
          begin={isExpenses ? 'expense' : 'time'}
          day={view === 'day' ? day : undefined}
          onClose={() => setSearch({ new: undefined })}
        />
      )}
      {search.expense && <LinkedExpense id={search.expense} onClose={() => setSearch({ expense: undefined })} />}
      {search.entry && <LinkedEntry id={search.entry} onClose={() => setSearch({ entry: undefined })} />}
    </>
  )
}

/** Hours of today and of this week, and unbilled time. */
function TimeStats({ whose }: { readonly whose: Whose }) {
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
