import { Link } from '@tanstack/react-router'
import { useCall } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { buttonStyle } from '../../components/buttons/button-style.ts'
import { EmptyState } from '../../components/page/empty-state.tsx'
import type { Column } from '../../components/table/columns.ts'
import { DataTable, ofList } from '../../components/table/data-table.tsx'
import { DateOnly, Money } from '../../components/values/moments.tsx'
import { StatusBadge } from '../../components/values/status-badge.tsx'
import type { RelatedTo } from '../../records/kinds.ts'
import { paging } from '../../search-params/read-search.ts'
import { useSearchParams } from '../../search-params/use-search-params.ts'
import { invoiceStatus } from './invoice-status.ts'
import { nameOfInvoice } from './invoice.ts'
import type { Invoice } from './invoice.ts'

const columns: readonly Column<Invoice>[] = [
  { id: 'number', header: 'Number', cell: nameOfInvoice },
  { id: 'status', header: 'Status', cell: (invoice) => <StatusBadge {...invoiceStatus(invoice)} /> },
  { id: 'due', header: 'Due', from: 'sm', cell: (invoice) => <DateOnly value={invoice.due_date} /> },
  {
    id: 'total',
    header: 'Total',
    align: 'right',
    cell: (invoice) => <Money value={invoice.total_amount} currency={invoice.currency} />,
  },
]

/** The invoices of a matter or client. */
export function InvoicesTab({ of }: { readonly of: RelatedTo }) {
  const { search } = useSearchParams(paging)
  const can = useCan()
  const { cursor } = search
  const { case_id: matter } = of
  const isMatter = matter !== undefined
  const ofClient = useCall('GET /invoices', { query: { ...of, sort: '-id', cursor } }, { enabled: !isMatter })
  const ofMatter = useCall(
    'GET /matters/{id}/invoices',
    { params: { id: matter ?? 0 }, query: { cursor } },
    { enabled: isMatter },
  )
  const client = of.client_id === undefined ? {} : { client_id: String(of.client_id) }
  return (
    <DataTable
      label="Invoices"
      columns={columns}
      {...ofList<Invoice>(isMatter ? ofMatter : ofClient)}
      rowId={(invoice) => invoice.invoice_id}
      rowName={nameOfInvoice}
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
