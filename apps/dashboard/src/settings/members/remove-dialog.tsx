import { useState } from 'react'
import { useAction, useCall } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx'
import { toast, toastError } from '../../components/overlays/toast.tsx'
import type { Member } from './member.ts'
import { MemberKeys } from './member-keys.tsx'

interface RemoveDialogProps {
  readonly member: Member
  readonly open: boolean
  readonly onClose: () => void
}

/** Removes a member, and revokes the keys that they made unless told to keep them. */
export function RemoveDialog({ member: { id, name, is_you: isYou }, open, onClose }: RemoveDialogProps) {
  const { account } = useSession()
  const [isRevoking, setRevoking] = useState(true)
  const { data, error } = useCall('GET /members/{id}/keys', { params: { id } }, { enabled: open })
  const close = () => {
    setRevoking(true)
    onClose()
  }
  const remove = useAction('DELETE /members/{id}', {
    onDone: () => {
      close()
      if (isYou) location.assign('/')
      else toast(`${name} is out`)
    },
    onFail: (failure) => {
      close()
      toastError(failure)
    },
  })
  const keys = data?.keys ?? []
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      title={isYou ? `Leave ${account.name}?` : `Remove ${name}?`}
      action={isYou ? 'Leave' : 'Remove'}
      isBusy={remove.isPending || (!data && !error)}
      error={error?.message}
      onConfirm={() => remove.mutate({ params: { id }, query: { keep_keys: !isRevoking } })}
    >
      <p>
        {isYou ? 'You' : 'They'} can no longer sign in to {account.name} from this moment on. What{' '}
        {isYou ? 'you' : 'they'} did stays. {keys.length > 0 && `${isYou ? 'You' : 'They'} made API keys that work:`}
      </p>
      {keys.length > 0 && <MemberKeys keys={keys} isRevoking={isRevoking} onRevoking={setRevoking} />}
    </ConfirmDialog>
  )
}
