import { useCall } from '../../api/queries.ts'
import { useCan, useSession } from '../../api/session.ts'
import { codeOfCall } from '../../code/code-of-call.ts'
import { EmptyState } from '../../components/page/empty-state.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import type { Column } from '../../components/table/columns.ts'
import { formatMilliseconds } from '../../components/values/formats.ts'
import { Ago } from '../../components/values/moments.tsx'
import { HttpStatus } from '../../components/values/status-badge.tsx'
import { RecordList } from '../../records/list/record-list.tsx'
import { useSearchParams } from '../../search-params/use-search-params.ts'
import { methods, requestLogSearch, statusClasses } from './logged-request.ts'
import type { LoggedRequest } from './logged-request.ts'
import { RequestDrawer } from './request-drawer.tsx'

const columnsOf = (keyName: (id: number) => string): readonly Column<LoggedRequest>[] => [
  {
    id: 'path',
    header: 'Path',
    cell: ({ path }) => <span className="font-mono text-meta">{path}</span>,
    under: { until: 'sm', say: ({ method }) => <span className="font-mono">{method}</span> },
  },
  {
    id: 'method',
    header: 'Method',
    from: 'sm',
    cell: ({ method }) => <span className="font-mono text-meta">{method}</span>,
  },
  { id: 'status', header: 'Status', cell: ({ status }) => <HttpStatus value={status} /> },
  {
    id: 'key',
    header: 'API key',
    from: 'lg',
    cell: ({ api_key_id: id }) => <span className="block w-36 truncate">{keyName(id)}</span>,
  },
  { id: 'error', header: 'Code', from: 'lg', cell: ({ error_code: code }) => code },
  { id: 'ms', header: 'Duration', align: 'right', from: 'sm', cell: ({ duration_ms: ms }) => formatMilliseconds(ms) },
  { id: 'at', header: 'Time', align: 'right', cell: ({ at }) => <Ago value={at} /> },
]

export function RequestLog() {
  const params = useSearchParams(requestLogSearch)
  const { status, method, path, key, request_id, cursor, request } = params.search
  const filters = { status, method, path, key, request_id }
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  const list = useCall('GET /request-log', { query: { ...filters, cursor } }, { poll: true })
  const can = useCan()
  const keys = useCall('GET /keys', {}, { enabled: can('keys:read') })
  const keyOptions = (keys.data?.keys ?? []).map(({ id, name }) => ({
    value: String(id),
    label: `${name} · key ${id}`,
  }))
  const { public_url: publicUrl } = useSession()
  return (
    <>
      <PageHeader
        title="Request log"
        description="The requests of your API keys, live. Bodies are kept for 7 days, requests for 30 days."
      />
      <RecordList
        label="Requests"
        {...{ params, list }}
        columns={columnsOf((id) => keys.data?.keys.find((each) => each.id === id)?.name ?? `key ${id}`)}
        filters={[
          { name: 'path', label: 'Path begins with' },
          { name: 'status', label: 'Status', options: statusClasses, width: 'w-32' },
          { name: 'method', label: 'Method', options: methods, width: 'w-32' },
          { name: 'key', label: 'API key', options: keyOptions, width: 'w-40' },
          { name: 'request_id', label: 'Request ID' },
        ]}
        rowId={({ id }) => id}
        rowName={({ method, path }) => `${method} ${path}`}
        onOpen={({ id }) => params.setSearch({ request: String(id) })}
        openId={request}
        empty={
          isFiltered ? (
            <EmptyState>No requests match these filters.</EmptyState>
          ) : (
            <EmptyState snippet={codeOfCall({ key: 'GET /me' }, publicUrl)}>
              No requests yet. New requests appear here automatically.
            </EmptyState>
          )
        }
      />
      <RequestDrawer id={request} onClose={() => params.setSearch({ request: undefined })} />
    </>
  )
}
