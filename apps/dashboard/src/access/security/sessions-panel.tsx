import type { RecordOf } from '../../api/contract.ts'
import { useAction, useCall } from '../../api/queries.ts'
import { Button } from '../../components/buttons/button.tsx'
import { toast, toastError } from '../../components/overlays/toast.tsx'
import { Panel } from '../../components/page/panel.tsx'
import type { Column } from '../../components/table/columns.ts'
import { DataTable } from '../../components/table/data-table.tsx'
import { Ago, DateTime } from '../../components/values/moments.tsx'
import { StatusBadge } from '../../components/values/status-badge.tsx'

type Session = RecordOf<'GET /security/sessions'>

const columns: readonly Column<Session>[] = [
  {
    id: 'browser',
    header: 'Browser',
    cell: ({ user_agent }) => <span title={user_agent ?? undefined}>{describeAgent(user_agent)}</span>,
  },
  { id: 'ip', header: 'IP address', cell: ({ ip }) => <span className="font-mono text-meta">{ip}</span>, from: 'sm' },
  { id: 'created', header: 'Signed in', cell: ({ created_at }) => <DateTime value={created_at} />, from: 'md' },
  {
    id: 'seen',
    header: 'Last used',
    cell: ({ seen_at, is_current }) =>
      is_current ? <StatusBadge status="this session" tone="ok" /> : <Ago value={seen_at} />,
  },
  { id: 'end', header: '', cell: (session) => <End session={session} />, align: 'right' },
]

export function SessionsPanel() {
  const { data, error, refetch } = useCall('GET /security/sessions', {})
  const endOthers = useAction('DELETE /security/sessions', {
    onDone: ({ ended }) => toast(ended === 1 ? 'One session ended' : `${ended} sessions ended`),
    onFail: toastError,
  })
  return (
    <Panel
      title="Sessions"
      description="A session ends after 7 days without use, and after 30 days at the latest."
      actions={
        <Button isBusy={endOthers.isPending} disabled={data?.data.length === 1} onClick={() => endOthers.mutate({})}>
          Sign out other sessions
        </Button>
      }
    >
      <DataTable
        label="Sessions"
        columns={columns}
        rows={data?.data}
        error={error}
        onRetry={() => void refetch()}
        rowId={({ id }) => id}
        rowName={({ user_agent }) => describeAgent(user_agent)}
        empty={<p>No sessions.</p>}
      />
    </Panel>
  )
}

function End({ session: { id, user_agent, is_current } }: { readonly session: Session }) {
  const end = useAction('DELETE /security/sessions/{id}', { onDone: () => toast('Session ended'), onFail: toastError })
  if (is_current) return null
  return (
    <Button size="sm" isBusy={end.isPending} onClick={() => end.mutate({ params: { id } })}>
      End<span className="sr-only"> the session of {describeAgent(user_agent)}</span>
    </Button>
  )
}

// Edge also names Chrome and Safari, and Chrome names Safari, so the first match counts.
const browsers = [/(Edg)e?\/(\d+)/, /(Firefox)\/(\d+)/, /(?:Headless)?(Chrome)\/(\d+)/, /Version\/(\d+).*(Safari)/]
const systems = ['Windows', 'Android', 'iPhone', 'iPad', 'Mac OS X', 'CrOS', 'Linux']
const names: Readonly<Record<string, string>> = { Edg: 'Edge', 'Mac OS X': 'macOS', CrOS: 'ChromeOS' }

/** Describes a User-Agent: "Firefox 140 on Windows". An unknown one is returned unchanged. */
function describeAgent(agent: string | null): string {
  if (!agent) return 'Unknown'
  const found = browsers.map((pattern) => pattern.exec(agent)).find((match) => match !== null)
  if (!found) return agent.slice(0, 60)
  const words = found.slice(1).toSorted((a, b) => Number(/^\d/.test(a)) - Number(/^\d/.test(b)))
  const browser = words.map((word) => names[word] ?? word).join(' ')
  const system = systems.find((name) => agent.includes(name))
  return system ? `${browser} on ${names[system] ?? system}` : browser
}
