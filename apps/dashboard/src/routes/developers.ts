import { lazyRouteComponent as lazy } from '@tanstack/react-router'
import { page } from '../root-route.tsx'

export const developers = [
  page(
    '/dev',
    'keys:read',
    lazy(() => import('../developers/quickstart/quickstart.tsx'), 'Quickstart'),
  ),
  page(
    '/dev/keys',
    'keys:read',
    lazy(() => import('../developers/keys/key-list.tsx'), 'KeyList'),
  ),
  page(
    '/dev/keys/$id',
    'keys:read',
    lazy(() => import('../developers/keys/key-page.tsx'), 'KeyPage'),
  ),
  page(
    '/dev/webhooks',
    'webhooks:write',
    lazy(() => import('../developers/webhooks/endpoint-list.tsx'), 'EndpointList'),
  ),
  page(
    '/dev/webhooks/$id',
    'webhooks:write',
    lazy(() => import('../developers/webhooks/endpoint-page.tsx'), 'EndpointPage'),
  ),
  page(
    '/dev/events',
    'logs:read',
    lazy(() => import('../developers/events/event-list.tsx'), 'EventList'),
  ),
  page(
    '/dev/events/$id',
    'logs:read',
    lazy(() => import('../developers/events/event-page.tsx'), 'EventPage'),
  ),
  page(
    '/dev/logs',
    'logs:read',
    lazy(() => import('../developers/logs/request-log.tsx'), 'RequestLog'),
  ),
  page(
    '/dev/lab',
    'webhooks:write',
    lazy(() => import('../developers/lab/signature-lab.tsx'), 'SignatureLab'),
  ),
  page(
    '/dev/inbox',
    'webhooks:write',
    lazy(() => import('../developers/inbox/test-inbox.tsx'), 'TestInbox'),
  ),
] as const
