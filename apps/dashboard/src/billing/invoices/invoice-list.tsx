import { useCall } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { RecordListPage } from '../../records/list/record-list-page.tsx'
import { useNames } from '../../records/use-names.ts'
import { useSearchParams } from '../../search-params/use-search-params.ts'
import { NumbersNotice } from '../numbers/numbers-notice.tsx'
import { invoiceColumns } from './invoice-columns.tsx'
import { invoiceListSearch, nameOfInvoice, statusOptions } from './invoice.ts'
import { UnbilledPanel } from './unbilled-panel.tsx'

export function InvoiceList() {
  const params = useSearchParams(invoiceListSearch)
  const mayWrite = useCan()('invoices:write')
  const { status, client_id, sort = '-id', cursor } = params.search
  const query = { status, client_id, cursor, sort, include: 'total', limit: 50 } as const
  const list = useCall('GET /invoices', { query })
  const unbilled = useCall('GET /unbilled-time', {})
  const names = useNames({ clients: list.data?.data.map((invoice) => invoice.client_user_id) ?? [] })
  return (
    <RecordListPage
      title="Invoices"
      nouns={{ one: 'invoice', many: 'invoices' }}
      {...{ params, list, sort }}
      columns={invoiceColumns(names.client)}
      rowId={(invoice) => invoice.invoice_id}
      rowName={nameOfInvoice}
      rowLink={(invoice) => ({ to: '/invoices/$id', params: { id: String(invoice.invoice_id) } })}
      filters={[
        {
          name: 'status',
          label: 'Status',
          options: statusOptions,
        },
        { name: 'client_id', label: 'Client', kind: 'client' },
      ]}
      create={{ label: 'New invoice', permission: 'invoices:write', link: { to: '/invoices/new' } }}
      above={{
        isPending: unbilled.isPending,
        content: unbilled.data && (
          <>
            <NumbersNotice />
            <UnbilledPanel all={unbilled.data.data} mayWrite={mayWrite} />
          </>
        ),
      }}
      about={{
        children:
          'Create invoices from your time and expenses, issue them with a number, and send them to your clients.',
      }}
      example={{ key: 'GET /invoices', query: { status: 'paid' } }}
    />
  )
}
