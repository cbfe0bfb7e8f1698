import type { Column } from '../../components/table/columns.ts'
import { Ago } from '../../components/values/moments.tsx'
import { StatusBadge } from '../../components/values/status-badge.tsx'
import { clientName } from '../picker/picker-choices.ts'
import type { Client } from './client.ts'

const text = (value: string | null) => (
  <span className="block max-w-52 truncate">{value ?? <span className="text-muted">–</span>}</span>
)

export const clientColumns: readonly Column<Client>[] = [
  {
    id: 'name',
    header: 'Name',
    sort: 'name',
    cell: clientName,
    under: { until: 'md', say: (client) => client.email },
  },
  { id: 'status', header: 'Status', sort: 'status', cell: (client) => <StatusBadge status={client.status} /> },
  { id: 'person', header: 'Contact', from: 'lg', cell: (client) => text(client.contact_person) },
  { id: 'email', header: 'Email', from: 'md', cell: (client) => text(client.email) },
  { id: 'phone', header: 'Phone', from: 'lg', cell: (client) => text(client.phone) },
  {
    id: 'updated',
    header: 'Changed',
    sort: 'updated_at',
    align: 'right',
    from: 'sm',
    cell: (client) => <Ago value={client.updated_at} />,
  },
]
