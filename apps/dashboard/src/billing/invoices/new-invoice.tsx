import { useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { useCall } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { useFormAction } from '../../components/forms/use-form-action.ts'
import { toast } from '../../components/overlays/toast.tsx'
import { Loaded } from '../../components/page/loaded.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { dayFromToday } from '../../components/values/formats.ts'
import { environment } from '../../environment.ts'
import { useSearchParams } from '../../search-params/use-search-params.ts'
import { bodyOf, linesOfWork } from '../invoice-lines/typed-lines.ts'
import type { InvoiceValues } from '../invoice-lines/typed-lines.ts'
import { InvoiceForm } from './invoice-form.tsx'
import { newInvoiceSearch } from './invoice.ts'
import type { TaxRate, UnbilledWork } from './invoice.ts'

/** A new invoice. `?client_id=` adds all unbilled time and expenses of the client, `?case_id=` only those of a matter. */
export function NewInvoice() {
  const { search } = useSearchParams(newInvoiceSearch)
  const clientId = search.client_id ? Number(search.client_id) : null
  const taxes = useCall('GET /tax-rates', {})
  const time = useCall(
    'GET /unbilled-time/{id}',
    { params: { id: clientId ?? 0 } },
    { enabled: clientId !== null, keep: false },
  )
  return (
    <>
      <PageHeader title="New invoice" parent={{ label: 'Invoices', link: { to: '/invoices' } }} />
      <Loaded query={taxes}>
        {({ data }) => (time.isLoading ? null : <NewForm taxes={data} clientId={clientId} unbilled={time.data} />)}
      </Loaded>
    </>
  )
}

interface NewFormProps {
  readonly taxes: readonly TaxRate[]
  readonly clientId: number | null
  readonly unbilled: UnbilledWork | undefined
}

function NewForm({ taxes, clientId, unbilled }: NewFormProps) {
  const navigate = useNavigate()
  const { search } = useSearchParams(newInvoiceSearch)
  const caseId = search.case_id ? Number(search.case_id) : null
  const { payment_days: days, currency: firmCurrency } = useSession().manners[environment]
  const paymentDays = days ?? 30
  const form = useForm<InvoiceValues>({
    defaultValues: {
      client_user_id: clientId,
      case_id: caseId,
      issue_date: dayFromToday(),
      due_date: dayFromToday(paymentDays),
      currency: firmCurrency ?? '',
      lines: unbilled ? linesOfWork(caseId === null ? unbilled : ofMatter(unbilled, caseId), taxes) : [],
    },
  })
  // A draft without a currency follows the firm's currency until it is issued.
  const asSent = (values: InvoiceValues) => {
    const body = bodyOf(values)
    return { ...body, currency: body.currency === firmCurrency ? null : body.currency }
  }
  const save = useFormAction(form, 'POST /invoices', (values) => ({ body: asSent(values) }), {
    onDone: ({ data }) => {
      toast('Draft created')
      void navigate({ to: '/invoices/$id', params: { id: String(data.invoice_id) } })
    },
  })
  return (
    <InvoiceForm
      {...{ form, taxes, save }}
      action="Create draft"
      onCancel={() => void navigate({ to: '/invoices' })}
      offersUnbilled
    />
  )
}

const ofMatter = ({ data, expenses }: UnbilledWork, caseId: number): UnbilledWork => ({
  data: data.filter((entry) => entry.case_id === caseId),
  expenses: expenses.filter((expense) => expense.case_id === caseId),
})
