import { useState } from 'react'
import type { Answer } from '../../api/contract.ts'
import { useAction, useCall } from '../../api/queries.ts'
import { Button } from '../../components/buttons/button.tsx'
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx'
import { Panel } from '../../components/page/panel.tsx'
import { StatusBadge } from '../../components/values/status-badge.tsx'
import { toast, toastError } from '../../components/overlays/toast.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { TotpDialog } from './totp-dialog.tsx'

/** Codes of an authenticator in addition to the password. */
export function TwoFactorPanel() {
  const { data } = useCall('GET /security', {})
  const [secret, setSecret] = useState<Answer<'POST /security/totp'>>()
  const [codes, setCodes] = useState<readonly string[]>()
  const [isLeaving, setLeaving] = useState(false)
  const begin = useAction('POST /security/totp', { onDone: setSecret, onFail: toastError })
  const renew = useAction('POST /security/recovery-codes', {
    onDone: ({ recovery_codes: made }) => setCodes(made),
    onFail: toastError,
  })
  const disable = useAction('DELETE /security/totp', {
    onDone: () => {
      setLeaving(false)
      toast('The second factor is off')
    },
    onFail: toastError,
  })
  if (!data) return null
  const isOn = data.totp_enabled
  return (
    <>
      <Panel
        title="Second factor"
        description={
          isOn
            ? `Signing in needs a code of your authenticator. ${data.recovery_codes_left} recovery codes are left.`
            : 'A code of an authenticator app at every sign-in: a stolen password alone then opens nothing.'
        }
        actions={
          isOn ? (
            <>
              <StatusBadge status="on" />
              <Button isBusy={renew.isPending} onClick={() => renew.mutate({})}>
                New recovery codes
              </Button>
              <Button onClick={() => setLeaving(true)}>Switch off</Button>
            </>
          ) : (
            <Button isBusy={begin.isPending} onClick={() => begin.mutate({})}>
              Set up
            </Button>
          )
        }
      />
      {secret && (
        <TotpDialog
          secret={secret}
          onClose={() => setSecret(undefined)}
          onDone={(made) => {
            setSecret(undefined)
            setCodes(made)
          }}
        />
      )}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
      <ConfirmDialog
        open={isLeaving}
        onClose={() => setLeaving(false)}
        title="Switch off the second factor?"
        action="Switch off"
        isBusy={disable.isPending}
        onConfirm={() => disable.mutate({})}
      >
        Your password alone will open the account, and your recovery codes end.
      </ConfirmDialog>
    </>
  )
}
