import type { DeleteResult } from '../lists/delete-many.ts'
import type { Client } from '../resources/clients.ts'
import type { Upsert } from '../lists/wire.ts'
import type { Invoice } from '../resources/invoices.ts'
import type { CapturedLead, Lead } from '../resources/leads.ts'
import type { CreditNote } from '../resources/credit-notes.ts'
import type { Payment } from '../resources/payments.ts'
import type { Matter } from '../resources/matters.ts'
import type { Me } from '../resources/me.ts'
import type { TimeEntry } from '../resources/time-entries.ts'
import type { Expense } from '../resources/expenses.ts'
import type {
  CreatedWebhookEndpoint,
  Delivery,
  Replay,
  RotatedSecret,
  WebhookEndpoint,
  WebhookTest,
} from '../resources/webhook-types.ts'

type ReadResults<Name extends string, T> = Record<`${Name}.list` | `${Name}.export`, readonly T[]> &
  Record<`${Name}.get`, T>
type CrudResults<Name extends string, T> = ReadResults<Name, T> &
  Record<`${Name}.create` | `${Name}.update`, T> &
  Record<`${Name}.upsert`, Upsert<T>> &
  Record<`${Name}.deleteMany`, readonly DeleteResult[]> &
  Record<`${Name}.delete`, void>

/** The result of each operation, by its name on the client. For a list or an export, an array of records. `sync` uses the list, `upsertMany` the upsert. */
export type Results = CrudResults<'matters', Matter> &
  CrudResults<'timeEntries', TimeEntry> &
  CrudResults<'expenses', Expense> &
  CrudResults<'clients', Client> &
  ReadResults<'invoices', Invoice> &
  ReadResults<'payments', Payment> &
  ReadResults<'creditNotes', CreditNote> & {
    /** The API key and its workspace. */
    me: Me
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

/** The format of a response: `list` pages, `lines` of an export, `data` in an envelope, `bare`, or a name of its own. */
export type Shape =
  | 'list'
  | 'lines'
  | 'leads'
  | 'webhooks'
  | 'data'
  | 'bare'
  | 'upsert'
  | 'bulk'
  | 'deleted'
  | 'success'

export interface Route {
  readonly operation: OperationName
  readonly method: string
  readonly pattern: RegExp
  readonly shape: Shape
}

const route = (operation: OperationName, method: string, path: string, shape: Shape): Route => ({
  operation,
  method,
  pattern: new RegExp(`^/${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
  shape,
})

type RecordName = { [N in OperationName]: N extends `${infer Name}.upsert` ? Name : never }[OperationName]

type ReadName = { [N in OperationName]: N extends `${infer Name}.export` ? Name : never }[OperationName]

const readRoutes = (name: ReadName, path: string): Route[] => [
  route(`${name}.list`, 'GET', path, 'list'),
  route(`${name}.export`, 'GET', `${path}/export`, 'lines'),
  route(`${name}.get`, 'GET', `${path}/:id`, 'data'),
]

const crudRoutes = (name: RecordName, path: string): Route[] => [
  ...readRoutes(name, path),
  route(`${name}.create`, 'POST', path, 'data'),
  route(`${name}.upsert`, 'PUT', path, 'upsert'),
  route(`${name}.upsert`, 'POST', `${path}/bulk`, 'bulk'),
  route(`${name}.update`, 'PATCH', `${path}/:id`, 'data'),
  route(`${name}.deleteMany`, 'DELETE', `${path}/bulk`, 'deleted'),
  route(`${name}.delete`, 'DELETE', `${path}/:id`, 'success'),
]

export const routes: readonly Route[] = [
  route('me', 'GET', 'me', 'bare'),
  ...crudRoutes('matters', 'matters'),
  ...crudRoutes('clients', 'clients'),
  ...crudRoutes('timeEntries', 'time-entries'),
  ...crudRoutes('expenses', 'expenses'),
  ...readRoutes('invoices', 'invoices'),
  ...readRoutes('payments', 'payments'),
  ...readRoutes('creditNotes', 'credit-notes'),
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
