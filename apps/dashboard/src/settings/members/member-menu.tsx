import type { Role } from '@matterbase/schemas'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useAction } from '../../api/queries.ts'
import { IconButton } from '../../components/buttons/icon-button.tsx'
import { Menu } from '../../components/overlays/menu.tsx'
import { toast, toastError } from '../../components/overlays/toast.tsx'
import type { HandedLink } from './link-dialog.tsx'
import type { Member } from './member.ts'
import type { MemberKey } from './member-keys.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { RoleDialog } from './role-dialog.tsx'
import { roles } from './roles.tsx'

interface MemberMenuProps {
  readonly member: Member
  readonly onLink: (link: HandedLink) => void
}

export function MemberMenu({ member, onLink }: MemberMenuProps) {
  const { id, name, role, is_you: isYou } = member
  const [isRemoving, setRemoving] = useState(false)
  const [wanted, setWanted] = useState<{ role: Role; keys: readonly MemberKey[] }>()
  const setRole = useAction('PATCH /members/{id}', {
    onDone: () => {
      setWanted(undefined)
      toast('Role changed')
    },
    onFail: (error) => {
      setWanted(undefined)
      toastError(error)
    },
  })
  const reset = useAction('POST /members/{id}/reset-link', {
    onDone: ({ data }) => onLink({ title: `A new password for ${name}`, ...data }),
    onFail: toastError,
  })
  const choose = async (next: Role) => {
    try {
      const { keys } = await call('GET /members/{id}/keys', { params: { id }, query: { role: next } })
      if (keys.length > 0) setWanted({ role: next, keys })
      else setRole.mutate({ params: { id }, body: { role: next } })
    } catch (error) {
      toastError(error)
    }
  }
  return (
    <>
      <Menu
        trigger={<IconButton label={`What to do with ${name}`} icon={<Ellipsis className="size-4" />} />}
        items={[
          ...roles.map(({ value, label }) => ({
            label,
            checked: value === role,
            onSelect: () => void (value !== role && choose(value)),
          })),
          null,
          { label: 'Make a reset link', onSelect: () => reset.mutate({ params: { id } }) },
          { label: isYou ? 'Leave' : 'Remove', tone: 'danger', onSelect: () => setRemoving(true) },
        ]}
      />
      <RemoveDialog member={member} open={isRemoving} onClose={() => setRemoving(false)} />
      {wanted && (
        <RoleDialog
          name={name}
          role={wanted.role}
          keys={wanted.keys}
          isBusy={setRole.isPending}
          onClose={() => setWanted(undefined)}
          onConfirm={(keepKeys) => setRole.mutate({ params: { id }, body: { role: wanted.role, keep_keys: keepKeys } })}
        />
      )}
    </>
  )
}
