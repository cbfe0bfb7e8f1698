import { useState } from 'react'
import { useAction } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { Button } from '../../components/buttons/button.tsx'
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx'
import { toast, toastError } from '../../components/overlays/toast.tsx'
import { Panel } from '../../components/page/panel.tsx'
import { StatusBadge } from '../../components/values/status-badge.tsx'
import type { Member } from './member.ts'

interface TwoFactorRuleProps {
  readonly isRequired: boolean
  readonly members: readonly Member[]
}

/** True if every member needs two-factor authentication. */
export function TwoFactorRule({ isRequired, members }: TwoFactorRuleProps) {
  const { user } = useSession()
  const [isAsking, setAsking] = useState(false)
  const require = useAction('PUT /account/two-factor', {
    onDone: (_answer, { body }) => {
      setAsking(false)
      toast(body.is_required ? 'Two-factor authentication is required' : 'Two-factor authentication is optional')
    },
    onFail: (error) => {
      setAsking(false)
      toastError(error)
    },
  })
  const set = (required: boolean) => require.mutate({ body: { is_required: required } })
  const without = members.filter((member) => !member.totp_enabled).length
  return (
    <>
      <Panel
        title="Two-factor authentication"
        description={descriptionOf({ isRequired, hasOwn: user.totp_enabled, without })}
        actions={
          isRequired ? (
            <>
              <StatusBadge status="on" />
              <Button isBusy={require.isPending} onClick={() => set(false)}>
                Make it optional
              </Button>
            </>
          ) : (
            <Button disabled={!user.totp_enabled} onClick={() => setAsking(true)}>
              Require for all members
            </Button>
          )
        }
      />
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Require two-factor authentication?"
        action="Require for all members"
        tone="primary"
        isBusy={require.isPending}
        onConfirm={() => set(true)}
      >
        {without === 0
          ? 'All members have set it up. They will no longer be able to turn it off.'
          : `${count(without)} not set it up. Until then, the only thing they can do is set it up or sign out. API keys are not affected.`}
      </ConfirmDialog>
    </>
  )
}

const count = (without: number) => (without === 1 ? 'One member has' : `${without} members have`)

function descriptionOf({ isRequired, hasOwn, without }: { isRequired: boolean; hasOwn: boolean; without: number }) {
  if (!isRequired && !hasOwn)
    return 'Each member decides. To require it for all members, first set it up for yourself under Security.'
  if (!isRequired) return 'Each member decides.'
  return without === 0
    ? 'Required for all members. All of them have set it up.'
    : `Required for all members. ${count(without)} not set it up yet.`
}
