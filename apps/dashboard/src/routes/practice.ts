import { lazyRouteComponent as lazy } from '@tanstack/react-router'
import { page } from '../root-route.tsx'

export const practice = [
  page(
    '/',
    null,
    lazy(() => import('../home/home.tsx'), 'Home'),
  ),
  page(
    '/matters',
    'matters:read',
    lazy(() => import('../matters/matter-list.tsx'), 'MatterList'),
  ),
  page(
    '/matters/$id',
    'matters:read',
    lazy(() => import('../matters/matter-page.tsx'), 'MatterPage'),
  ),
  page(
    '/clients',
    'clients:read',
    lazy(() => import('../clients/client-list.tsx'), 'ClientList'),
  ),
  page(
    '/clients/$id',
    'clients:read',
    lazy(() => import('../clients/client-page.tsx'), 'ClientPage'),
  ),
  page(
    '/time',
    'matters:read',
    lazy(() => import('../time/time-page.tsx'), 'TimePage'),
  ),
  page(
    '/invoices',
    'invoices:read',
    lazy(() => import('../invoices/invoice-list.tsx'), 'InvoiceList'),
  ),
  page(
    '/invoices/new',
    'invoices:write',
    lazy(() => import('../invoices/new-invoice.tsx'), 'NewInvoice'),
  ),
  page(
    '/invoices/$id',
    'invoices:read',
    lazy(() => import('../invoices/invoice-page.tsx'), 'InvoicePage'),
  ),
  page(
    '/leads',
    'leads:read',
    lazy(() => import('../leads/lead-board.tsx'), 'LeadBoard'),
  ),
  page(
    '/leads/form',
    'leads:manage',
    lazy(() => import('../leads/intake-form-settings.tsx'), 'IntakeFormSettings'),
  ),
  page(
    '/leads/$id',
    'leads:read',
    lazy(() => import('../leads/lead-page.tsx'), 'LeadPage'),
  ),
  page(
    '/documents',
    'documents:read',
    lazy(() => import('../documents/document-list.tsx'), 'DocumentList'),
  ),
  page(
    '/documents/$id',
    'documents:read',
    lazy(() => import('../documents/document-page.tsx'), 'DocumentPage'),
  ),
] as const
