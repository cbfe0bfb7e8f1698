import { useAction, useCall } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx'
import { toast, toastError } from '../../components/overlays/toast.tsx'
import { MemberAccess, useKept, withActing } from './member-access.tsx'
import type { Member } from './member.ts'

interface RemoveDialogProps {
  readonly member: Member
  readonly open: boolean
  readonly onClose: () => void
}

/** Removes a member with their keys, links, endpoints and the keys that act for them. Keys and endpoints can be kept. */
export function RemoveDialog({ member: { id, name, is_you: isYou }, open, onClose }: RemoveDialogProps) {
  const { account } = useSession()
  const { kept, setKept, reset } = useKept()
  const { data, error } = useCall('GET /members/{id}/access', { params: { id } }, { enabled: open })
  const close = () => {
    reset()
    onClose()
  }
  const remove = useAction('DELETE /members/{id}', {
    onDone: () => {
      close()
      if (isYou) location.assign('/')
      else toast(`${name} removed`)
    },
    onFail: (failure) => {
      close()
      toastError(failure)
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      title={isYou ? `Leave ${account.name}?` : `Remove ${name}?`}
      action={isYou ? 'Leave' : 'Remove'}
      isBusy={remove.isPending || (!data && !error)}
      error={error?.message}
      onConfirm={() => remove.mutate({ params: { id }, query: kept })}
    >
      <p>
        {isYou ? 'You' : 'They'} can no longer sign in to {account.name}. {isYou ? 'Your' : 'Their'} records stay.
      </p>
      {data && (
        <MemberAccess
          access={withActing(data)}
          aboutKeys={`Active API keys that ${isYou ? 'you' : 'they'} created or that act for ${isYou ? 'you' : 'them'}:`}
          kept={kept}
          onKept={setKept}
        />
      )}
    </ConfirmDialog>
  )
}
