import { Link } from '@tanstack/react-router'
import type { Answer } from '../api/contract.ts'
import { Bars } from '../components/values/bars.tsx'
import { formatCount } from '../components/values/formats.ts'
import { Panel } from '../components/page/panel.tsx'
import { StatusBadge } from '../components/values/status-badge.tsx'

type Home = Answer<'GET /home'>

interface CallsPanelProps {
  readonly calls: NonNullable<Home['calls']>
  readonly failing: Home['failing']
}

const parts = [
  { name: 'successful', tone: 'accent' },
  { name: 'failed', tone: 'bad' },
] as const

/** API requests of the last day, and webhook endpoints whose deliveries fail. */
export function CallsPanel({ calls, failing }: CallsPanelProps) {
  const bars = calls.hours.map(({ calls: all, errors }, index) => ({
    label: index === 23 ? 'this hour' : `${23 - index} h ago`,
    values: [all - errors, errors],
  }))
  return (
    <Panel
      title="API calls in the last 24 hours"
      description={`${formatCount(calls.calls)} calls, ${formatCount(calls.errors)}  failed`}
      actions={
        <Link to="/dev/logs" className="link text-table">
          Request log
        </Link>
      }
    >
      <Bars title="API calls by hour" parts={parts} bars={bars} />
      {failing && failing.length > 0 && (
        <ul className="mt-3 flex flex-col gap-1.5" aria-label="Failing endpoints">
          {failing.map((endpoint) => (
            <li key={endpoint.id} className="flex flex-wrap items-center gap-2 text-table">
              <StatusBadge status={endpoint.is_active ? 'failing' : 'disabled'} tone="bad" />
              <Link
                to="/dev/webhooks/$id"
                params={{ id: String(endpoint.id) }}
                className="min-w-0 truncate hover:underline"
              >
                {endpoint.url}
              </Link>
              <span className="text-muted">
                {endpoint.disabled_reason ?? `${endpoint.failure_count} failures in a row`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
