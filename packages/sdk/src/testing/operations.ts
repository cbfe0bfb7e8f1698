import { recordRoutes, type RecordResults } from './generated/operations.ts'
import type { Lead } from '../generated/leads.ts'
import type { Firm } from '../generated/firm.ts'
import type { Journal } from '../generated/journal.ts'
import type { Me } from '../generated/me.ts'
import type { TaxRate } from '../generated/tax-rates.ts'
import type { CreatedWebhookEndpoint, Delivery, Replay, RotatedSecret, WebhookEndpoint } from '../generated/webhooks.ts'
import type { CapturedLead } from '../resources/leads.ts'
import type { WebhookTest } from '../resources/webhook-endpoints.ts'
import { route, type Route } from './routes.ts'

/** The result of each operation, by its name on the client. For a list or an export, an array of records. `sync` uses the list, `upsertMany` the upsert. */
export type Results = RecordResults & {
  /** The API key and its workspace. */
  me: Me
  /** The firm. */
  firm: Firm
  /** The tax rates of the firm. */
  taxRates: readonly TaxRate[]
  /** The journal of a period. */
  journal: Journal
  'leads.list': readonly Lead[]
  'leads.create': CapturedLead
  'webhooks.list': readonly WebhookEndpoint[]
  'webhooks.create': CreatedWebhookEndpoint
  'webhooks.get': WebhookEndpoint
  'webhooks.update': WebhookEndpoint
  'webhooks.delete': void
  'webhooks.test': WebhookTest
  'webhooks.rotateSecret': RotatedSecret
  'webhooks.deliveries': readonly Delivery[]
  'webhooks.retry': Delivery
  'webhooks.replay': Replay
}

/** The name of an operation on the client, such as `matters.get`. */
export type OperationName = keyof Results

export const routes: readonly Route<OperationName>[] = [
  ...recordRoutes,
  route('me', 'GET', 'me', 'bare'),
  route('firm', 'GET', 'firm', 'data'),
  route('taxRates', 'GET', 'tax-rates', 'data'),
  route('journal', 'GET', 'accounting/journal', 'data'),
  route('leads.list', 'GET', 'leads', 'leads'),
  route('leads.create', 'POST', 'leads', 'bare'),
  route('webhooks.list', 'GET', 'webhooks', 'webhooks'),
  route('webhooks.create', 'POST', 'webhooks', 'bare'),
  route('webhooks.get', 'GET', 'webhooks/:id', 'data'),
  route('webhooks.update', 'PATCH', 'webhooks/:id', 'data'),
  route('webhooks.delete', 'DELETE', 'webhooks/:id', 'success'),
  route('webhooks.test', 'POST', 'webhooks/:id/test', 'bare'),
  route('webhooks.rotateSecret', 'POST', 'webhooks/:id/rotate-secret', 'bare'),
  route('webhooks.deliveries', 'GET', 'webhooks/:id/deliveries', 'list'),
  route('webhooks.retry', 'POST', 'webhooks/:id/deliveries/:deliveryId/retry', 'data'),
  route('webhooks.replay', 'POST', 'webhooks/:id/replay', 'data'),
]
