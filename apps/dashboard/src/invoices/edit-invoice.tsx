import { useForm } from 'react-hook-form'
import { toast } from '../components/overlays/toast.tsx'
import { useFormAction } from '../components/forms/use-form-action.ts'
import { bodyOf, lineAsTyped } from './invoice.ts'
import type { Invoice, InvoiceLine, InvoiceValues } from './invoice.ts'
import { InvoiceForm } from './invoice-form.tsx'

interface EditInvoiceProps {
  readonly invoice: Invoice
  readonly lines: readonly InvoiceLine[]
  readonly onClose: () => void
}

export function EditInvoice({ invoice, lines, onClose }: EditInvoiceProps) {
  const form = useForm<InvoiceValues>({
    defaultValues: {
      invoice_number: invoice.invoice_number,
      client_user_id: invoice.client_user_id,
      case_id: invoice.case_id,
      issue_date: invoice.issue_date ?? '',
      due_date: invoice.due_date ?? '',
      lines: lines.map(lineAsTyped),
    },
  })
  const save = useFormAction(
    form,
    'PATCH /invoices/{id}',
    (values) => ({ params: { id: invoice.invoice_id }, body: bodyOf(values) }),
    {
      onDone: () => {
        toast('Saved')
        onClose()
      },
    },
  )
  return <InvoiceForm form={form} save={save} action="Save draft" onCancel={onClose} />
}
