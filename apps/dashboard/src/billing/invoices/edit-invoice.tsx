import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '../../api/call.ts'
import { keptTheirs } from '../../api/conflicts.ts'
import { useCall } from '../../api/queries.ts'
import { useFormChange } from '../../components/forms/use-form-action.ts'
import { toast } from '../../components/overlays/toast.tsx'
import { Loaded } from '../../components/page/loaded.tsx'
import { formatCount, formatMoney } from '../../components/values/formats.ts'
import { bodyOf, lineAsTyped, linesAsSent } from '../invoice-lines/typed-lines.ts'
import type { InvoiceValues } from '../invoice-lines/typed-lines.ts'
import { InvoiceForm } from './invoice-form.tsx'
import type { Invoice, InvoiceContent, TaxRate } from './invoice.ts'

interface EditInvoiceProps {
  readonly invoice: Invoice
  readonly content: InvoiceContent
  readonly onClose: () => void
}

export function EditInvoice(props: EditInvoiceProps) {
  const taxes = useCall('GET /tax-rates', {})
  return <Loaded query={taxes}>{({ data }) => <EditForm {...props} taxes={data} />}</Loaded>
}

type SentLines = ReturnType<typeof linesAsSent>

/** `– Opinion: 2 × 120.00, −10 %, = 200.00, S 19` */
function lineText({
  description,
  quantity,
  unit_price: price,
  discount_percent: discount,
  net,
  ...tax
}: SentLines[number]) {
  const parts = [
    quantity !== null && price !== null ? `${formatCount(quantity)} × ${formatMoney(price)}` : formatMoney(price),
    discount !== null && discount !== 0 && `−${formatCount(discount)} %`,
    net !== null && `= ${formatMoney(net)}`,
    tax.tax_category !== undefined &&
      tax.tax_percent !== undefined &&
      `${tax.tax_category} ${formatCount(tax.tax_percent)} %`,
  ]
  return `– ${description ?? ''}: ${parts.filter(Boolean).join(', ')}`
}

const labels = {
  client_user_id: 'Client',
  case_id: 'Matter',
  issue_date: 'Issued',
  due_date: 'Due',
  currency: 'Currency',
  lines: 'Lines',
}

function EditForm({
  invoice: given,
  content,
  taxes,
  onClose,
}: EditInvoiceProps & { readonly taxes: readonly TaxRate[] }) {
  // The invoice as it was when the form opened. A refetch can replace it in the meantime.
  const [{ invoice, values }] = useState(() => ({ invoice: given, values: valuesOf(given, content) }))
  const form = useForm<InvoiceValues>({ defaultValues: values })
  const params = { id: invoice.invoice_id }
  const save = useFormChange(
    form,
    '/invoices/{id}',
    (typed) => {
      const body = bodyOf(typed)
      const changed = changedIn(body, bodyOf(values))
      // The amounts of the lines are in the currency.
      return { params, body: { ...changed, ...('currency' in changed && { lines: body.lines }) } }
    },
    {
      seen: invoice,
      labels,
      parts: {
        lines: {
          seen: bodyOf(values).lines,
          read: async () => linesAsSent(await call('GET /invoices/{id}/lines', { params }, { isQuiet: true })),
          // The values of `seen` and `read`.
          text: (sent) => (sent as SentLines).map(lineText).join('\n'),
        },
      },
      onDone: (isSaved) => {
        toast(isSaved ? 'Saved' : keptTheirs)
        onClose()
      },
    },
  )
  return <InvoiceForm {...{ form, taxes, save }} action="Save draft" onCancel={onClose} />
}

const valuesOf = (invoice: Invoice, { data, currency }: InvoiceContent): InvoiceValues => ({
  client_user_id: invoice.client_user_id,
  case_id: invoice.case_id,
  issue_date: invoice.issue_date ?? '',
  due_date: invoice.due_date ?? '',
  currency: currency ?? '',
  lines: data.map((line) => lineAsTyped(line, currency)),
})

/** The fields that differ from the values when the form opened. */
const changedIn = <T extends object>(body: T, before: T): Partial<T> => {
  const was = new Map(Object.entries(before))
  const isNew = ([name, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(was.get(name))
  // Object.fromEntries does not keep the names.
  return Object.fromEntries(Object.entries(body).filter(isNew)) as Partial<T>
}
