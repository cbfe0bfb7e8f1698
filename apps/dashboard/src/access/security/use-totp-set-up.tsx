import { useState } from 'react'
import type { Answer } from '../../api/contract.ts'
import { useAction } from '../../api/queries.ts'
import { toastError } from '../../components/overlays/toast.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { TotpDialog } from './totp-dialog.tsx'

/** Sets up an authenticator app, with the dialogs for the secret and the recovery codes. */
export function useTotpSetUp(onKept?: () => void) {
  const [secret, setSecret] = useState<Answer<'POST /security/totp'>>()
  const [codes, showCodes] = useState<readonly string[]>()
  const begin = useAction('POST /security/totp', { onDone: setSecret, onFail: toastError })
  const dialogs = (
    <>
      {secret && (
        <TotpDialog
          secret={secret}
          onClose={() => setSecret(undefined)}
          onDone={(made) => {
            setSecret(undefined)
            showCodes(made)
          }}
        />
      )}
      {codes && (
        <RecoveryCodesDialog
          codes={codes}
          onClose={() => {
            showCodes(undefined)
            onKept?.()
          }}
        />
      )}
    </>
  )
  return { begin, showCodes, dialogs }
}
