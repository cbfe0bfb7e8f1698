import type { Answer } from '../../api/contract.ts'
import { useAction } from '../../api/queries.ts'
import { Button } from '../../components/buttons/button.tsx'
import { DataTable } from '../../components/table/data-table.tsx'
import type { Column } from '../../components/table/columns.ts'
import { DateTime } from '../../components/values/moments.tsx'
import { StatusBadge } from '../../components/values/status-badge.tsx'
import { toast, toastError } from '../../components/overlays/toast.tsx'

type Invite = Answer<'GET /members'>['invites'][number]

const columns: readonly Column<Invite>[] = [
  { id: 'email', header: 'Invited', cell: ({ email }) => email },
  { id: 'role', header: 'Role', cell: ({ role }) => role },
  { id: 'expires', header: 'Valid until', cell: ({ expires_at }) => <DateTime value={expires_at} />, from: 'sm' },
  {
    id: 'mail',
    header: 'Email',
    cell: ({ mail_status: status }) => <StatusBadge status={status ?? 'passed on'} />,
  },
  { id: 'withdraw', header: '', cell: (invite) => <Withdraw invite={invite} />, align: 'right' },
]

export function Invites({ invites }: { readonly invites: readonly Invite[] }) {
  if (invites.length === 0) return null
  return (
    <DataTable
      label="Invitations"
      columns={columns}
      rows={invites}
      rowId={({ id }) => id}
      rowName={({ email }) => email}
      empty={null}
    />
  )
}

function Withdraw({ invite: { id, email } }: { readonly invite: Invite }) {
  const withdraw = useAction('DELETE /members/invites/{id}', {
    onDone: () => toast('Invitation withdrawn'),
    onFail: toastError,
  })
  return (
    <Button size="sm" isBusy={withdraw.isPending} onClick={() => withdraw.mutate({ params: { id } })}>
      Withdraw<span className="sr-only"> the invitation of {email}</span>
    </Button>
  )
}
