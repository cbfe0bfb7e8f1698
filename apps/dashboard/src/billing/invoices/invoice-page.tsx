import { Link, useParams } from '@tanstack/react-router'
import { useCall } from '../../api/queries.ts'
import { useCan, useSession } from '../../api/session.ts'
import { Facts, IdText } from '../../components/values/facts.tsx'
import { DateOnly, Money } from '../../components/values/moments.tsx'
import { Loaded } from '../../components/page/loaded.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { Panel } from '../../components/page/panel.tsx'
import { StatusBadge } from '../../components/values/status-badge.tsx'
import { useSearchParams } from '../../search-params/use-search-params.ts'
import { useNames } from '../../records/use-names.ts'
import { EditInvoice } from './edit-invoice.tsx'
import { InvoiceActions } from './invoice-actions.tsx'
import { invoiceSearch, statusName } from './invoice.ts'
import type { Invoice, InvoiceContent, Settlement } from './invoice.ts'
import { SettlementPanel } from '../payments/settlement-panel.tsx'
import { SendingPanel } from '../sending/sending-panel.tsx'
import { LineTable } from '../invoice-lines/line-table.tsx'

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
              {(settled) => (
                <LoadedInvoice
                  {...{ invoice, content }}
                  settlement={settled}
                  latestSettlement={async () =>
                    (settlement.isFetching && (await settlement.refetch({ cancelRefetch: false })).data) || settled
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
  const can = useCan()
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
    { label: 'Issued', value: invoice.issue_date && <DateOnly value={invoice.issue_date} /> },
    { label: 'Due', value: invoice.due_date && <DateOnly value={invoice.due_date} /> },
    ...(invoice.status === 'draft'
      ? []
      : [
          { label: 'Paid', value: invoice.paid_date && <DateOnly value={invoice.paid_date} /> },
          {
            label: 'Amount paid',
            value: invoice.amount_paid !== null && <Money value={invoice.amount_paid} currency={invoice.currency} />,
          },
        ]),
    ...(can('keys:read')
      ? [{ label: 'Invoice ID', value: <IdText value={invoice.invoice_id} what="invoice ID" />, isScreenOnly: true }]
      : []),
  ].map(({ value, ...fact }) => ({ ...fact, value: value || undefined }))
  return (
    <>
      <p className="mb-4 font-semibold not-print:hidden">{account.name}</p>
      <PageHeader
        title={invoice.status === 'draft' ? 'Draft invoice' : `Invoice ${invoice.invoice_number}`}
        status={<StatusBadge status={statusName(invoice)} />}
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
          <LineTable content={content} total={total} />
          <div className="flex flex-col gap-4">
            <Panel>
              <Facts facts={facts} />
            </Panel>
            {invoice.status !== 'draft' && <SettlementPanel {...{ invoice, settlement }} currency={content.currency} />}
            {invoice.status !== 'draft' && (
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
