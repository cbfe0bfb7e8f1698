import { Link } from '@tanstack/react-router'
import type { FieldFault } from '../../api/call-error.ts'
import { Button } from '../../components/buttons/button.tsx'
import { Dialog, DialogActions } from '../../components/overlays/dialog.tsx'
import type { Invoice } from './invoice.ts'

interface MissingDialogProps {
  readonly invoice: Invoice
  /** The name of the file. */
  readonly of: string
  /** The missing details. `field` is the page where each is filled in. */
  readonly faults: readonly FieldFault[]
  readonly onClose: () => void
}

/** Lists the details that a file needs, with links to the pages where they are filled in. */
export function MissingDialog({ invoice, of, faults, onClose }: MissingDialogProps) {
  const pages = [...Map.groupBy(faults, ({ field }) => field)]
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Missing details for ${of}`}
      description="Fill in these details, then download the file again."
    >
      <ul className="flex flex-col gap-4 text-table">
        {pages.map(([page, missing]) => (
          <li key={page}>
            <p className="font-medium">
              <PageLink page={page} invoice={invoice} />
            </p>
            <ul className="mt-1 list-disc pl-5 text-muted">
              {missing.map(({ message }) => (
                <li key={message} className="wrap-break-word">
                  {message}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}

function PageLink({ page, invoice }: { readonly page: string; readonly invoice: Invoice }) {
  const { client_user_id: client, case_id: matter } = invoice
  if (page === 'firm')
    return (
      <Link to="/settings/firm" className="link">
        Settings → Firm
      </Link>
    )
  if (page === 'members')
    return (
      <Link to="/settings/firm" search={{ section: 'rates' }} className="link">
        Settings → Firm → Rates → Timekeepers
      </Link>
    )
  if (page === 'client' && client !== null)
    return (
      <Link to="/clients/$id" params={{ id: String(client) }} search={{ tab: 'billing' }} className="link">
        The client’s billing details
      </Link>
    )
  if (page === 'matter' && matter !== null)
    return (
      <Link to="/matters/$id" params={{ id: String(matter) }} search={{ tab: 'billing' }} className="link">
        The matter’s billing details
      </Link>
    )
  return 'This invoice'
}
