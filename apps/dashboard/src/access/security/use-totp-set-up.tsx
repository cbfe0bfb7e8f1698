import { useState } from 'react'
import type { Answer } from '../../api/contract.ts'
import { useAction } from '../../api/queries.ts'
import { Button } from '../../components/buttons/button.tsx'
import { CopyButton } from '../../components/buttons/copy-button.tsx'
import { Dialog, DialogActions } from '../../components/overlays/dialog.tsx'
import { toastError } from '../../components/overlays/toast.tsx'
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

interface RecoveryCodesDialogProps {
  readonly codes: readonly string[]
  readonly onClose: () => void
}

/** Closes only by its button, because the codes cannot be retrieved again. */
function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      mayClose={() => false}
      title="Save your recovery codes"
      description="Each code lets you sign in once without your authenticator app. The codes are not shown again."
      size="sm"
    >
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-1 gap-x-4 gap-y-1 rounded-md border border-line bg-subtle p-3 font-mono text-table sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <DialogActions>
        <CopyButton text={codes.join('\n')} what="recovery codes" label="Copy all" />
        <Button tone="primary" onClick={onClose}>
          I have saved them
        </Button>
      </DialogActions>
    </Dialog>
  )
}
