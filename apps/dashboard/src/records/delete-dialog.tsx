import { useState } from 'react'
import { call } from '../api/call.ts'
import { isCallError } from '../api/call-error.ts'
import { refreshWithout, useCall } from '../api/queries.ts'
import { useCan } from '../api/session.ts'
import { ConfirmDialog } from '../components/overlays/confirm-dialog.tsx'
import { Dialog, DialogActions } from '../components/overlays/dialog.tsx'
import { Button } from '../components/buttons/button.tsx'
import { formatExactMoney } from '../components/values/formats.ts'
import { toast } from '../components/overlays/toast.tsx'
import { dependentsText } from './bulk/bulk-failures.tsx'
import type { Resource } from './resource.ts'
import type { RelatedTo } from './related-to.ts'

export interface DeleteDialogProps {
  readonly resource: Resource & { readonly path: 'matters' | 'clients' }
  readonly id: number
  readonly name: string
  /** What to do with one that has to stay: "Set it to inactive". */
  readonly instead: string
  readonly onClose: () => void
  readonly onDeleted: () => void
}

/** Asks before one record is deleted, and says what refers to it. One that invoices name, or with credit left, has to stay. */
export function DeleteDialog({ resource, id, name, instead, onClose, onDeleted }: DeleteDialogProps) {
  const { counts, credits, isKnown } = useDependents(resource.path === 'matters' ? { case_id: id } : { client_id: id })
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const { invoices = 0, ...others } = counts
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
      setError(failure instanceof Error && !isHeld ? failure.message : 'It was referred to meanwhile; look again.')
    } finally {
      setBusy(false)
    }
  }

  const stays =
    invoices > 0
      ? `${dependentsText({ invoices })} ${invoices === 1 ? 'names' : 'name'} this ${resource.one}. ${instead} instead.`
      : credits.length > 0
        ? `It has ${credits.map(({ amount, currency }) => formatExactMoney(amount, currency)).join(' + ')} of credit left. Pay that back first, under Billing details.`
        : undefined
  if (stays !== undefined)
    return (
      <Dialog open onClose={onClose} title={`“${name}” has to stay`} size="sm">
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
      action={isReferredTo ? 'Unlink and delete' : `Delete ${resource.one}`}
      onConfirm={() => void remove()}
      isBusy={isBusy || !isKnown}
      error={error}
    >
      {!isKnown
        ? 'Looking for what refers to it…'
        : isReferredTo
          ? `The link to this ${resource.one} goes from ${dependentsText(others)}, which stay otherwise. The ${resource.one} is gone for good.`
          : `Nothing refers to it. The ${resource.one} is gone for good.`}
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
  const credit = useCall(
    'GET /clients/{id}/credit',
    { params: { id: of.client_id ?? 0 } },
    { enabled: ofClient && can('invoices:read') },
  )
  const documents = useCall('GET /documents', { query }, { enabled: can('documents:read') })
  return {
    counts: {
      ...(matters.data && ofClient && { matters: matters.data.total ?? 0 }),
      ...(time.data && { time_entries: time.data.total ?? 0 }),
      ...(expenses.data && { expenses: expenses.data.total ?? 0 }),
      ...(documents.data && { documents: documents.data.total ?? 0 }),
      ...(invoices.data && { invoices: invoices.data.total ?? 0 }),
    } as Readonly<Partial<Record<'documents' | 'expenses' | 'invoices' | 'matters' | 'time_entries', number>>>,
    credits: (ofClient && credit.data?.credits) || [],
    isKnown: [matters, time, expenses, invoices, credit, documents].every(({ isLoading }) => !isLoading),
  }
}
