import { addDays } from '@matterbase/schemas/reading'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useCall } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { Button } from '../../components/buttons/button.tsx'
import { NewButton } from '../../components/buttons/new-button.tsx'
import { Segments } from '../../components/forms/segments.tsx'
import { Select } from '../../components/forms/select-field.tsx'
import { formatCount, formatHours, formatMoney } from '../../components/values/formats.ts'
import { IconButton } from '../../components/buttons/icon-button.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { Stat, StatRow } from '../../components/values/stat.tsx'
import { Toolbar } from '../../components/page/toolbar.tsx'
import { useSearchParams } from '../../search-params/use-search-params.ts'
import { ExportButton } from '../../records/bulk/export-button.tsx'
import { DayView } from '../timesheet/day-view.tsx'
import { longDay, mondayOf, shortDay, today } from './days.ts'
import { EntryDialog } from './entry-dialog.tsx'
import { EntryList } from './entry-list.tsx'
import { LinkedEntry } from './linked-entry.tsx'
import { ExpenseList } from '../expenses/expense-list.tsx'
import { LinkedExpense } from '../expenses/linked-expense.tsx'
import { useExample } from '../../code/use-example.ts'
import { QuickAdd } from './quick-add.tsx'
import { useSheet } from '../timesheet/use-sheet.ts'
import { timeSearch, timeViews } from './time-search.ts'
import { useWho } from './use-who.ts'
import { WeekView } from '../timesheet/week-view.tsx'

const sum = (entries: readonly { duration: number | null }[] | undefined) =>
  entries?.reduce((total, { duration }) => total + (duration ?? 0), 0)

const example = { key: 'POST /time-entries', body: { description: 'Call with the client', duration: 1.2 } }

/** Time by week, by day and as a list, and expenses. */
export function TimePage() {
  const { search, setSearch, setFilter } = useSearchParams(timeSearch)
  const mayWrite = useCan()('matters:write')
  const who = useWho(search.who)
  useExample(example)
  const { view = 'week', date: day = today() } = search
  const unbilled = useCall(
    'GET /unbilled',
    { query: who.userId === undefined ? {} : { user_id: who.userId } },
    { enabled: who.isLoaded },
  )
  const week = useSheet(mondayOf(today()), 7, who)
  const now = useSheet(today(), 1, who)
  const isList = view === 'list' || view === 'expenses'
  const go = (days: number) => setSearch({ date: addDays(day, days * (view === 'week' ? 7 : 1)) })

  return (
    <>
      <PageHeader
        title="Time"
        actions={
          <>
            <ExportButton path={view === 'expenses' ? 'expenses' : 'time-entries'} filters={{}} />
            {mayWrite && (
              <NewButton onClick={() => setSearch({ new: '1' })}>
                {view === 'expenses' ? 'New expense' : 'New time entry'}
              </NewButton>
            )}
          </>
        }
      />
      <div className="mb-4">
        <StatRow>
          <Stat label="Today" value={formatHours(sum(now.data?.data))} />
          <Stat label="This week" value={formatHours(sum(week.data?.data))} />
          <Stat
            label="Unbilled time"
            value={formatHours(unbilled.data?.hours)}
            hint={unbilled.data?.entries === 1 ? '1 entry' : `${formatCount(unbilled.data?.entries ?? 0)} entries`}
          />
          <Stat label="Unbilled amount" value={formatMoney(unbilled.data?.amount)} />
        </StatRow>
      </div>
      {who.mayWrite && view !== 'expenses' && <QuickAdd day={view === 'day' ? day : today()} />}
      <div className="mt-3" />
      <Toolbar>
        <Segments
          label="View"
          choices={timeViews}
          value={view}
          onChange={(next) => setFilter({ view: next, sort: undefined })}
        />
        {!isList && who.options.length > 0 && (
          <Select
            aria-label="Member"
            className="w-40"
            empty={who.first}
            options={who.options}
            value={search.who ?? ''}
            onChange={(event) => setSearch({ who: event.target.value || undefined })}
          />
        )}
        {!isList && (
          <>
            <IconButton label={`Previous ${view}`} icon={<ChevronLeft className="size-4" />} onClick={() => go(-1)} />
            <IconButton label={`Next ${view}`} icon={<ChevronRight className="size-4" />} onClick={() => go(1)} />
            <Button tone="quiet" onClick={() => setSearch({ date: '' })}>
              Today
            </Button>
            <span className="text-table font-medium">
              {view === 'week' ? `${shortDay(mondayOf(day))} – ${shortDay(addDays(mondayOf(day), 6))}` : longDay(day)}
            </span>
          </>
        )}
      </Toolbar>
      {view === 'week' && (
        <WeekView day={day} whose={who} mayWrite={who.mayWrite} onDay={(date) => setSearch({ view: 'day', date })} />
      )}
      {view === 'day' && <DayView day={day} whose={who} onOpen={(id) => setSearch({ entry: String(id) })} />}
      {view === 'list' && <EntryList onOpen={(id) => setSearch({ entry: String(id) })} />}
      {view === 'expenses' && <ExpenseList onOpen={(id) => setSearch({ expense: String(id) })} />}
      {search.new && mayWrite && (
        <EntryDialog
          begin={view === 'expenses' ? 'expense' : 'time'}
          day={view === 'day' ? day : undefined}
          onClose={() => setSearch({ new: undefined })}
        />
      )}
      {search.expense && <LinkedExpense id={search.expense} onClose={() => setSearch({ expense: undefined })} />}
      {search.entry && <LinkedEntry id={search.entry} onClose={() => setSearch({ entry: undefined })} />}
    </>
  )
}
