import { useState } from 'react'
import { useAction, useCall } from '../../api/queries.ts'
import { Button } from '../../components/buttons/button.tsx'
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx'
import { Panel } from '../../components/page/panel.tsx'
import { StatusBadge } from '../../components/values/status-badge.tsx'
import { toast, toastError } from '../../components/overlays/toast.tsx'
import { useTotpSetUp } from './use-totp-set-up.tsx'

/** Codes of an authenticator in addition to the password. */
export function TwoFactorPanel() {
  const { data } = useCall('GET /security', {})
  const { begin, showCodes, dialogs } = useTotpSetUp()
  const [isLeaving, setLeaving] = useState(false)
  const renew = useAction('POST /security/recovery-codes', {
    onDone: ({ recovery_codes: made }) => showCodes(made),
    onFail: toastError,
  })
  const disable = useAction('DELETE /security/totp', {
    onDone: () => {
      setLeaving(false)
      toast('Two-factor authentication is off')
    },
    onFail: toastError,
  })
  if (!data) return null
  const isOn = data.totp_enabled
  return (
    <>
      <Panel
        title="Two-factor authentication"
        description={
          isOn
            ? `You sign in with your password and a code from your authenticator app. ${data.recovery_codes_left} recovery codes are left.${data.is_totp_required ? ' One of your accounts requires two-factor authentication.' : ''}`
            : 'Asks for a code from an authenticator app at every sign-in, so that a stolen password is not enough.'
        }
        actions={
          isOn ? (
            <>
              <StatusBadge status="on" />
              <Button isBusy={renew.isPending} onClick={() => renew.mutate({})}>
                New recovery codes
              </Button>
              {!data.is_totp_required && <Button onClick={() => setLeaving(true)}>Turn off</Button>}
            </>
          ) : (
            <Button isBusy={begin.isPending} onClick={() => begin.mutate({})}>
              Set up
            </Button>
          )
        }
      />
      {dialogs}
      <ConfirmDialog
        open={isLeaving}
        onClose={() => setLeaving(false)}
        title="Turn off two-factor authentication?"
        action="Turn off"
        isBusy={disable.isPending}
        onConfirm={() => disable.mutate({})}
      >
        Your password alone will then be enough to sign in. Your recovery codes stop working.
      </ConfirmDialog>
    </>
  )
}
