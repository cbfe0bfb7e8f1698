import { eventListSearch } from '../integrations/events/event-kinds.ts'
import { keyListSearch } from '../access/keys/key.ts'
import { requestLogSearch } from '../integrations/request-log/logged-request.ts'
import { deliveryLogSearch } from '../integrations/deliveries/delivery.ts'
import { endpointListSearch } from '../integrations/webhooks/endpoint.ts'
import { lazyPage as lazy, page } from '../root-route.tsx'

export const developers = [
  page('/dev', {
    permission: 'keys:read',
    search: {},
    component: lazy(() => import('../integrations/quickstart/quickstart.tsx'), 'Quickstart'),
  }),
  page('/dev/keys', {
    permission: 'keys:read',
    search: keyListSearch,
    component: lazy(() => import('../access/keys/key-list.tsx'), 'KeyList'),
  }),
  page('/dev/keys/$id', {
    permission: 'keys:read',
    search: {},
    component: lazy(() => import('../access/keys/key-page.tsx'), 'KeyPage'),
  }),
  page('/dev/webhooks', {
    permission: 'webhooks:write',
    search: endpointListSearch,
    component: lazy(() => import('../integrations/webhooks/endpoint-list.tsx'), 'EndpointList'),
  }),
  page('/dev/webhooks/$id', {
    permission: 'webhooks:write',
    search: deliveryLogSearch,
    component: lazy(() => import('../integrations/webhooks/endpoint-page.tsx'), 'EndpointPage'),
  }),
  page('/dev/events', {
    permission: 'logs:read',
    search: eventListSearch,
    component: lazy(() => import('../integrations/events/event-list.tsx'), 'EventList'),
  }),
  page('/dev/events/$id', {
    permission: 'logs:read',
    search: {},
    component: lazy(() => import('../integrations/events/event-page.tsx'), 'EventPage'),
  }),
  page('/dev/logs', {
    permission: 'logs:read',
    search: requestLogSearch,
    component: lazy(() => import('../integrations/request-log/request-log.tsx'), 'RequestLog'),
  }),
  page('/dev/lab', {
    permission: 'webhooks:write',
    search: {},
    component: lazy(() => import('../integrations/signature-lab/signature-lab.tsx'), 'SignatureLab'),
  }),
  page('/dev/inbox', {
    permission: 'webhooks:write',
    search: {},
    component: lazy(() => import('../integrations/inbox/test-inbox.tsx'), 'TestInbox'),
  }),
] as const
