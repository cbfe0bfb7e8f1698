import type { Column } from '../components/table/columns.ts'
import { DateOnly, Money } from '../components/values/moments.tsx'
import { StatusBadge } from '../components/values/status-badge.tsx'
import type { NameOf } from '../records/use-names.ts'
import { nameOfInvoice } from './invoice.ts'
import type { Invoice } from './invoice.ts'

export function invoiceColumns(clientName: NameOf): readonly Column<Invoice>[] {
  return [
    { id: 'number', header: 'Number', cell: nameOfInvoice },
    { id: 'status', header: 'Status', cell: (invoice) => <StatusBadge status={invoice.status} /> },
    {
      id: 'client',
      header: 'Client',
      from: 'sm',
      cell: ({ client_user_id: id }) =>
        id === null ? (
          <span className="text-muted">–</span>
        ) : (
          <span className="block w-44 truncate">{clientName(id) ?? `#${id}`}</span>
        ),
    },
    { id: 'issued', header: 'Issued', from: 'lg', cell: (invoice) => <DateOnly value={invoice.issue_date} /> },
    { id: 'due', header: 'Due', from: 'md', cell: (invoice) => <DateOnly value={invoice.due_date} /> },
    { id: 'total', header: 'Total', align: 'right', cell: (invoice) => <Money value={invoice.total_amount} /> },
  ]
}
