import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { fieldOf } from '../../components/forms/field-of.ts'
import { Form } from '../../components/forms/form.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { decimalText, numberOf } from '../../components/forms/typed/decimal-text.ts'
import { DayField, MoneyField } from '../../components/forms/typed/typed-field.tsx'
import { TypedBox } from '../../components/forms/typed/typed-box.tsx'
import { money } from '../../components/forms/typed/typed-kind.ts'
import { useFormAction } from '../../components/forms/use-form-action.ts'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { FormActions } from '../../components/overlays/form-actions.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { dayFromToday, formatExactMoney } from '../../components/values/formats.ts'
import type { Invoice, Settlement } from '../invoices/invoice.ts'
import { allocate, excessOf } from './allocation.ts'

interface PaymentDialogProps {
  readonly invoice: Invoice
  /** As it was when this was opened. */
  readonly settlement: Settlement
  readonly currency: string | null
  readonly onClose: () => void
}

interface Values {
  amount: string
  paid_on: string
  method: string
  reference: string
  allocations: { amount: string }[]
}

export const methods = ['Bank transfer', 'Card', 'Direct debit', 'Cheque', 'Cash']

/** What a client paid: one amount, on the oldest invoices first unless it is said otherwise. */
export function PaymentDialog({ invoice, settlement, currency, onClose }: PaymentDialogProps) {
  // Sent twice, it is recorded once.
  const [key] = useState(() => crypto.randomUUID())
  const open = settlement.open_invoices
  const form = useForm<Values>({
    defaultValues: {
      amount: decimalText(settlement.owed),
      paid_on: dayFromToday(),
      method: methods[0] ?? '',
      reference: '',
      allocations: open.map(() => ({ amount: '' })),
    },
  })
  const save = useFormAction(
    form,
    'POST /payments',
    ({ amount, paid_on, method, reference, allocations }) => {
      // The server names the box that is empty.
      const whole = numberOf(amount) as number
      const said = allocations.flatMap((share, at) => {
        const part = numberOf(share.amount)
        return part === null || part === 0 ? [] : [{ invoice_id: open[at]?.invoice_id ?? 0, amount: part }]
      })
      const shares = invoice.client_user_id === null ? [{ invoice_id: invoice.invoice_id, amount: whole }] : said
      return {
        body: {
          key,
          client_id: invoice.client_user_id,
          amount: whole,
          paid_on,
          method,
          reference: reference.trim() || null,
          ...(shares.length > 0 && { allocations: shares }),
        },
      }
    },
    {
      onDone: () => {
        toast('Payment recorded')
        onClose()
      },
    },
  )
  const field = fieldOf(form)
  const kind = money({ currency, isExact: true })
  const { amount, allocations } = form.watch()
  const isSaid = allocations.some((share) => share.amount.trim() !== '')
  const shares = isSaid
    ? []
    : allocate(
        amount,
        open.map(({ owed }) => decimalText(owed)),
      )
  const owed = isSaid ? allocations.map((share) => share.amount) : open.map((one) => decimalText(one.owed))
  const tooMuch = excessOf(amount, open.length > 0 ? owed : [decimalText(settlement.owed)])
  return (
    <Dialog open onClose={onClose} title="Record payment">
      <Form of={save}>
        <div className="grid gap-4 sm:grid-cols-2">
          <MoneyField label="Amount" currency={currency} isExact {...field('amount')} />
          <DayField label="Paid on" {...field('paid_on')} />
          <SelectField label="Method" options={methods} {...field('method')} />
          <TextField label="Reference" optional {...field('reference')} />
        </div>
        {open.length > 1 && (
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-1 text-table font-medium">Invoices</legend>
            <p className="text-meta text-muted">
              The oldest invoices are paid first, unless you enter amounts. The rest becomes client credit.
            </p>
            {open.map(({ invoice_id: id, invoice_number: number, owed }, at) => (
              <div key={id} className="grid grid-cols-[minmax(0,1fr)_auto_7rem] items-center gap-3 text-table">
                <span className="truncate">{number}</span>
                <span className="text-muted tabular-nums">{formatExactMoney(owed, currency)}</span>
                <TypedBox
                  aria-label={`Amount for ${number}`}
                  kind={kind}
                  placeholder={kind.write(shares[at] || '0')}
                  {...form.register(`allocations.${at}.amount`)}
                />
                {form.formState.errors.allocations?.[at]?.amount?.message && (
                  <p role="alert" className="col-span-3 text-meta font-medium text-bad">
                    {form.formState.errors.allocations[at].amount.message}
                  </p>
                )}
              </div>
            ))}
          </fieldset>
        )}
        {tooMuch !== undefined && (
          <p role="status" className="text-table font-medium text-warn">
            {formatExactMoney(tooMuch, currency)} too much.{' '}
            {invoice.client_user_id === null
              ? 'The invoice has no client to credit it to.'
              : 'It becomes client credit.'}
          </p>
        )}
        <FormActions {...save} action="Record payment" onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
