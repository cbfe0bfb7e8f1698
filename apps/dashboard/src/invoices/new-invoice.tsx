import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useCall } from '../api/queries.ts'
import { useSession } from '../api/session.ts'
import { PageHeader } from '../components/page/page-header.tsx'
import { dayFromToday } from '../components/values/formats.ts'
import { toast } from '../components/overlays/toast.tsx'
import { useFormAction } from '../components/forms/use-form-action.ts'
import { environment } from '../environment.ts'
import { useSearchParams } from '../search-params/use-search-params.ts'
import { bodyOf, lineOfTime, newInvoiceSearch } from './invoice.ts'
import type { InvoiceValues } from './invoice.ts'
import { InvoiceForm } from './invoice-form.tsx'

/** A new invoice; `?client_id=` begins it with all unbilled time of that client. */
export function NewInvoice() {
  const navigate = useNavigate()
  const { search } = useSearchParams(newInvoiceSearch)
  const clientId = search.client_id ? Number(search.client_id) : null
  const paymentDays = useSession().manners[environment].payment_days ?? 30
  const next = useCall('GET /invoices/next-number', {})
  const form = useForm<InvoiceValues>({
    defaultValues: {
      invoice_number: '',
      client_user_id: clientId,
      case_id: search.case_id ? Number(search.case_id) : null,
      issue_date: dayFromToday(),
      due_date: dayFromToday(paymentDays),
      lines: [],
    },
  })
  const time = useCall(
    'GET /unbilled-time/{id}',
    { params: { id: clientId ?? 0 } },
    { enabled: clientId !== null, keep: false },
  )
  useEffect(() => {
    if (time.data && form.getValues('lines').length === 0) form.setValue('lines', time.data.data.map(lineOfTime))
  }, [time.data, form])
  const save = useFormAction(form, 'POST /invoices', (values) => ({ body: bodyOf(values) }), {
    onDone: ({ data }) => {
      toast(`Invoice ${data.invoice_number} created`)
      void navigate({ to: '/invoices/$id', params: { id: String(data.invoice_id) } })
    },
  })
  return (
    <>
      <PageHeader title="New invoice" parent={{ label: 'Invoices', link: { to: '/invoices' } }} />
      <InvoiceForm
        form={form}
        save={save}
        action="Create draft"
        nextNumber={next.data?.invoice_number}
        onCancel={() => void navigate({ to: '/invoices' })}
        takesTime
      />
    </>
  )
}
