import { Link } from '@tanstack/react-router'
import type { Answer } from '../../api/contract.ts'
import { useCall } from '../../api/queries.ts'
import { Button } from '../../components/buttons/button.tsx'
import { EmptyState } from '../../components/page/empty-state.tsx'
import { Loaded } from '../../components/page/loaded.tsx'
import { Ago } from '../../components/values/moments.tsx'
import { kindNames, pageOf } from '../kinds.ts'
import type { RelatedTo } from '../kinds.ts'

/** The activity of a record and its related records, newest first. */
export function ActivityTab({ of }: { readonly of: RelatedTo }) {
  const activity = useCall('GET /activity', { query: of })
  return (
    <Loaded query={activity} lines={5}>
      {({ data }) => (data.length === 0 ? <EmptyState>No activity yet.</EmptyState> : <ActivityList items={data} />)}
    </Loaded>
  )
}

const maxRecent = 5

interface RecentActivityProps {
  readonly of: RelatedTo
  readonly onAll: () => void
}

/** The newest activity, next to the rest of the page. */
export function RecentActivity({ of, onAll }: RecentActivityProps) {
  const { data } = useCall('GET /activity', { query: of })
  if (!data || data.data.length === 0) return null
  return (
    <section aria-label="Recent activity">
      <h2 className="mb-2 text-table font-semibold">Recent activity</h2>
      <ActivityList items={data.data.slice(0, maxRecent)} />
      {data.data.length > maxRecent && (
        <Button tone="quiet" size="sm" className="mt-1 -ml-2.5" onClick={onAll}>
          All activity
        </Button>
      )}
    </section>
  )
}

type Item = Answer<'GET /activity'>['data'][number]

function ActivityList({ items }: { readonly items: readonly Item[] }) {
  return (
    <ol className="divide-y divide-line rounded-md border border-line bg-raised">
      {items.map((item) => (
        <li
          key={`${item.kind} ${item.id} ${item.what} ${item.at}`}
          className="flex items-baseline gap-3 px-3 py-2 text-table"
        >
          <span className="min-w-0 flex-1">
            <span className="text-muted">
              {kindNames[item.kind]} {item.what}{' '}
            </span>
            <Link {...pageOf[item.kind](item.id)} className="font-medium hover:underline wrap-anywhere">
              {item.title}
            </Link>
          </span>
          <span className="min-w-[13ch] text-right text-meta text-muted">
            <Ago value={item.at} />
          </span>
        </li>
      ))}
    </ol>
  )
}
