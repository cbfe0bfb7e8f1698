import { Link, useParams } from '@tanstack/react-router'
import { useCall } from '../../api/queries.ts'
import { useCan, useSession } from '../../api/session.ts'
import { Loaded } from '../../components/page/loaded.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { Panel } from '../../components/page/panel.tsx'
import { Facts, IdText } from '../../components/values/facts.tsx'
import { DateOnly, Money } from '../../components/values/moments.tsx'
import { StatusBadge } from '../../components/values/status-badge.tsx'
import { useNames } from '../../records/use-names.ts'
import { useSearchParams } from '../../search-params/use-search-params.ts'
import { LineTable } from '../invoice-lines/line-table.tsx'
import { SettlementPanel } from '../payments/settlement-panel.tsx'
import { SendingPanel } from '../sending/sending-panel.tsx'
import { EditInvoice } from './edit-invoice.tsx'
import { InvoiceActions } from './invoice-actions.tsx'
import { invoiceStatus } from './invoice-status.ts'
import { invoiceSearch } from './invoice.ts'
import type { Invoice, InvoiceContent, Settlement } from './invoice.ts'

export function InvoicePage() {
  const { id } = useParams({ from: '/invoices/$id' })
  const one = useCall('GET /invoices/{id}', { params: { id } }, { keep: false })
  const lines = useCall('GET /invoices/{id}/lines', { params: { id } }, { keep: false })
  const settlement = useCall('GET /invoices/{id}/settlement', { params: { id } }, { keep: false })
  return (
    <Loaded query={one} what="invoice">
      {({ data: invoice }) => (
        <Loaded query={lines}>
          {(content) => (
            <Loaded query={settlement}>
              {(loaded) => (
                <LoadedInvoice
                  {...{ invoice, content }}
                  settlement={loaded}
                  latestSettlement={async () =>
                    (settlement.isFetching && (await settlement.refetch({ cancelRefetch: false })).data) || loaded
                  }
                />
              )}
            </Loaded>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

interface LoadedInvoiceProps {
  readonly invoice: Invoice
  readonly content: InvoiceContent
  readonly settlement: Settlement
  readonly latestSettlement: () => Promise<Settlement>
}

function LoadedInvoice({ invoice, content, settlement, latestSettlement }: LoadedInvoiceProps) {
  const { search, setSearch } = useSearchParams(invoiceSearch)
  const { account } = useSession()
  const isDraft = invoice.status === 'draft'
  const isEdited = search.edit !== undefined && isDraft
  return (
    <>
      <p className="mb-4 font-semibold not-print:hidden">{account.name}</p>
      <PageHeader
        title={isDraft ? 'Draft invoice' : `Invoice ${invoice.invoice_number}`}
        status={<StatusBadge {...invoiceStatus(invoice)} />}
        parent={{ label: 'Invoices', link: { to: '/invoices' } }}
        actions={
          !isEdited && (
            <InvoiceActions
              {...{ invoice, content, settlement, latestSettlement }}
              onEdit={() => setSearch({ edit: '1' })}
            />
          )
        }
      />
      {isEdited ? (
        <EditInvoice {...{ invoice, content }} onClose={() => setSearch({ edit: undefined })} />
      ) : (
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_320px] print:flex print:flex-col-reverse print:items-stretch">
          <LineTable content={content} total={invoice.total_amount} />
          <div className="flex flex-col gap-4">
            <Panel>
              <InvoiceFacts invoice={invoice} />
            </Panel>
            {!isDraft && <SettlementPanel {...{ invoice, settlement }} currency={content.currency} />}
            {!isDraft && (
              <div className="print:hidden">
                <SendingPanel {...{ invoice }} />
              </div>
            )}
          </div>
        </div>
      )}
    </>
  )
}

function InvoiceFacts({ invoice }: { readonly invoice: Invoice }) {
  const { client_user_id: clientId, case_id: caseId, paid_date: paidOn, amount_paid: paid, currency } = invoice
  const can = useCan()
  const names = useNames({ clients: [clientId], matters: [caseId] })
  const client = clientId !== null && (
    <Link to="/clients/$id" params={{ id: String(clientId) }} className="link">
      {names.client(clientId) ?? `#${clientId}`}
    </Link>
  )
  const matter = caseId !== null && (
    <Link to="/matters/$id" params={{ id: String(caseId) }} className="link">
      {names.matter(caseId) ?? `#${caseId}`}
    </Link>
  )
  const paidFacts = [
    { label: 'Paid', value: paidOn && <DateOnly value={paidOn} /> },
    { label: 'Amount paid', value: paid !== null && <Money value={paid} currency={currency} /> },
  ]
  const facts = [
    { label: 'Client', value: client },
    { label: 'Matter', value: matter },
    { label: 'Issued', value: invoice.issue_date && <DateOnly value={invoice.issue_date} /> },
    { label: 'Due', value: invoice.due_date && <DateOnly value={invoice.due_date} /> },
    ...(invoice.status === 'draft' ? [] : paidFacts),
    ...(can('keys:read')
      ? [{ label: 'Invoice ID', value: <IdText value={invoice.invoice_id} what="invoice ID" />, isScreenOnly: true }]
      : []),
  ]
  return <Facts facts={facts.map(({ value, ...fact }) => ({ ...fact, value: value || undefined }))} />
}
