import { Ellipsis, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { isCallError } from '../../api/call-error.ts'
import { call } from '../../api/call.ts'
import { refreshWithout, useCall } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { Button } from '../../components/buttons/button.tsx'
import { IconButton } from '../../components/buttons/icon-button.tsx'
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx'
import { Dialog, DialogActions } from '../../components/overlays/dialog.tsx'
import { Menu } from '../../components/overlays/menu.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { bookkeeping, dependentsText } from '../bulk/bulk-failures.tsx'
import type { RelatedTo } from '../kinds.ts'
import type { Resource } from '../resource.ts'

const dependentKinds = ['documents', 'expenses', 'matters', 'time_entries', ...bookkeeping] as const

export interface DeleteDialogProps {
  readonly resource: Resource & { readonly path: 'matters' | 'clients' }
  readonly id: number
  readonly name: string
  /** The alternative if the record cannot be deleted: "Set it to inactive". */
  readonly instead: string
  readonly onClose: () => void
  readonly onDeleted: () => void
}

/** Asks before a record is deleted, and lists linked records. A signed document, invoice, payment or credit note prevents the deletion. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { resource, id, name, instead, onClose } = props
  const { counts, isKnown } = useDependents(resource.path === 'matters' ? { case_id: id } : { client_id: id })
  const { signed_documents = 0, invoices = 0, payments = 0, credit_notes = 0, ...others } = counts
  const blocking = signed_documents + invoices + payments + credit_notes
  if (blocking === 0) return <ConfirmDelete {...props} {...{ isKnown, others }} />
  return (
    <Dialog open onClose={onClose} title={`“${name}” cannot be deleted`} size="sm">
      <p className="text-table text-muted">
        {`${dependentsText({ signed_documents, invoices, payments, credit_notes })} ${blocking === 1 ? 'belongs' : 'belong'} to this ${resource.one}. ${instead} instead.`}
      </p>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}

interface ConfirmDeleteProps extends DeleteDialogProps {
  /** True if the linked records are counted. */
  readonly isKnown: boolean
  /** The linked records that stay without the link. */
  readonly others: Readonly<Record<string, number>>
}

function ConfirmDelete({ resource, id, name, onClose, onDeleted, isKnown, others }: ConfirmDeleteProps) {
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const isLinked = Object.values(others).some((count) => count > 0)

  async function remove() {
    setBusy(true)
    setError(undefined)
    try {
      await call(`DELETE /${resource.path}/{id}` as const, { params: { id }, query: isLinked ? { force: true } : {} })
      toast(`${name} deleted`)
      onDeleted()
      void refreshWithout(`GET /${resource.path}/{id}` as const, id)
    } catch (failure) {
      const isHeld = isCallError(failure, 'has_dependents')
      setError(
        failure instanceof Error && !isHeld
          ? failure.message
          : `Another record was linked to this ${resource.one} in the meantime. Close this dialog and try again.`,
      )
    } finally {
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Delete “${name}”?`}
      action={isLinked ? `Delete ${resource.one} anyway` : `Delete ${resource.one}`}
      onConfirm={() => void remove()}
      isBusy={isBusy || !isKnown}
      error={error}
    >
      {!isKnown
        ? 'Checking for linked records…'
        : isLinked
          ? `Linked to this ${resource.one}: ${dependentsText(others)}. They stay, without the link. This cannot be undone.`
          : `No other records are linked to this ${resource.one}. This cannot be undone.`}
    </ConfirmDialog>
  )
}

type Dependents = Readonly<Partial<Record<(typeof dependentKinds)[number], number>>>

/** Counts the records that are linked to a matter or client, as far as the user can see them. */
function useDependents(of: RelatedTo) {
  const can = useCan()
  const query = { ...of, limit: 1, include: 'total' } as const
  const ofClient = of.client_id !== undefined
  const matters = useCall('GET /matters', { query }, { enabled: ofClient && can('matters:read') })
  const time = useCall('GET /time-entries', { query }, { enabled: can('matters:read') })
  const expenses = useCall('GET /expenses', { query }, { enabled: can('matters:read') })
  const invoices = useCall('GET /invoices', { query }, { enabled: can('invoices:read') })
  const payments = useCall('GET /payments', { query }, { enabled: ofClient && can('invoices:read') })
  const notes = useCall('GET /credit-notes', { query }, { enabled: ofClient && can('invoices:read') })
  const documents = useCall('GET /documents', { query }, { enabled: can('documents:read') })
  const signed = useCall(
    'GET /documents',
    { query: { ...query, status: 'signed' } },
    { enabled: can('documents:read') },
  )
  const signedCount = signed.data?.total ?? 0
  const counts: Dependents = {
    ...(matters.data && ofClient && { matters: matters.data.total ?? 0 }),
    ...(time.data && { time_entries: time.data.total ?? 0 }),
    ...(expenses.data && { expenses: expenses.data.total ?? 0 }),
    ...(documents.data && { documents: Math.max(0, (documents.data.total ?? 0) - signedCount) }),
    ...(signed.data && { signed_documents: signedCount }),
    ...(invoices.data && { invoices: invoices.data.total ?? 0 }),
    ...(payments.data && ofClient && { payments: payments.data.total ?? 0 }),
    ...(notes.data && ofClient && { credit_notes: notes.data.total ?? 0 }),
  }
  return {
    counts,
    isKnown: [matters, time, expenses, invoices, payments, notes, documents, signed].every(
      ({ isLoading }) => !isLoading,
    ),
  }
}

/** The menu for rare actions on a record. */
export function MoreMenu({ onDelete }: { readonly onDelete: () => void }) {
  return (
    <Menu
      trigger={<IconButton label="More" icon={<Ellipsis className="size-4" />} />}
      items={[{ label: 'Delete…', icon: <Trash2 className="size-3.5" />, tone: 'danger', onSelect: onDelete }]}
    />
  )
}
