import { useNavigate } from '@tanstack/react-router'
import { refreshWithout, useAction } from '../../api/queries.ts'
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx'
import { toast, toastError } from '../../components/overlays/toast.tsx'
import { formatExactMoney } from '../../components/values/formats.ts'
import { nameOfInvoice } from './invoice.ts'
import type { Invoice, Settlement } from './invoice.ts'

/** An action that is confirmed before it runs. */
export type Confirmation = 'delete' | 'void' | 'write-off'

interface ConfirmInvoiceActionProps {
  readonly invoice: Invoice
  readonly settlement: Settlement
  readonly currency: string | null
  readonly open: Confirmation | undefined
  readonly onClose: () => void
}

/** Asks before a draft is deleted, or an invoice voided or written off. */
export function ConfirmInvoiceAction({ open, settlement, ...props }: ConfirmInvoiceActionProps) {
  return (
    <>
      <DeleteDraft {...props} isOpen={open === 'delete'} />
      <VoidInvoice {...props} isOpen={open === 'void'} />
      <WriteOff {...props} isOpen={open === 'write-off'} owed={settlement.owed} />
    </>
  )
}

interface ConfirmationProps extends Pick<ConfirmInvoiceActionProps, 'invoice' | 'currency' | 'onClose'> {
  readonly isOpen: boolean
}

function DeleteDraft({ invoice, currency, isOpen, onClose }: ConfirmationProps) {
  const { invoice_id: id, total_amount: total } = invoice
  const navigate = useNavigate()
  const remove = useAction('DELETE /invoices/{id}', {
    invalidates: [],
    onDone: () => {
      toast('Draft deleted')
      void navigate({ to: '/invoices' })
      void refreshWithout('GET /invoices/{id}', id)
    },
    onFail: toastError,
  })
  return (
    <ConfirmDialog
      open={isOpen}
      onClose={onClose}
      title={`Delete ${nameOfInvoice(invoice)} for ${formatExactMoney(total, currency)}?`}
      action="Delete draft"
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id } })}
    >
      Its time and expenses become unbilled again. This cannot be undone.
    </ConfirmDialog>
  )
}

function VoidInvoice({ invoice, currency, isOpen, onClose }: ConfirmationProps) {
  const { invoice_id: id, invoice_number: number, total_amount: total } = invoice
  const save = useAction('PUT /invoices/{id}/status', {
    onDone: () => {
      onClose()
      toast(`Invoice ${number} is void`)
    },
    onFail: toastError,
  })
  return (
    <ConfirmDialog
      open={isOpen}
      onClose={onClose}
      title={`Void invoice ${number} for ${formatExactMoney(total, currency)}?`}
      action={`Void invoice for ${formatExactMoney(total, currency)}`}
      isBusy={save.isPending}
      onConfirm={() => save.mutate({ params: { id }, body: { status: 'cancelled' } })}
    >
      Its time and expenses become unbilled again. The invoice keeps its number, and your client owes nothing for it.
      This cannot be undone.
    </ConfirmDialog>
  )
}

function WriteOff({ invoice, currency, owed, isOpen, onClose }: ConfirmationProps & { readonly owed: number }) {
  const { invoice_id: id, invoice_number: number } = invoice
  const writeOff = useAction('POST /invoices/{id}/write-off', {
    onDone: () => {
      onClose()
      toast('Written off')
    },
    onFail: toastError,
  })
  return (
    <ConfirmDialog
      open={isOpen}
      onClose={onClose}
      title={`Write off ${formatExactMoney(owed, currency)} of invoice ${number}?`}
      action={`Write off ${formatExactMoney(owed, currency)}`}
      isBusy={writeOff.isPending}
      onConfirm={() => writeOff.mutate({ params: { id }, body: {} })}
    >
      Your client no longer owes this amount. The time and expenses of the invoice stay billed. This cannot be undone.
    </ConfirmDialog>
  )
}
