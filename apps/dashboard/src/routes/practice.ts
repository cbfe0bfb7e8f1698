import { accountingSearch } from '../billing/accounting/period.ts'
import { clientListSearch } from '../records/clients/client.ts'
import { documentListSearch } from '../intake/documents/document.ts'
import { invoiceListSearch, invoiceSearch, newInvoiceSearch } from '../billing/invoices/invoice.ts'
import { leadBoardSearch, leadSearch } from '../intake/leads/lead.ts'
import { matterListSearch } from '../records/matters/matter.ts'
import { recordSearch } from '../records/page/record-search.ts'
import { timeSearch } from '../billing/time/time-search.ts'
import { lazyPage as lazy, page } from '../root-route.tsx'

export const practice = [
  page('/', {
    permission: null,
    search: {},
    component: lazy(() => import('../home/home.tsx'), 'Home'),
  }),
  page('/matters', {
    permission: 'matters:read',
    search: matterListSearch,
    component: lazy(() => import('../records/matters/matter-list.tsx'), 'MatterList'),
  }),
  page('/matters/$id', {
    permission: 'matters:read',
    search: recordSearch,
    component: lazy(() => import('../records/matters/matter-page.tsx'), 'MatterPage'),
  }),
  page('/clients', {
    permission: 'clients:read',
    search: clientListSearch,
    component: lazy(() => import('../records/clients/client-list.tsx'), 'ClientList'),
  }),
  page('/clients/$id', {
    permission: 'clients:read',
    search: recordSearch,
    component: lazy(() => import('../records/clients/client-page.tsx'), 'ClientPage'),
  }),
  page('/time', {
    permission: 'matters:read',
    search: timeSearch,
    component: lazy(() => import('../billing/time/time-page.tsx'), 'TimePage'),
  }),
  page('/invoices', {
    permission: 'invoices:read',
    search: invoiceListSearch,
    component: lazy(() => import('../billing/invoices/invoice-list.tsx'), 'InvoiceList'),
  }),
  page('/invoices/new', {
    permission: 'invoices:write',
    search: newInvoiceSearch,
    component: lazy(() => import('../billing/invoices/new-invoice.tsx'), 'NewInvoice'),
  }),
  page('/invoices/$id', {
    permission: 'invoices:read',
    search: invoiceSearch,
    component: lazy(() => import('../billing/invoices/invoice-page.tsx'), 'InvoicePage'),
  }),
  page('/accounting', {
    permission: 'invoices:read',
    search: accountingSearch,
    component: lazy(() => import('../billing/accounting/accounting-page.tsx'), 'AccountingPage'),
  }),
  page('/leads', {
    permission: 'leads:read',
    search: leadBoardSearch,
    component: lazy(() => import('../intake/leads/lead-board.tsx'), 'LeadBoard'),
  }),
  page('/leads/form', {
    permission: 'leads:manage',
    search: {},
    component: lazy(() => import('../intake/leads/intake-form-settings.tsx'), 'IntakeFormSettings'),
  }),
  page('/leads/$id', {
    permission: 'leads:read',
    search: leadSearch,
    component: lazy(() => import('../intake/leads/lead-page.tsx'), 'LeadPage'),
  }),
  page('/documents', {
    permission: 'documents:read',
    search: documentListSearch,
    component: lazy(() => import('../intake/documents/document-list.tsx'), 'DocumentList'),
  }),
  page('/documents/$id', {
    permission: 'documents:read',
    search: {},
    component: lazy(() => import('../intake/documents/document-page.tsx'), 'DocumentPage'),
  }),
] as const
