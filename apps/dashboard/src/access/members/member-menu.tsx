import type { Role } from '@matterbase/schemas'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useAction } from '../../api/queries.ts'
import { IconButton } from '../../components/buttons/icon-button.tsx'
import { Menu } from '../../components/overlays/menu.tsx'
import { toast, toastError } from '../../components/overlays/toast.tsx'
import type { HandedLink } from './link-dialog.tsx'
import { hasAccess } from './member-access.tsx'
import type { Member } from './member.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import { RoleDialog } from './role-dialog.tsx'
import type { RoleChange } from './role-dialog.tsx'
import { roles } from './roles.tsx'

interface MemberMenuProps {
  readonly member: Member
  /** Whether the server emails the reset link. */
  readonly canMail: boolean
  readonly onLink: (link: HandedLink) => void
}

export function MemberMenu({ member, canMail, onLink }: MemberMenuProps) {
  const { id, name, email, role, is_you: isYou } = member
  const [isRemoving, setRemoving] = useState(false)
  const [wanted, setWanted] = useState<RoleChange>()
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
    onDone: ({ data: { url, expires_at } }) => {
      if (url === null) toast(`Reset link sent to ${email}`)
      else onLink({ title: `Password reset for ${name}`, url, expires_at })
    },
    onFail: toastError,
  })
  const choose = async (next: Role) => {
    try {
      const access = await call('GET /members/{id}/access', { params: { id }, query: { role: next } })
      if (hasAccess(access)) setWanted({ role: next, access })
      else setRole.mutate({ params: { id }, body: { role: next } })
    } catch (error) {
      toastError(error)
    }
  }
  return (
    <>
      <Menu
        trigger={<IconButton label={`Actions for ${name}`} icon={<Ellipsis className="size-4" />} />}
        items={[
          ...roles.map(({ value, label }) => ({
            label,
            checked: value === role,
            onSelect: () => void (value !== role && choose(value)),
          })),
          null,
          {
            label: canMail ? 'Email a reset link' : 'Create a reset link',
            onSelect: () => reset.mutate({ params: { id } }),
          },
          { label: isYou ? 'Leave' : 'Remove', tone: 'danger', onSelect: () => setRemoving(true) },
        ]}
      />
      <RemoveDialog member={member} open={isRemoving} onClose={() => setRemoving(false)} />
      {wanted && (
        <RoleDialog
          name={name}
          change={wanted}
          isBusy={setRole.isPending}
          onClose={() => setWanted(undefined)}
          onConfirm={(kept) => setRole.mutate({ params: { id }, body: { role: wanted.role, ...kept } })}
        />
      )}
    </>
  )
}
