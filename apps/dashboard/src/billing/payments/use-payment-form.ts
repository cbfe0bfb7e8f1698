import { useState } from 'react'
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

interface PaymentFormOptions {
  readonly invoice: Invoice
  readonly settlement: Settlement
  readonly onDone: () => void
}

/** The form of a payment, and the request that records it. */
export function usePaymentForm({ invoice, settlement, onDone }: PaymentFormOptions) {
  // A repeated request records the payment once.
  const [key] = useState(() => crypto.randomUUID())
  const { open_invoices: open, owed } = settlement
  const form = useForm<PaymentValues>({
    defaultValues: {
      amount: decimalText(owed),
      paid_on: dayFromToday(),
      method: methods[0] ?? '',
      reference: '',
      allocations: open.map(() => ({ amount: '' })),
    },
  })
  const save = useFormAction(
    form,
    'POST /payments',
    ({ amount: typed, paid_on, method, reference, allocations }) => {
      const amount = requiredNumber(typed)
      const entered = allocations.flatMap((share, at) => {
        const part = numberOf(share.amount)
        return part === null || part === 0 ? [] : [{ invoice_id: open[at]?.invoice_id ?? 0, amount: part }]
      })
      const shares = invoice.client_user_id === null ? [{ invoice_id: invoice.invoice_id, amount }] : entered
      return {
        body: {
          key,
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
