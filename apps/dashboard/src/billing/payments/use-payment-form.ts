import { useForm } from 'react-hook-form'
import { decimalText, numberOf, requiredNumber } from '../../components/forms/typed/typed-value.ts'
import { useFormAction } from '../../components/forms/use-form-action.ts'
import { toast } from '../../components/overlays/toast.tsx'
import { dayFromToday } from '../../components/values/formats.ts'
import type { Invoice, Settlement } from '../invoices/invoice.ts'

export interface PaymentValues {
  amount: string
  paid_on: string
  method: string
  reference: string
  allocations: { amount: string }[]
}

export const methods = ['Bank transfer', 'Card', 'Direct debit', 'Cheque', 'Cash']

/** The amount that a payment for a written-off invoice takes back. 0 for an invoice with an open amount. */
export const writtenOffOf = ({ owed, written_off: writtenOff }: Settlement) => (owed === 0 ? writtenOff : 0)

interface PaymentFormOptions {
  readonly invoice: Invoice
  readonly settlement: Settlement
  readonly onDone: () => void
}

/** The form of a payment, and the request that records it. */
export function usePaymentForm({ invoice, settlement, onDone }: PaymentFormOptions) {
  const { open_invoices: open, owed } = settlement
  const writtenOff = writtenOffOf(settlement)
  const form = useForm<PaymentValues>({
    defaultValues: {
      amount: decimalText(writtenOff || owed),
      paid_on: dayFromToday(),
      method: methods[0] ?? '',
      reference: '',
      allocations: open.map(() => ({ amount: '' })),
    },
  })
  const save = useFormAction(
    form,
    'POST /payments',
    ({ amount: typed, paid_on, method, reference, allocations }, attempt) => {
      const amount = requiredNumber(typed)
      const entered = allocations.flatMap((share, at) => {
        const part = numberOf(share.amount)
        return part === null || part === 0 ? [] : [{ invoice_id: open[at]?.invoice_id ?? 0, amount: part }]
      })
      const onThis = (part: number) => [{ invoice_id: invoice.invoice_id, amount: part }]
      const ofClient = writtenOff > 0 ? onThis(Math.min(amount, writtenOff)) : entered
      const shares = invoice.client_user_id === null ? onThis(amount) : ofClient
      return {
        body: {
          key: attempt.uuid(),
          client_id: invoice.client_user_id,
          amount,
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
        onDone()
      },
    },
  )
  return { form, save }
}
