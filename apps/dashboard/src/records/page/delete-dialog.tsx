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
  /** What to do with one that has to stay: "Set it to inactive". */
  readonly instead: string
  readonly onClose: () => void
  readonly onDeleted: () => void
}

/** Asks before one record is deleted, and says what refers to it. One that an invoice, payment or credit note names has to stay. */
export function DeleteDialog({ resource, id, name, instead, onClose, onDeleted }: DeleteDialogProps) {
  const { counts, isKnown } = useDependents(resource.path === 'matters' ? { case_id: id } : { client_id: id })
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const { invoices = 0, payments = 0, credit_notes = 0, ...others } = counts
  const keeping = invoices + payments + credit_notes
  const isReferredTo = Object.values(others).some((count) => count > 0)

  async function remove() {
    setBusy(true)
    setError(undefined)
    try {
      await call(`DELETE /${resource.path}/{id}` as const, {
        params: { id },
        query: isReferredTo ? { force: true } : {},
      })
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

  const stays =
    keeping > 0
      ? `${dependentsText({ invoices, payments, credit_notes })} ${keeping === 1 ? 'belongs' : 'belong'} to this ${resource.one}. ${instead} instead.`
      : undefined
  if (stays !== undefined)
    return (
      <Dialog open onClose={onClose} title={`“${name}” cannot be deleted`} size="sm">
        <p className="text-table text-muted">{stays}</p>
        <DialogActions>
          <Button onClick={onClose}>Close</Button>
        </DialogActions>
      </Dialog>
    )
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Delete “${name}”?`}
      action={isReferredTo ? `Delete ${resource.one} anyway` : `Delete ${resource.one}`}
      onConfirm={() => void remove()}
      isBusy={isBusy || !isKnown}
      error={error}
    >
      {!isKnown
        ? 'Checking for linked records…'
        : isReferredTo
          ? `Linked to this ${resource.one}: ${dependentsText(others)}. They stay, without the link. This cannot be undone.`
          : `No other records are linked to this ${resource.one}. This cannot be undone.`}
    </ConfirmDialog>
  )
}

/** How many of each kind refer to a matter or client, as far as the caller may know. */
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
  return {
    counts: {
      ...(matters.data && ofClient && { matters: matters.data.total ?? 0 }),
      ...(time.data && { time_entries: time.data.total ?? 0 }),
      ...(expenses.data && { expenses: expenses.data.total ?? 0 }),
      ...(documents.data && { documents: documents.data.total ?? 0 }),
      ...(invoices.data && { invoices: invoices.data.total ?? 0 }),
      ...(payments.data && ofClient && { payments: payments.data.total ?? 0 }),
      ...(notes.data && ofClient && { credit_notes: notes.data.total ?? 0 }),
    } as Readonly<Partial<Record<(typeof dependentKinds)[number], number>>>,
    isKnown: [matters, time, expenses, invoices, payments, notes, documents].every(({ isLoading }) => !isLoading),
  }
}

/** What is seldom done to a record. */
export function MoreMenu({ onDelete }: { readonly onDelete: () => void }) {
  return (
    <Menu
      trigger={<IconButton label="More" icon={<Ellipsis className="size-4" />} />}
      items={[{ label: 'Delete…', icon: <Trash2 className="size-3.5" />, tone: 'danger', onSelect: onDelete }]}
    />
  )
}
