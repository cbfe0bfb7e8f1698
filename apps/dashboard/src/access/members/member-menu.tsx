import type { Role } from '@matterbase/schemas'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useAction } from '../../api/queries.ts'
import { IconButton } from '../../components/buttons/icon-button.tsx'
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx'
import { Menu } from '../../components/overlays/menu.tsx'
import { toast, toastError } from '../../components/overlays/toast.tsx'
import { InitialsDialog } from './initials-dialog.tsx'
import type { HandedLink } from './link-dialog.tsx'
import { hasAccess, MemberAccess, useKept } from './member-access.tsx'
import type { Access, Kept } from './member-access.tsx'
import type { Member } from './member.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import { roles } from './roles.tsx'

interface MemberMenuProps {
  readonly member: Member
  /** True if the server emails the reset link. */
  readonly canMail: boolean
  readonly onLink: (link: HandedLink) => void
}

export function MemberMenu({ member, canMail, onLink }: MemberMenuProps) {
  const { id, name, email, role, is_you: isYou } = member
  const [isRemoving, setRemoving] = useState(false)
  const [isNaming, setNaming] = useState(false)
  const { pending, isBusy, choose, confirm, cancel } = useRoleChange(id)
  const reset = useAction('POST /members/{id}/reset-link', {
    onDone: ({ data: { url, expires_at } }) => {
      if (url === null) toast(`Reset link sent to ${email}`)
      else onLink({ title: `Password reset for ${name}`, url, expires_at })
    },
    onFail: toastError,
  })
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
          { label: 'Set initials', onSelect: () => setNaming(true) },
          {
            label: canMail ? 'Email a reset link' : 'Create a reset link',
            onSelect: () => reset.mutate({ params: { id } }),
          },
          { label: isYou ? 'Leave' : 'Remove', tone: 'danger', onSelect: () => setRemoving(true) },
        ]}
      />
      <InitialsDialog member={member} open={isNaming} onClose={() => setNaming(false)} />
      <RemoveDialog member={member} open={isRemoving} onClose={() => setRemoving(false)} />
      {pending && <RoleDialog name={name} change={pending} isBusy={isBusy} onClose={cancel} onConfirm={confirm} />}
    </>
  )
}

/** Changes a role. `pending` is a change that has to be confirmed, because the member has access beyond the new role. */
function useRoleChange(id: string) {
  const [pending, setPending] = useState<RoleChange>()
  const cancel = () => setPending(undefined)
  const save = useAction('PATCH /members/{id}', {
    onDone: () => {
      cancel()
      toast('Role changed')
    },
    onFail: (error) => {
      cancel()
      toastError(error)
    },
  })
  async function choose(role: Role) {
    try {
      const access = await call('GET /members/{id}/access', { params: { id }, query: { role } })
      if (hasAccess(access)) setPending({ role, access })
      else save.mutate({ params: { id }, body: { role } })
    } catch (error) {
      toastError(error)
    }
  }
  const confirm = (kept: Kept) => pending && save.mutate({ params: { id }, body: { role: pending.role, ...kept } })
  return { pending, isBusy: save.isPending, choose, confirm, cancel }
}

interface RoleChange {
  readonly role: Role
  /** The access that the role does not allow. */
  readonly access: Access
}

interface RoleDialogProps {
  readonly name: string
  readonly change: RoleChange
  readonly isBusy: boolean
  readonly onClose: () => void
  readonly onConfirm: (kept: Kept) => void
}

/** Lists the keys, links and endpoints that a member's new role may not have, and asks which to keep. */
function RoleDialog({ name, change: { role, access }, isBusy, onClose, onConfirm }: RoleDialogProps) {
  const { kept, setKept } = useKept()
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Change the role of ${name} to ${role}?`}
      action="Change role"
      isBusy={isBusy}
      onConfirm={() => onConfirm(kept)}
    >
      <MemberAccess
        access={access}
        aboutKeys="They created API keys with more rights than the new role:"
        kept={kept}
        onKept={setKept}
      />
    </ConfirmDialog>
  )
}
