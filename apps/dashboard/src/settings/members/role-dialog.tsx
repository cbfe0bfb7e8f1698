import type { Role } from '@matterbase/schemas'
import { useState } from 'react'
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx'
import { MemberKeys } from './member-keys.tsx'
import type { MemberKey } from './member-keys.tsx'

interface RoleDialogProps {
  readonly name: string
  readonly role: Role
  /** Those with scopes that the role does not have. */
  readonly keys: readonly MemberKey[]
  readonly isBusy: boolean
  readonly onClose: () => void
  readonly onConfirm: (keepKeys: boolean) => void
}

/** Asks whether to revoke the keys that can do more than the member's new role. */
export function RoleDialog({ name, role, keys, isBusy, onClose, onConfirm }: RoleDialogProps) {
  const [isRevoking, setRevoking] = useState(true)
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Make ${name} ${role}?`}
      action="Change role"
      isBusy={isBusy}
      onConfirm={() => onConfirm(!isRevoking)}
    >
      <p>They made API keys that can do what the role cannot:</p>
      <MemberKeys keys={keys} isRevoking={isRevoking} onRevoking={setRevoking} />
    </ConfirmDialog>
  )
}
