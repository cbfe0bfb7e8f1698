import { Link } from '@tanstack/react-router'
import { useCall } from '../api/queries.ts'
import type { Answer } from '../api/contract.ts'
import { ErrorPanel } from '../components/page/error-panel.tsx'
import { EmptyState } from '../components/page/empty-state.tsx'
import { Ago } from '../components/values/moments.tsx'
import { Skeleton } from '../components/page/skeleton.tsx'
import type { RelatedTo } from './unbilled-fact.tsx'

type Happened = Answer<'GET /activity'>['data'][number]

const kinds = {
  matter: 'Matter',
  client: 'Client',
  time_entry: 'Time',
  invoice: 'Invoice',
  document: 'Document',
  lead: 'Lead',
} as const

/** What happened to a record and what belongs to it, newest first. */
export function ActivityTab({ of }: { readonly of: RelatedTo }) {
  const { data, error, refetch } = useCall('GET /activity', { query: of })
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={5} />
  if (data.data.length === 0) return <EmptyState>Nothing has happened yet.</EmptyState>
  return (
    <ol className="divide-y divide-line rounded-md border border-line bg-raised">
      {data.data.map((item) => (
        <li
          key={`${item.kind} ${item.id} ${item.what} ${item.at}`}
          className="flex items-baseline gap-3 px-3 py-2 text-table"
        >
          <span className="min-w-0 flex-1">
            <span className="text-muted">
              {kinds[item.kind]} {item.what}{' '}
            </span>
            <Subject item={item} />
          </span>
          <span className="text-meta text-muted">
            <Ago value={item.at} />
          </span>
        </li>
      ))}
    </ol>
  )
}

function Subject({ item: { kind, id, title } }: { readonly item: Happened }) {
  const style = 'font-medium hover:underline wrap-anywhere'
  if (kind === 'matter')
    return (
      <Link to="/matters/$id" params={{ id }} className={style}>
        {title}
      </Link>
    )
  if (kind === 'client')
    return (
      <Link to="/clients/$id" params={{ id }} className={style}>
        {title}
      </Link>
    )
  if (kind === 'invoice')
    return (
      <Link to="/invoices/$id" params={{ id }} className={style}>
        {title}
      </Link>
    )
  if (kind === 'document')
    return (
      <Link to="/documents/$id" params={{ id }} className={style}>
        {title}
      </Link>
    )
  if (kind === 'lead')
    return (
      <Link to="/leads/$id" params={{ id }} className={style}>
        {title}
      </Link>
    )
  return (
    <Link to="/time" search={{ entry: id }} className={style}>
      {title}
    </Link>
  )
}
