import type { UseFormReturn } from 'react-hook-form'
import { fieldOf } from '../../components/forms/field-of.ts'
import { FieldError } from '../../components/forms/form-error.tsx'
import { Form } from '../../components/forms/form.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { TypedBox } from '../../components/forms/typed/typed-box.tsx'
import { DayField, MoneyField } from '../../components/forms/typed/typed-field.tsx'
import { money } from '../../components/forms/typed/typed-kind.ts'
import { decimalText } from '../../components/forms/typed/typed-value.ts'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { FormActions } from '../../components/overlays/form-actions.tsx'
import { formatExactMoney } from '../../components/values/formats.ts'
import type { Invoice, Settlement } from '../invoices/invoice.ts'
import { allocate, excessOf } from './allocation.ts'
import { methods, usePaymentForm, writtenOffOf } from './use-payment-form.ts'
import type { PaymentValues } from './use-payment-form.ts'

interface PaymentDialogProps {
  readonly invoice: Invoice
  /** As it was when the dialog opened. */
  readonly settlement: Settlement
  readonly currency: string | null
  readonly onClose: () => void
}

/** Records one amount that a client paid. It pays the oldest invoices first, unless amounts are entered. */
export function PaymentDialog({ invoice, settlement, currency, onClose }: PaymentDialogProps) {
  const { form, save } = usePaymentForm({ invoice, settlement, onDone: onClose })
  const field = fieldOf(form)
  const writtenOff = writtenOffOf(settlement)
  return (
    <Dialog open onClose={onClose} title="Record payment">
      <Form of={save}>
        {writtenOff > 0 && (
          <p className="text-table">
            This invoice was written off ({formatExactMoney(writtenOff, currency)}). The payment takes the write-off
            back by its amount.
          </p>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <MoneyField label="Amount" currency={currency} isExact {...field('amount')} />
          <DayField label="Paid on" missingYear="last" {...field('paid_on')} />
          <SelectField label="Method" options={methods} {...field('method')} />
          <TextField label="Reference" optional {...field('reference')} />
        </div>
        {writtenOff === 0 && settlement.open_invoices.length > 1 && (
          <AllocationFields {...{ form, currency }} invoices={settlement.open_invoices} />
        )}
        <ExcessNotice {...{ form, settlement, currency }} hasClient={invoice.client_user_id !== null} />
        <FormActions {...save} action="Record payment" onCancel={onClose} />
      </Form>
    </Dialog>
  )
}

type OpenInvoices = Settlement['open_invoices']

const amountsOwed = (invoices: OpenInvoices) => invoices.map(({ owed }) => decimalText(owed))

const isAnyEntered = (allocations: PaymentValues['allocations']) =>
  allocations.some(({ amount }) => amount.trim() !== '')

interface AllocationFieldsProps {
  readonly form: UseFormReturn<PaymentValues>
  readonly invoices: OpenInvoices
  readonly currency: string | null
}

/** The part of the payment for each open invoice. */
function AllocationFields({ form, invoices, currency }: AllocationFieldsProps) {
  const kind = money({ currency, isExact: true })
  const { amount, allocations } = form.watch()
  const shares = isAnyEntered(allocations) ? [] : allocate(amount, amountsOwed(invoices))
  const errors = form.formState.errors.allocations
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-table font-medium">Invoices</legend>
      <p className="text-meta text-muted">
        The oldest invoices are paid first, unless you enter amounts. The rest becomes client credit.
      </p>
      {invoices.map(({ invoice_id: id, invoice_number: number, owed }, at) => (
        <div key={id} className="grid grid-cols-[minmax(0,1fr)_auto_7rem] items-center gap-3 text-table">
          <span className="truncate">{number}</span>
          <span className="text-muted tabular-nums">{formatExactMoney(owed, currency)}</span>
          <TypedBox
            aria-label={`Amount for ${number}`}
            kind={kind}
            placeholder={kind.write(shares[at] || '0')}
            {...form.register(`allocations.${at}.amount`)}
          />
          <FieldError message={errors?.[at]?.amount?.message} className="col-span-3" />
        </div>
      ))}
    </fieldset>
  )
}

interface ExcessNoticeProps {
  readonly form: UseFormReturn<PaymentValues>
  readonly settlement: Settlement
  readonly currency: string | null
  readonly hasClient: boolean
}

/** Warns if the payment is more than what is owed. */
function ExcessNotice({ form, settlement, currency, hasClient }: ExcessNoticeProps) {
  const { amount, allocations } = form.watch()
  const writtenOff = writtenOffOf(settlement)
  const { open_invoices: open, owed } = writtenOff > 0 ? { open_invoices: [], owed: writtenOff } : settlement
  const parts = isAnyEntered(allocations) ? allocations.map((share) => share.amount) : amountsOwed(open)
  const excess = excessOf(amount, open.length > 0 ? parts : [decimalText(owed)])
  if (excess === undefined) return null
  return (
    <p role="status" className="text-table font-medium text-warn">
      {formatExactMoney(excess, currency)} too much.{' '}
      {hasClient ? 'It becomes client credit.' : 'The invoice has no client to credit it to.'}
    </p>
  )
}
