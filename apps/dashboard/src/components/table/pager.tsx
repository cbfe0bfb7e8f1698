import { ChevronLeft, ChevronRight } from 'lucide-react'
import { paging } from '../../search-params/read-search.ts'
import { useSearchParams } from '../../search-params/use-search-params.ts'
import { Button } from '../buttons/button.tsx'
import { formatCount, formatTotal } from '../values/formats.ts'

export interface PageInfo {
  readonly count: number
  readonly has_more: boolean
  readonly next_cursor: string | null
  readonly total?: number | undefined
  readonly total_is_estimate?: true | undefined
}

/** The value for the first page, which has no cursor. */
const first = '0'

const split = (trail: string | undefined) => (trail ? trail.split('~') : [])

interface PagerProps {
  readonly page: PageInfo
  /** The page is the previous one, so its cursor does not belong to the address. */
  readonly isStale?: boolean | undefined
}

/** Pages by the cursor in the address. `trail` holds the cursors of the previous pages. */
export function Pager({ page, isStale = false }: PagerProps) {
  const { search, setSearch } = useSearchParams(paging)
  const trail = split(search.trail)
  if (!page.has_more && !search.cursor) return <Count page={page} />
  const next = () => {
    if (page.next_cursor === null) return
    setSearch(
      { cursor: page.next_cursor, trail: [...trail, search.cursor ?? first].slice(-20).join('~') },
      { push: true },
    )
  }
  const back = () => {
    const before = trail.at(-1)
    const cursor = before === first ? undefined : before
    setSearch({ cursor, trail: trail.slice(0, -1).join('~') }, { push: true })
  }
  return (
    <nav aria-label="Pages" className="flex items-center gap-2">
      <Count page={page} />
      <span className="flex-1" />
      <Button
        size="sm"
        aria-disabled={isStale}
        disabled={!search.cursor}
        onClick={back}
        icon={<ChevronLeft className="size-3.5" />}
      >
        Previous
      </Button>
      <Button size="sm" aria-disabled={isStale} disabled={!page.has_more} onClick={next}>
        Next <ChevronRight className="size-3.5" />
      </Button>
    </nav>
  )
}

function Count({ page }: { readonly page: PageInfo }) {
  const count = formatCount(page.count)
  const total = formatTotal(page)
  return (
    <span className="text-meta text-muted tabular-nums">
      {total === undefined ? `${count} shown` : `${count} of ${total}`}
    </span>
  )
}
