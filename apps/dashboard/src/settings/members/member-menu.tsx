import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import type { RecordOf } from '../../api/contract.ts'
import { useAction } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { Menu } from '../../components/menu.tsx'
import { toast, toastError } from '../../components/toast.tsx'
import type { HandedLink } from './link-dialog.tsx'
import { roles } from './roles.tsx'

interface MemberMenuProps {
  readonly member: RecordOf<'GET /members'>
  readonly onLink: (link: HandedLink) => void
}

export function MemberMenu({ member, onLink }: MemberMenuProps) {
  const { id, name, role, is_you: isYou } = member
  const { account } = useSession()
  const [isRemoving, setRemoving] = useState(false)
  const setRole = useAction('PATCH /members/{id}', { onDone: () => toast('Role changed'), onFail: toastError })
  const reset = useAction('POST /members/{id}/reset-link', {
    onDone: ({ data }) => onLink({ title: `A new password for ${name}`, ...data }),
    onFail: toastError,
  })
  const remove = useAction('DELETE /members/{id}', {
    onDone: () => {
      setRemoving(false)
      if (isYou) location.assign('/')
      else toast(`${name} is out`)
    },
    onFail: (error) => {
      setRemoving(false)
      toastError(error)
    },
  })
  return (
    <>
      <Menu
        trigger={<IconButton label={`What to do with ${name}`} icon={<Ellipsis className="size-4" />} />}
        items={[
          ...roles.map(({ value, label }) => ({
            label,
            checked: value === role,
            onSelect: () => value !== role && setRole.mutate({ params: { id }, body: { role: value } }),
          })),
          null,
          { label: 'Make a reset link', onSelect: () => reset.mutate({ params: { id } }) },
          { label: isYou ? 'Leave' : 'Remove', tone: 'danger', onSelect: () => setRemoving(true) },
        ]}
      />
      <ConfirmDialog
        open={isRemoving}
        onClose={() => setRemoving(false)}
        title={isYou ? `Leave ${account.name}?` : `Remove ${name}?`}
        action={isYou ? 'Leave' : 'Remove'}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ params: { id } })}
      >
        {isYou ? 'You' : 'They'} can no longer sign in to {account.name} from this moment on. What{' '}
        {isYou ? 'you' : 'they'} did stays.
      </ConfirmDialog>
    </>
  )
}
