import type { Column } from '../../components/table/columns.ts'
import { DateOnly, Money } from '../../components/values/moments.tsx'
import { StatusBadge } from '../../components/values/status-badge.tsx'
import type { NameOf } from '../../records/use-names.ts'
import { invoiceStatus } from './invoice-status.ts'
import { nameOfInvoice } from './invoice.ts'
import type { Invoice } from './invoice.ts'

export function invoiceColumns(clientName: NameOf): readonly Column<Invoice>[] {
  const nameOfClient = (id: number) => clientName(id) ?? `#${id}`
  return [
    {
      id: 'number',
      header: 'Number',
      sort: 'invoice_number',
      cell: nameOfInvoice,
      under: { until: 'sm', say: ({ client_user_id: id }) => id !== null && nameOfClient(id) },
    },
    {
      id: 'status',
      header: 'Status',
      sort: 'status',
      cell: (invoice) => <StatusBadge {...invoiceStatus(invoice)} />,
    },
    {
      id: 'client',
      header: 'Client',
      sort: 'client',
      from: 'sm',
      cell: ({ client_user_id: id }) =>
        id === null ? (
          <span className="text-muted">–</span>
        ) : (
          <span className="block w-44 truncate">{nameOfClient(id)}</span>
        ),
    },
    {
      id: 'issued',
      header: 'Issued',
      sort: 'issue_date',
      from: 'lg',
      cell: (invoice) => <DateOnly value={invoice.issue_date} />,
    },
    {
      id: 'due',
      header: 'Due',
      sort: 'due_date',
      from: 'md',
      cell: (invoice) => <DateOnly value={invoice.due_date} />,
    },
    {
      id: 'total',
      header: 'Total',
      sort: 'total_amount',
      align: 'right',
      cell: (invoice) => <Money value={invoice.total_amount} currency={invoice.currency} />,
    },
  ]
}
