import { Link } from '@tanstack/react-router'
import { useCall } from '../api/queries.ts'
import type { RecordOf } from '../api/contract.ts'
import { useCan } from '../api/session.ts'
import { buttonStyle } from '../components/buttons/button-style.ts'
import type { Column } from '../components/table/columns.ts'
import { DataTable } from '../components/table/data-table.tsx'
import { ofList } from '../components/table/of-list.ts'
import { EmptyState } from '../components/page/empty-state.tsx'
import { DateOnly, DateTime, Money } from '../components/values/moments.tsx'
import { StatusBadge } from '../components/values/status-badge.tsx'
import { paging } from '../search-params/read-search.ts'
import { useSearchParams } from '../search-params/use-search-params.ts'
import type { Of } from './unbilled-fact.tsx'

type Invoice = RecordOf<'GET /invoices'>
type Document = RecordOf<'GET /documents'>

const invoiceColumns: readonly Column<Invoice>[] = [
  { id: 'number', header: 'Number', cell: (invoice) => invoice.invoice_number },
  { id: 'status', header: 'Status', cell: (invoice) => <StatusBadge status={invoice.status} /> },
  { id: 'due', header: 'Due', from: 'sm', cell: (invoice) => <DateOnly value={invoice.due_date} /> },
  { id: 'total', header: 'Total', align: 'right', cell: (invoice) => <Money value={invoice.total_amount} /> },
]

const documentColumns: readonly Column<Document>[] = [
  { id: 'title', header: 'Title', cell: (document) => document.title },
  { id: 'status', header: 'Status', cell: (document) => <StatusBadge status={document.status} /> },
  { id: 'signer', header: 'Signer', from: 'sm', cell: (document) => document.signer_name },
  {
    id: 'created',
    header: 'Sent',
    align: 'right',
    from: 'sm',
    cell: (document) => <DateTime value={document.created_at} />,
  },
]

/** The invoices of a matter or client. */
export function InvoicesTab({ of }: { readonly of: Of }) {
  const { search } = useSearchParams(paging)
  const can = useCan()
  const list = useCall('GET /invoices', { query: { ...of, sort: '-id', cursor: search.cursor } })
  const client = of.client_id === undefined ? {} : { client_id: String(of.client_id) }
  return (
    <DataTable
      label="Invoices"
      columns={invoiceColumns}
      {...ofList(list)}
      rowId={(invoice) => invoice.invoice_id}
      rowName={(invoice) => invoice.invoice_number}
      rowLink={(invoice) => ({ to: '/invoices/$id', params: { id: String(invoice.invoice_id) } })}
      empty={
        <EmptyState
          {...(can('invoices:write') && {
            action: (
              <Link to="/invoices/new" search={client} className={buttonStyle('secondary')}>
                New invoice
              </Link>
            ),
          })}
        >
          No invoices yet.
        </EmptyState>
      }
    />
  )
}

/** The documents of a matter or client. */
export function DocumentsTab({ of }: { readonly of: Of }) {
  const { search } = useSearchParams(paging)
  const can = useCan()
  const list = useCall('GET /documents', { query: { ...of, cursor: search.cursor } })
  const given = Object.fromEntries(Object.entries(of).map(([name, id]) => [name, String(id)]))
  return (
    <DataTable
      label="Documents"
      columns={documentColumns}
      {...ofList(list)}
      rowId={(document) => document.document_id}
      rowName={(document) => document.title}
      rowLink={(document) => ({ to: '/documents/$id', params: { id: String(document.document_id) } })}
      empty={
        <EmptyState
          {...(can('documents:write') && {
            action: (
              <Link to="/documents" search={{ new: '1', ...given }} className={buttonStyle('secondary')}>
                New document
              </Link>
            ),
          })}
        >
          No documents yet.
        </EmptyState>
      }
    />
  )
}
