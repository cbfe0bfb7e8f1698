import type { ApiPromise } from './requests/api-promise.ts'
import type { Clients } from './resources/clients.ts'
import { type MatterbaseOptions, resolveConfig } from './config/config.ts'
import { createHttp } from './requests/http.ts'
import { crud, reads } from './resources/crud.ts'
import type { CreditNotes } from './resources/credit-notes.ts'
import type { Invoices } from './resources/invoices.ts'
import { type Leads, leads } from './resources/leads.ts'
import type { Matters } from './resources/matters.ts'
import type { Me } from './resources/me.ts'
import type { Payments } from './resources/payments.ts'
import { rawCall } from './requests/raw.ts'
import type { Method, RawRequestOptions, RequestOptions } from './requests/request.ts'
import type { TimeEntries } from './resources/time-entries.ts'
import type { Expenses } from './resources/expenses.ts'
import { type Webhooks, webhooks } from './resources/webhook-endpoints.ts'

/**
 * A client of one workspace: the one its API key belongs to.
 *
 * @example
 * const mb = new Matterbase() // MATTERBASE_API_KEY and MATTERBASE_BASE_URL
 * const matter = await mb.matters.create({ title: 'Estate of Moss' })
 */
export class Matterbase {
  /** Cases and other mandates. */
  declare readonly matters: Matters
  /** People and companies that matters are handled for. */
  declare readonly clients: Clients
  /** Time worked, mostly on a matter. */
  declare readonly timeEntries: TimeEntries
  /** What was spent, mostly on a matter. */
  declare readonly expenses: Expenses
  /** To be read only; they are written in the dashboard. */
  declare readonly invoices: Invoices
  /** What clients paid, to be read only. */
  declare readonly payments: Payments
  /** What was taken off invoices again, to be read only. */
  declare readonly creditNotes: CreditNotes
  /** People who may become clients. */
  declare readonly leads: Leads
  /** Where events are sent, and what became of them. */
  declare readonly webhooks: Webhooks
  /**
   * Whose key this is and what it may do.
   *
   * @example
   * const { key } = await mb.me()
   * console.log(key.environment, key.scopes)
   */
  declare readonly me: (options?: RequestOptions) => ApiPromise<Me>
  /**
   * Sends any request, with the key, retries, limits and errors of every other call, and resolves to the JSON that is
   * answered, as it is; for what this version has no method for. The segments of the path are encoded.
   *
   * @example
   * const { data } = await mb.request<{ data: Matter }>('GET', '/matters/7')
   * await mb.request('POST', '/matters', { body: { title: 'Estate of Moss' }, idempotencyKey: 'intake-4711' })
   */
  declare readonly request: <T = unknown>(method: Method, path: string, options?: RawRequestOptions) => ApiPromise<T>
  /**
   * Another client, with these options put over the ones of this one; an option that is `undefined` has its default again.
   *
   * @example
   * const patient = mb.withOptions({ maxRetries: 8, deadline: 120_000 })
   */
  declare readonly withOptions: (options: MatterbaseOptions) => Matterbase

  /** @throws {ConfigError} when the key or the base URL is missing, or an option has no meaning. */
  constructor(options: MatterbaseOptions = {}) {
    // In closures only: what inspects or serialises a client never meets the key.
    const http = createHttp(resolveConfig(options))
    this.me = (options) => http.request({ method: 'GET', path: ['me'], decode: (body: Me) => body }, options)
    this.request = <T>(method: Method, path: string, options?: RawRequestOptions) =>
      http.request(() => rawCall<T>(method, path, options), options)
    this.withOptions = (more) => new Matterbase({ ...options, ...more })
    this.matters = crud(http, 'matters')
    this.clients = crud(http, 'clients')
    this.timeEntries = crud(http, 'time-entries')
    this.expenses = crud(http, 'expenses')
    // Invoices and credit notes are never deleted, so their lists have no tombstones to ask for.
    this.invoices = reads(http, 'invoices', false)
    this.payments = reads(http, 'payments')
    this.creditNotes = reads(http, 'credit-notes', false)
    this.leads = leads(http)
    this.webhooks = webhooks(http)
  }
}
