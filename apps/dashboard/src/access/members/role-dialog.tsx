import type { Role } from '@matterbase/schemas'
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx'
import { MemberAccess, useKept } from './member-access.tsx'
import type { Access, Kept } from './member-access.tsx'

export interface RoleChange {
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
export function RoleDialog({ name, change: { role, access }, isBusy, onClose, onConfirm }: RoleDialogProps) {
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
