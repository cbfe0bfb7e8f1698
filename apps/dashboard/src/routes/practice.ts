import { clientListSearch } from '../clients/client.ts'
import { documentListSearch } from '../documents/document.ts'
import { invoiceListSearch, invoiceSearch, newInvoiceSearch } from '../invoices/invoice.ts'
import { leadBoardSearch, leadSearch } from '../leads/lead.ts'
import { matterListSearch } from '../matters/matter.ts'
import { recordSearch } from '../records/record-search.ts'
import { timeSearch } from '../time/time-search.ts'
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
    component: lazy(() => import('../matters/matter-list.tsx'), 'MatterList'),
  }),
  page('/matters/$id', {
    permission: 'matters:read',
    search: recordSearch,
    component: lazy(() => import('../matters/matter-page.tsx'), 'MatterPage'),
  }),
  page('/clients', {
    permission: 'clients:read',
    search: clientListSearch,
    component: lazy(() => import('../clients/client-list.tsx'), 'ClientList'),
  }),
  page('/clients/$id', {
    permission: 'clients:read',
    search: recordSearch,
    component: lazy(() => import('../clients/client-page.tsx'), 'ClientPage'),
  }),
  page('/time', {
    permission: 'matters:read',
    search: timeSearch,
    component: lazy(() => import('../time/time-page.tsx'), 'TimePage'),
  }),
  page('/invoices', {
    permission: 'invoices:read',
    search: invoiceListSearch,
    component: lazy(() => import('../invoices/invoice-list.tsx'), 'InvoiceList'),
  }),
  page('/invoices/new', {
    permission: 'invoices:write',
    search: newInvoiceSearch,
    component: lazy(() => import('../invoices/new-invoice.tsx'), 'NewInvoice'),
  }),
  page('/invoices/$id', {
    permission: 'invoices:read',
    search: invoiceSearch,
    component: lazy(() => import('../invoices/invoice-page.tsx'), 'InvoicePage'),
  }),
  page('/leads', {
    permission: 'leads:read',
    search: leadBoardSearch,
    component: lazy(() => import('../leads/lead-board.tsx'), 'LeadBoard'),
  }),
  page('/leads/form', {
    permission: 'leads:manage',
    search: {},
    component: lazy(() => import('../leads/intake-form-settings.tsx'), 'IntakeFormSettings'),
  }),
  page('/leads/$id', {
    permission: 'leads:read',
    search: leadSearch,
    component: lazy(() => import('../leads/lead-page.tsx'), 'LeadPage'),
  }),
  page('/documents', {
    permission: 'documents:read',
    search: documentListSearch,
    component: lazy(() => import('../documents/document-list.tsx'), 'DocumentList'),
  }),
  page('/documents/$id', {
    permission: 'documents:read',
    search: {},
    component: lazy(() => import('../documents/document-page.tsx'), 'DocumentPage'),
  }),
] as const
