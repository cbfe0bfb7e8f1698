import { useForm } from 'react-hook-form'
import { Dialog } from '../components/overlays/dialog.tsx'
import { FormActions } from '../components/overlays/form-actions.tsx'
import { dayFromToday, formatMoney } from '../components/values/formats.ts'
import { fieldOf } from '../components/forms/field-of.ts'
import { TextField } from '../components/forms/text-field.tsx'
import { toast } from '../components/overlays/toast.tsx'
import { useFormAction } from '../components/forms/use-form-action.ts'
import type { Invoice } from './invoice.ts'

export function PayDialog({ invoice, onClose }: { readonly invoice: Invoice; readonly onClose: () => void }) {
  const form = useForm({ defaultValues: { paid_date: dayFromToday() } })
  const save = useFormAction(
    form,
    'PUT /invoices/{id}/status',
    ({ paid_date: date }) => ({
      params: { id: invoice.invoice_id },
      body: { status: 'paid' as const, ...(date && { paid_date: date }) },
    }),
    {
      onDone: () => {
        toast(`Invoice ${invoice.invoice_number} is paid`)
        onClose()
      },
    },
  )
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={`Mark ${invoice.invoice_number} as paid?`}
      description={`${formatMoney(invoice.total_amount)} in full. Webhooks that listen to invoice.paid are told.`}
    >
      <form onSubmit={save.onSubmit} className="flex flex-col gap-4">
        <TextField label="Paid on" type="date" {...fieldOf(form)('paid_date')} />
        <FormActions {...save} action="Mark as paid" onCancel={onClose} />
      </form>
    </Dialog>
  )
}
