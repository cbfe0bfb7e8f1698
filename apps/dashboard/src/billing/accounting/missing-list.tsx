import { Link } from '@tanstack/react-router'
import type { FieldFault } from '../../api/call-error.ts'
import { useCan } from '../../api/session.ts'
import { Button } from '../../components/buttons/button.tsx'
import { Dialog, DialogActions } from '../../components/overlays/dialog.tsx'

interface MissingListProps {
  readonly faults: readonly FieldFault[]
  readonly onClose: () => void
}

/** Lists what a DATEV file needs, with a link to the settings. */
export function MissingList({ faults, onClose }: MissingListProps) {
  const maySet = useCan()('settings:write')
  return (
    <Dialog
      open
      onClose={onClose}
      title="Missing for the DATEV file"
      description={
        maySet ? 'Fill in these details, then export again.' : 'Ask an owner of your account to fill in these details.'
      }
    >
      <ul className="list-disc pl-5 text-table">
        {faults.map(({ message }) => (
          <li key={message} className="wrap-break-word">
            {message}
          </li>
        ))}
      </ul>
      {maySet && (
        <p className="mt-3 text-table">
          <Link to="/settings/accounting" className="link">
            Settings → Ledger accounts
          </Link>
        </p>
      )}
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}
