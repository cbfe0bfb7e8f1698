import { useForm } from 'react-hook-form'
import { fieldOf } from '../../components/forms/field-of.ts'
import { Form } from '../../components/forms/form.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { DayField, MoneyField } from '../../components/forms/typed/typed-field.tsx'
import { decimalText, isUnreadable, requiredNumber } from '../../components/forms/typed/typed-value.ts'
import { useFormAction } from '../../components/forms/use-form-action.ts'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { FormActions } from '../../components/overlays/form-actions.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { dayFromToday, formatExactMoney } from '../../components/values/formats.ts'
import { methods } from './use-payment-form.ts'

interface RefundDialogProps {
  readonly clientId: number
  readonly credit: { readonly amount: number; readonly currency: string | null }
  readonly onClose: () => void
}

/** Records a refund of client credit. */
export function RefundDialog({ clientId, credit: { amount: credit, currency }, onClose }: RefundDialogProps) {
  const form = useForm({
    defaultValues: { amount: decimalText(credit), paid_on: dayFromToday(), method: methods[0] ?? '', reference: '' },
  })
  const save = useFormAction(
    form,
    'POST /refunds',
    ({ amount, paid_on, method, reference }, attempt) => ({
      body: {
        key: attempt.uuid(),
        client_id: clientId,
        amount: requiredNumber(amount),
        currency,
        paid_on,
        method,
        reference: reference.trim() || null,
      },
    }),
    {
      onDone: () => {
        toast('Refund recorded')
        onClose()
      },
    },
  )
  const field = fieldOf(form)
  const amount = form.watch('amount')
  return (
    <Dialog open onClose={onClose} title="Record refund">
      <Form of={save}>
        <p className="text-table text-muted">
          The client’s credit is {formatExactMoney(credit, currency)}. Send the money from your bank, then record it
          here.
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          <MoneyField label="Amount" currency={currency} isExact {...field('amount')} />
          <DayField label="Refunded on" missingYear="last" {...field('paid_on')} />
          <SelectField label="Method" options={methods} {...field('method')} />
          <TextField label="Reference" optional {...field('reference')} />
        </div>
        <FormActions
          {...save}
          action={
            isUnreadable(amount) || amount === ''
              ? 'Record refund'
              : `Record refund of ${formatExactMoney(amount, currency)}`
          }
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  )
}
