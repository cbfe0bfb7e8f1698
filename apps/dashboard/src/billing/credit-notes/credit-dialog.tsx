import { useForm } from 'react-hook-form'
import { CheckboxField } from '../../components/forms/checkbox.tsx'
import { fieldOf } from '../../components/forms/field-of.ts'
import { FieldError } from '../../components/forms/form-error.tsx'
import { Form } from '../../components/forms/form.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { numberOf } from '../../components/forms/typed/typed-value.ts'
import { useFormAction } from '../../components/forms/use-form-action.ts'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { FormActions } from '../../components/overlays/form-actions.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { formatExactMoney } from '../../components/values/formats.ts'
import { isWork } from '../invoice-lines/typed-lines.ts'
import type { Invoice, InvoiceContent, Settlement } from '../invoices/invoice.ts'
import { CreditChoice } from './credit-choice.tsx'
import type { CreditValues } from './credit-choice.tsx'
import { creditTotal, tooMuchText } from './credit-total.ts'

interface CreditDialogProps {
  readonly invoice: Invoice
  readonly content: InvoiceContent
  readonly settlement: Settlement
  readonly onClose: () => void
}

/** Issues a credit note for a whole invoice or parts of it. */
export function CreditDialog(props: CreditDialogProps) {
  const { invoice, content, settlement, onClose } = props
  const { data: lines, currency } = content
  const { form, save } = useCreditForm(props)
  const { extent, lines: typed } = form.watch()
  const nets = extent === 'parts' ? typed.map(({ net }) => net) : undefined
  const ofLines = extent === '' ? undefined : creditTotal({ content, settlement, nets })
  // An invoice that was created on the command line has a total but no lines.
  const total = lines.length === 0 ? String(invoice.total_amount) : ofLines
  const money = (amount: string) => formatExactMoney(amount, currency)
  const field = fieldOf(form)
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Credit note for invoice ${invoice.invoice_number}`}
      description="A credit note reduces the amount that your client owes. Anything paid above the new amount becomes client credit. This cannot be undone."
    >
      <Form of={save}>
        {lines.length > 0 && (
          <CreditChoice {...{ form, lines, currency }} hasNotes={settlement.credit_notes.length > 0} />
        )}
        <TextField label="Reason" optional {...field('reason')} />
        {extent === 'all' && lines.some(isWork) && (
          <CheckboxField label="Make its time and expenses unbilled again" {...form.register('frees_time')} />
        )}
        {typeof total === 'object' && <FieldError message={tooMuchText(total, money)} />}
        <FormActions
          {...save}
          action={typeof total === 'string' ? `Issue credit note for ${money(total)}` : 'Issue credit note'}
          disabled={typeof total !== 'string'}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  )
}

function useCreditForm({ invoice, content: { data: lines }, settlement, onClose }: CreditDialogProps) {
  const extentAtFirst = lines.length === 0 ? 'all' : settlement.credit_notes.length > 0 ? 'parts' : ''
  const form = useForm<CreditValues>({
    defaultValues: {
      reason: '',
      frees_time: false,
      extent: extentAtFirst,
      lines: lines.map(() => ({ net: '' })),
    },
  })
  const save = useFormAction(
    form,
    'POST /invoices/{id}/credit-notes',
    ({ reason, frees_time, extent, lines }) => {
      const parts = lines.flatMap(({ net }, line) => {
        const amount = numberOf(net)
        return amount === null || amount === 0 ? [] : [{ line, net: amount }]
      })
      return {
        params: { id: invoice.invoice_id },
        body: { reason: reason.trim() || null, ...(extent === 'parts' ? { lines: parts } : { frees_time }) },
      }
    },
    {
      onDone: ({ data }) => {
        toast(`Credit note ${data.number} issued`)
        onClose()
      },
    },
  )
  return { form, save }
}
