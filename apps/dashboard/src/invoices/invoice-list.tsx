import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useCall } from '../api/queries.ts'
import { useCan, useSession } from '../api/session.ts'
import { Button } from '../components/buttons/button.tsx'
import { buttonStyle } from '../components/buttons/button-style.ts'
import { DataTable } from '../components/table/data-table.tsx'
import { ofList } from '../components/table/of-list.ts'
import { EmptyState } from '../components/page/empty-state.tsx'
import { PageHeader } from '../components/page/page-header.tsx'
import { Skeleton } from '../components/page/skeleton.tsx'
import { Select } from '../components/forms/select-field.tsx'
import { Toolbar } from '../components/page/toolbar.tsx'
import { useSearchParams } from '../search-params/use-search-params.ts'
import { RecordPicker } from '../records/record-picker.tsx'
import { useNames } from '../records/use-names.ts'
import { codeOfCall } from '../code/code-of-call.ts'
import { invoiceColumns } from './invoice-columns.tsx'
import { invoiceListSearch, invoiceStatuses } from './invoice.ts'
import { UnbilledPanel } from './unbilled-panel.tsx'

export function InvoiceList() {
  const { search, setFilter } = useSearchParams(invoiceListSearch)
  const mayWrite = useCan()('invoices:write')
  const { public_url: publicUrl } = useSession()
  const query = {
    status: search.status,
    client_id: search.client_id,
    sort: '-id' as const,
    include: 'total' as const,
    limit: 50,
  }
  const list = useCall('GET /invoices', { query: { ...query, cursor: search.cursor } })
  const unbilled = useCall('GET /unbilled-time', {})
  const names = useNames({ clients: list.data?.data.map((invoice) => invoice.client_user_id) ?? [] })
  const newInvoice = (
    <Link to="/invoices/new" className={buttonStyle('primary', 'md')}>
      <Plus className="size-3.5" />
      New invoice
    </Link>
  )
  return (
    <>
      <PageHeader title="Invoices" actions={mayWrite && newInvoice} />
      {unbilled.isPending ? (
        // It stands above the list, and how high it is shows when it comes.
        <Skeleton lines={8} />
      ) : (
        <>
          {unbilled.data && <UnbilledPanel all={unbilled.data.data} mayWrite={mayWrite} />}
          <Toolbar>
            <Select
              aria-label="Status"
              className="w-36"
              empty="Any status"
              options={invoiceStatuses}
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
            label="Invoices"
            columns={invoiceColumns(names.client)}
            rows={list.data?.data}
            {...ofList(list)}
            rowId={(invoice) => invoice.invoice_id}
            rowName={(invoice) => invoice.invoice_number}
            rowLink={(invoice) => ({ to: '/invoices/$id', params: { id: String(invoice.invoice_id) } })}
            empty={
              search.status || search.client_id ? (
                <EmptyState
                  action={<Button onClick={() => setFilter({ status: '', client_id: '' })}>Show all invoices</Button>}
                >
                  No invoice fits these filters.
                </EmptyState>
              ) : (
                <EmptyState
                  {...(mayWrite && {
                    action: (
                      <Link to="/invoices/new" className={buttonStyle('secondary', 'md')}>
                        New invoice
                      </Link>
                    ),
                  })}
                  snippet={codeOfCall({ key: 'GET /invoices', query: { status: 'paid' } }, publicUrl)}
                >
                  Invoices are made here from your time; outside systems can read them.
                </EmptyState>
              )
            }
          />
        </>
      )}
    </>
  )
}
