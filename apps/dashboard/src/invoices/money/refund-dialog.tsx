import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { fieldOf } from '../../components/forms/field-of.ts'
import { numberAsTyped } from '../../components/forms/number-as-typed.ts'
import { SelectField } from '../../components/forms/select-field.tsx'
import { DayField } from '../../components/forms/day/day-field.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { useFormAction } from '../../components/forms/use-form-action.ts'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { FormActions } from '../../components/overlays/form-actions.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { dayFromToday, formatExactMoney } from '../../components/values/formats.ts'
import { typed } from '../invoice.ts'
import { methods } from './payment-dialog.tsx'

interface RefundDialogProps {
  readonly clientId: number
  readonly credit: { readonly amount: number; readonly currency: string | null }
  readonly onClose: () => void
}

/** What a client was paid back of its credit. */
export function RefundDialog({ clientId, credit: { amount: most, currency }, onClose }: RefundDialogProps) {
  // Sent twice, it is recorded once.
  const [key] = useState(() => crypto.randomUUID())
  const form = useForm({
    defaultValues: { amount: typed(most), paid_on: dayFromToday(), method: methods[0] ?? '', reference: '' },
  })
  const save = useFormAction(
    form,
    'POST /refunds',
    ({ amount, paid_on, method, reference }) => ({
      body: {
        key,
        client_id: clientId,
        // What is empty the server says is missing.
        amount: numberAsTyped(amount, 'amount') as number,
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
  return (
    <Dialog open onClose={onClose} title="Pay back credit">
      <form onSubmit={save.onSubmit} className="flex flex-col gap-4">
        <p className="text-table text-muted">
          The client’s credit is {formatExactMoney(most, currency)}. Send the money from your bank; here it is recorded.
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Amount" inputMode="decimal" {...field('amount')} />
          <DayField label="Paid back on" {...field('paid_on')} />
          <SelectField label="How" options={methods} {...field('method')} />
          <TextField label="Reference" optional {...field('reference')} />
        </div>
        <FormActions {...save} action="Record refund" onCancel={onClose} />
      </form>
    </Dialog>
  )
}
