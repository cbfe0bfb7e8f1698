import { eventListSearch } from '../developers/event-kinds.ts'
import { keyListSearch } from '../developers/keys/key.ts'
import { requestLogSearch } from '../developers/logs/logged-request.ts'
import { deliveryLogSearch } from '../developers/webhooks/deliveries/delivery.ts'
import { endpointListSearch } from '../developers/webhooks/endpoint.ts'
import { lazyPage as lazy, page } from '../root-route.tsx'

export const developers = [
  page('/dev', {
    permission: 'keys:read',
    search: {},
    component: lazy(() => import('../developers/quickstart/quickstart.tsx'), 'Quickstart'),
  }),
  page('/dev/keys', {
    permission: 'keys:read',
    search: keyListSearch,
    component: lazy(() => import('../developers/keys/key-list.tsx'), 'KeyList'),
  }),
  page('/dev/keys/$id', {
    permission: 'keys:read',
    search: {},
    component: lazy(() => import('../developers/keys/key-page.tsx'), 'KeyPage'),
  }),
  page('/dev/webhooks', {
    permission: 'webhooks:write',
    search: endpointListSearch,
    component: lazy(() => import('../developers/webhooks/endpoint-list.tsx'), 'EndpointList'),
  }),
  page('/dev/webhooks/$id', {
    permission: 'webhooks:write',
    search: deliveryLogSearch,
    component: lazy(() => import('../developers/webhooks/endpoint-page.tsx'), 'EndpointPage'),
  }),
  page('/dev/events', {
    permission: 'logs:read',
    search: eventListSearch,
    component: lazy(() => import('../developers/events/event-list.tsx'), 'EventList'),
  }),
  page('/dev/events/$id', {
    permission: 'logs:read',
    search: {},
    component: lazy(() => import('../developers/events/event-page.tsx'), 'EventPage'),
  }),
  page('/dev/logs', {
    permission: 'logs:read',
    search: requestLogSearch,
    component: lazy(() => import('../developers/logs/request-log.tsx'), 'RequestLog'),
  }),
  page('/dev/lab', {
    permission: 'webhooks:write',
    search: {},
    component: lazy(() => import('../developers/lab/signature-lab.tsx'), 'SignatureLab'),
  }),
  page('/dev/inbox', {
    permission: 'webhooks:write',
    search: {},
    component: lazy(() => import('../developers/inbox/test-inbox.tsx'), 'TestInbox'),
  }),
] as const
