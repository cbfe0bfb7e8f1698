import { addDays } from '@matterbase/schemas/reading'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '../../components/buttons/button.tsx'
import { IconButton } from '../../components/buttons/icon-button.tsx'
import { Segments } from '../../components/forms/segments.tsx'
import { Select } from '../../components/forms/select-field.tsx'
import { Toolbar } from '../../components/page/toolbar.tsx'
import type { SearchParams } from '../../search-params/use-search-params.ts'
import { longDay, mondayOf, shortDay } from './days.ts'
import type { Day } from './days.ts'
import { timeViews } from './time-search.ts'
import type { timeSearch } from './time-search.ts'
import type { WhoseTime } from './whose-time.tsx'

interface TimeToolbarProps extends Pick<SearchParams<typeof timeSearch>, 'setSearch' | 'setFilter'> {
  readonly view: (typeof timeViews)[number]
  readonly day: Day
  readonly whose: WhoseTime
  /** The member in the address. */
  readonly who: string | undefined
}

/** Chooses the view and, for days and weeks, the member and the date. */
export function TimeToolbar({ view, day, whose, who, setSearch, setFilter }: TimeToolbarProps) {
  const isSheet = view === 'week' || view === 'day'
  const go = (count: number) => setSearch({ date: addDays(day, count * (view === 'week' ? 7 : 1)) })
  return (
    <Toolbar>
      <Segments
        label="View"
        choices={timeViews}
        value={view}
        onChange={(next) => setFilter({ view: next, sort: undefined })}
      />
      {isSheet && whose.options.length > 0 && (
        <Select
          aria-label="Member"
          className="w-40"
          empty={whose.first}
          options={whose.options}
          value={who ?? ''}
          onChange={(event) => setSearch({ who: event.target.value || undefined })}
        />
      )}
      {isSheet && (
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
  )
}
