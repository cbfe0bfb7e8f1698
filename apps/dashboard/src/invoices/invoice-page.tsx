import { Link, useParams } from '@tanstack/react-router'
import { useCall } from '../api/queries.ts'
import { useSession } from '../api/session.ts'
import { ErrorPanel } from '../components/page/error-panel.tsx'
import { Facts, IdText } from '../components/values/facts.tsx'
import { DateOnly, Money } from '../components/values/moments.tsx'
import { NotFound } from '../components/page/not-found.tsx'
import { PageHeader } from '../components/page/page-header.tsx'
import { Panel } from '../components/page/panel.tsx'
import { Skeleton } from '../components/page/skeleton.tsx'
import { StatusBadge } from '../components/values/status-badge.tsx'
import { useSearchParams } from '../search-params/use-search-params.ts'
import { useNames } from '../records/use-names.ts'
import { EditInvoice } from './edit-invoice.tsx'
import { InvoiceActions } from './invoice-actions.tsx'
import { invoiceSearch } from './invoice.ts'
import type { Invoice, InvoiceLine } from './invoice.ts'
import { LineTable } from './line-table.tsx'

export function InvoicePage() {
  const { id } = useParams({ from: '/invoices/$id' })
  const one = useCall('GET /invoices/{id}', { params: { id } }, { keep: false })
  const lines = useCall('GET /invoices/{id}/lines', { params: { id } }, { keep: false })
  if (one.error?.status === 404) return <NotFound what="invoice" />
  const error = one.error ?? lines.error
  if (error) return <ErrorPanel error={error} onRetry={() => void Promise.all([one.refetch(), lines.refetch()])} />
  if (!one.data || !lines.data) return <Skeleton lines={8} />
  return <LoadedInvoice invoice={one.data.data} lines={lines.data.data} />
}

interface LoadedInvoiceProps {
  readonly invoice: Invoice
  readonly lines: readonly InvoiceLine[]
}

function LoadedInvoice({ invoice, lines }: LoadedInvoiceProps) {
  const { search, setSearch } = useSearchParams(invoiceSearch)
  const { account } = useSession()
  const { client_user_id: clientId, case_id: caseId, total_amount: total } = invoice
  const names = useNames({ clients: [clientId], matters: [caseId] })
  const isEdited = search.edit !== undefined && invoice.status === 'draft'
  const facts = [
    {
      label: 'Client',
      value: clientId !== null && (
        <Link to="/clients/$id" params={{ id: String(clientId) }} className="link">
          {names.client(clientId) ?? `#${clientId}`}
        </Link>
      ),
    },
    {
      label: 'Matter',
      value: caseId !== null && (
        <Link to="/matters/$id" params={{ id: String(caseId) }} className="link">
          {names.matter(caseId) ?? `#${caseId}`}
        </Link>
      ),
    },
    { label: 'Issued', value: <DateOnly value={invoice.issue_date} /> },
    { label: 'Due', value: <DateOnly value={invoice.due_date} /> },
    { label: 'Paid', value: <DateOnly value={invoice.paid_date} /> },
    { label: 'Amount paid', value: <Money value={invoice.amount_paid} /> },
    { label: 'invoice_id', value: <IdText value={invoice.invoice_id} what="invoice id" /> },
  ].map(({ label, value }) => ({ label, value: value || undefined }))
  return (
    <>
      <p className="mb-4 font-semibold not-print:hidden">{account.name}</p>
      <PageHeader
        title={`Invoice ${invoice.invoice_number}`}
        status={<StatusBadge status={invoice.status} />}
        parent={{ label: 'Invoices', link: { to: '/invoices' } }}
        actions={!isEdited && <InvoiceActions invoice={invoice} onEdit={() => setSearch({ edit: '1' })} />}
      />
      {isEdited ? (
        <EditInvoice {...{ invoice, lines }} onClose={() => setSearch({ edit: undefined })} />
      ) : (
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_320px] print:flex print:flex-col-reverse print:items-stretch">
          <LineTable lines={lines} total={total} />
          <Panel>
            <Facts facts={facts} />
          </Panel>
        </div>
      )}
    </>
  )
}
