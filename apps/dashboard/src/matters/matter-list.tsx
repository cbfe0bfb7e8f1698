import { Plus } from 'lucide-react'
import { useCall } from '../api/queries.ts'
import { useCan, useSession } from '../api/session.ts'
import { Button } from '../components/buttons/button.tsx'
import { DataTable } from '../components/table/data-table.tsx'
import { ofList } from '../components/table/of-list.ts'
import { useSelection } from '../components/table/selection.ts'
import { EmptyState } from '../components/page/empty-state.tsx'
import { PageHeader } from '../components/page/page-header.tsx'
import { Select } from '../components/forms/select-field.tsx'
import { SearchBox, Toolbar } from '../components/page/toolbar.tsx'
import { useSearchParams } from '../search-params/use-search-params.ts'
import { BulkActions } from '../records/bulk/bulk-actions.tsx'
import { ExportButton } from '../records/bulk/export-button.tsx'
import { RecordPicker } from '../records/record-picker.tsx'
import { matters } from '../records/resource.ts'
import { useNames } from '../records/use-names.ts'
import { codeOfCall } from '../code/code-of-call.ts'
import { lazyPart, WhenOpen } from '../components/overlays/when-open.tsx'
import { matterColumns } from './matter-columns.tsx'
import { matterListSearch, matterStatuses } from './matter.ts'

const MatterDrawer = lazyPart(() => import('./matter-drawer.tsx'), 'MatterDrawer')
const NewMatter = lazyPart(() => import('./new-matter.tsx'), 'NewMatter')

/** What the matters are asked for by, in the order that is of most use. */
export function MatterList() {
  const { search, setSearch, setFilter } = useSearchParams(matterListSearch)
  const mayWrite = useCan()('matters:write')
  const { public_url: publicUrl } = useSession()
  const selection = useSelection()
  const sort = search.sort ?? '-updated_at'
  const filters = {
    q: search.q,
    status: search.status,
    client_id: search.client_id,
    sort,
  }
  const list = useCall('GET /matters', { query: { ...filters, cursor: search.cursor, include: 'total', limit: 50 } })
  const rows = list.data?.data
  const names = useNames({ clients: rows?.map((matter) => matter.client_id) ?? [] })
  const isFiltered = Boolean(search.q || search.status || search.client_id)
  const open = () => setSearch({ new: '1' })

  return (
    <>
      <PageHeader
        title="Matters"
        actions={
          <>
            <ExportButton path="matters" filters={filters} />
            {mayWrite && (
              <Button tone="primary" icon={<Plus className="size-3.5" />} onClick={open}>
                New matter
              </Button>
            )}
          </>
        }
      />
      <Toolbar>
        <SearchBox label="Search matters" value={search.q} onChange={(q) => setFilter({ q })} />
        <Select
          aria-label="Status"
          className="w-36"
          empty="Any status"
          options={matterStatuses}
          value={search.status ?? ''}
          onChange={(event) => setFilter({ status: event.target.value })}
        />
        <span className="w-44">
          <RecordPicker
            kind="client"
            aria-label="Client"
            placeholder="Any client"
            value={search.client_id ? Number(search.client_id) : null}
            onChange={(id) => setFilter({ client_id: id === null ? undefined : String(id) })}
          />
        </span>
      </Toolbar>
      <DataTable
        label="Matters"
        columns={matterColumns(names.client)}
        rows={rows}
        {...ofList(list)}
        rowId={(matter) => matter.id}
        rowName={(matter) => matter.title}
        rowLink={(matter) => ({ to: '/matters/$id', params: { id: String(matter.id) } })}
        onPeek={(matter) => setSearch({ peek: String(matter.id) })}
        openId={search.peek}
        sort={sort}
        onSort={(next) => setFilter({ sort: next ?? 'updated_at' })}
        selection={selection}
        bulkActions={
          <BulkActions
            resource={matters}
            {...{ selection, filters }}
            statuses={matterStatuses}
            nameOf={(id) => rows?.find((matter) => matter.id === id)?.title}
          />
        }
        empty={
          isFiltered ? (
            <EmptyState
              action={<Button onClick={() => setFilter({ q: '', status: '', client_id: '' })}>Show all matters</Button>}
            >
              No matter fits these filters.
            </EmptyState>
          ) : (
            <EmptyState
              {...(mayWrite && { action: <Button onClick={open}>New matter</Button> })}
              snippet={codeOfCall({ key: 'POST /matters', body: { title: 'Hale v. Northgate Insurance' } }, publicUrl)}
            >
              Matters are the cases you work on; time, documents and invoices belong to them.
            </EmptyState>
          )
        }
      />
      <WhenOpen open={(search.peek ?? search.new) !== undefined}>
        {search.peek && <MatterDrawer id={search.peek} onClose={() => setSearch({ peek: undefined })} />}
        {search.new && mayWrite && (
          <NewMatter clientId={search.client_id} onClose={() => setSearch({ new: undefined })} />
        )}
      </WhenOpen>
    </>
  )
}
