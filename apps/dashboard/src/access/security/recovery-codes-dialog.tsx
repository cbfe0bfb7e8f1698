import { Button } from '../../components/buttons/button.tsx'
import { CopyButton } from '../../components/buttons/copy-button.tsx'
import { Dialog, DialogActions } from '../../components/overlays/dialog.tsx'

interface RecoveryCodesDialogProps {
  readonly codes: readonly string[]
  readonly onClose: () => void
}

/** Closes only by its button, because the codes cannot be retrieved again. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
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
