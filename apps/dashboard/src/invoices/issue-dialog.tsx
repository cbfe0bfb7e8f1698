import { useForm } from 'react-hook-form'
import { useCall } from '../api/queries.ts'
import { useSession } from '../api/session.ts'
import { fieldOf } from '../components/forms/field-of.ts'
import { DayField } from '../components/forms/day/day-field.tsx'
import { TextField } from '../components/forms/text-field.tsx'
import { useFormAction } from '../components/forms/use-form-action.ts'
import { Dialog } from '../components/overlays/dialog.tsx'
import { FormActions } from '../components/overlays/form-actions.tsx'
import { toast } from '../components/overlays/toast.tsx'
import { dayFromToday, formatExactMoney } from '../components/values/formats.ts'
import { environment } from '../environment.ts'
import { useShortcuts } from '../keyboard/shortcuts.ts'
import type { Invoice } from './invoice.ts'

interface IssueDialogProps {
  readonly invoice: Invoice
  readonly currency: string | null
  readonly onClose: () => void
}

export function IssueDialog({ invoice, currency, onClose }: IssueDialogProps) {
  const paymentDays = useSession().manners[environment].payment_days ?? 30
  const next = useCall('GET /invoices/next-number', {}, { keep: false })
  const form = useForm({
    defaultValues: {
      invoice_number: '',
      issue_date: invoice.issue_date ?? dayFromToday(),
      due_date: invoice.due_date ?? dayFromToday(paymentDays),
    },
  })
  const save = useFormAction(
    form,
    'POST /invoices/{id}/issue',
    ({ invoice_number: number, issue_date, due_date }) => ({
      params: { id: invoice.invoice_id },
      body: {
        ...(number.trim() && { invoice_number: number.trim() }),
        issue_date: issue_date || null,
        due_date: due_date || null,
      },
    }),
    {
      onDone: ({ data }) => {
        toast(`Invoice ${data.invoice_number} issued`)
        onClose()
      },
    },
  )
  useShortcuts([{ keys: '⌘Enter', scope: 'This page', label: 'Issue invoice', run: () => save.onSubmit() }])
  const field = fieldOf(form)
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={`Issue this invoice over ${formatExactMoney(invoice.total_amount, currency)}?`}
      description="It takes its number, and what stands on it never changes again."
    >
      <form onSubmit={save.onSubmit} className="flex flex-col gap-4">
        <TextField label="Number" placeholder={next.data?.invoice_number} {...field('invoice_number')} />
        <div className="grid gap-4 sm:grid-cols-2">
          <DayField label="Issued" {...field('issue_date')} />
          <DayField label="Due" {...field('due_date')} />
        </div>
        <FormActions {...save} action="Issue invoice" onCancel={onClose} />
      </form>
    </Dialog>
  )
}
