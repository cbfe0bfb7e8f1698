import { useForm } from 'react-hook-form'
import { useCall } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { fieldOf } from '../../components/forms/field-of.ts'
import { Form } from '../../components/forms/form.tsx'
import { DayField } from '../../components/forms/typed/typed-field.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { useFormAction } from '../../components/forms/use-form-action.ts'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { FormActions } from '../../components/overlays/form-actions.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { dayFromToday, formatExactMoney } from '../../components/values/formats.ts'
import { environment } from '../../environment.ts'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
import type { Invoice, InvoiceContent } from './invoice.ts'
import { issueWarnings } from './issue-warnings.ts'
import { PrintWarning } from './print-warning.tsx'
import { useIssuedMovesDue } from './use-issued-moves-due.ts'

interface IssueDialogProps {
  readonly invoice: Invoice
  readonly content: InvoiceContent
  readonly onClose: () => void
}

export function IssueDialog({ invoice, content, onClose }: IssueDialogProps) {
  const { currency, data: lines } = content
  const paymentDays = useSession().manners[environment].payment_days ?? 30
  const form = useForm({
    defaultValues: {
      invoice_number: '',
      issue_date: invoice.issue_date ?? dayFromToday(),
      due_date: invoice.due_date ?? dayFromToday(paymentDays),
    },
  })
  const query = { issue_date: form.watch('issue_date') || dayFromToday() }
  const next = useCall('GET /invoices/next-number', { query }, { keep: false })
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
  const issued = useIssuedMovesDue(form)
  const warnings = issueWarnings({
    issued: form.watch('issue_date'),
    lines,
    previous: next.data?.previous ?? null,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={`Issue this invoice for  ${formatExactMoney(invoice.total_amount, currency)}?`}
      description="It gets the next number and can no longer be edited."
    >
      <Form of={save}>
        <TextField label="Number" placeholder={next.data?.invoice_number} {...field('invoice_number')} />
        <div className="grid gap-4 sm:grid-cols-2">
          <DayField label="Issued" {...issued} />
          <DayField label="Due" {...field('due_date')} />
        </div>
        <PrintWarning id={invoice.invoice_id} />
        {warnings.map((warning) => (
          <p key={warning} role="status" className="text-table text-warn">
            {warning}
          </p>
        ))}
        <FormActions
          {...save}
          action={`Issue invoice for  ${formatExactMoney(invoice.total_amount, currency)}`}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  )
}
