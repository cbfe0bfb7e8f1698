import { useCall } from '../../api/queries.ts'
import { useCan, useSession } from '../../api/session.ts'
import type { Column } from '../../components/table/columns.ts'
import { DataTable } from '../../components/table/data-table.tsx'
import { ofList } from '../../components/table/of-list.ts'
import { EmptyState } from '../../components/page/empty-state.tsx'
import { formatMilliseconds } from '../../components/values/formats.ts'
import { Ago } from '../../components/values/moments.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { Select } from '../../components/forms/select-field.tsx'
import { SearchBox, Toolbar } from '../../components/page/toolbar.tsx'
import { useSearchParams } from '../../search-params/use-search-params.ts'
import { codeOfCall } from '../../code/code-of-call.ts'
import { HttpStatus } from './http-status.tsx'
import { methods, requestLogSearch, statusClasses } from './logged-request.ts'
import type { LoggedRequest } from './logged-request.ts'
import { RequestDrawer } from './request-drawer.tsx'

const columns: readonly Column<LoggedRequest>[] = [
  { id: 'path', header: 'Path', cell: ({ path }) => <span className="font-mono text-meta">{path}</span> },
  { id: 'method', header: 'Method', cell: ({ method }) => <span className="font-mono text-meta">{method}</span> },
  { id: 'status', header: 'Status', cell: ({ status }) => <HttpStatus value={status} /> },
  { id: 'error', header: 'Code', from: 'lg', cell: ({ error_code: code }) => code },
  { id: 'ms', header: 'Took', align: 'right', from: 'sm', cell: ({ duration_ms: ms }) => formatMilliseconds(ms) },
  { id: 'at', header: 'When', align: 'right', cell: ({ at }) => <Ago value={at} /> },
]

export function RequestLog() {
  const { search, setSearch, setFilter } = useSearchParams(requestLogSearch)
  const { status, method, path, key, request_id, cursor } = search
  const filters = { status, method, path, key, request_id }
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  const list = useCall('GET /request-log', { query: { ...filters, cursor } }, { poll: true })
  const can = useCan()
  const keys = useCall('GET /keys', {}, { enabled: can('keys:read') })
  const { public_url: publicUrl } = useSession()
  return (
    <>
      <PageHeader
        title="Request log"
        description="What your API keys asked, as it comes in. Bodies are kept for 7 days, requests for 30."
      />
      <Toolbar>
        <SearchBox label="Path begins with" value={path} onChange={(next) => setFilter({ path: next })} />
        <Select
          aria-label="Status"
          className="w-32"
          empty="Any status"
          options={statusClasses}
          value={status ?? ''}
          onChange={(event) => setFilter({ status: event.target.value })}
        />
        <Select
          aria-label="Method"
          className="w-32"
          empty="Any method"
          options={methods}
          value={method ?? ''}
          onChange={(event) => setFilter({ method: event.target.value })}
        />
        <Select
          aria-label="Key"
          className="w-40"
          empty="Any key"
          options={(keys.data?.keys ?? []).map(({ id, name }) => ({ value: String(id), label: `${name} (${id})` }))}
          value={key ?? ''}
          onChange={(event) => setFilter({ key: event.target.value })}
        />
        <SearchBox label="Request id" value={request_id} onChange={(next) => setFilter({ request_id: next })} />
      </Toolbar>
      <DataTable
        label="Requests"
        columns={columns}
        rows={list.data?.data}
        {...ofList(list)}
        rowId={({ id }) => id}
        rowName={({ method, path }) => `${method} ${path}`}
        onOpen={({ id }) => setSearch({ request: String(id) })}
        {...(search.request && { openId: search.request })}
        empty={
          isFiltered ? (
            <EmptyState>No request fits.</EmptyState>
          ) : (
            <EmptyState snippet={codeOfCall({ key: 'GET /me' }, publicUrl)}>
              No requests yet: the first one appears here by itself.
            </EmptyState>
          )
        }
      />
      <RequestDrawer id={search.request} onClose={() => setSearch({ request: undefined })} />
    </>
  )
}
