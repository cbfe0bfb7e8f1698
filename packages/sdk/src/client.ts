import type { ApiPromise } from './requests/api-promise.ts'
import { type MatterbaseOptions, resolveConfig } from './config/config.ts'
import { createHttp } from './requests/http.ts'
import type { Firm } from './generated/firm.ts'
import type { Journal } from './generated/journal.ts'
import type { Me } from './generated/me.ts'
import type { TaxRate } from './generated/tax-rates.ts'
import { data } from './lists/wire.ts'
import { crud, lookups, reads, readsWithFiles } from './resources/methods.ts'
import { type Leads, leads } from './resources/leads.ts'
import { rawCall } from './requests/raw.ts'
import type { Method, RawRequestOptions, RequestOptions } from './requests/request.ts'
import { type Webhooks, webhooks } from './resources/webhook-endpoints.ts'
// generated: imports
import type { Matters } from './generated/matters.ts'
import type { Clients } from './generated/clients.ts'
import type { TimeEntries } from './generated/time-entries.ts'
import type { Expenses } from './generated/expenses.ts'
import type { ExternalRecords } from './generated/external-records.ts'
import type { Invoices } from './generated/invoices.ts'
import type { Payments } from './generated/payments.ts'
import type { CreditNotes } from './generated/credit-notes.ts'
import type { Users } from './generated/users.ts'
import type { Documents } from './generated/documents.ts'
// end

/** The period of a journal. Default: the last month. */
export interface JournalParams {
  /** First day, in the time zone of the firm. Send it together with `to_date`. */
  from_date?: string | undefined
  /** Last day. */
  to_date?: string | undefined
  /** Only entries in this currency (ISO 4217). Default: all. */
  currency?: string | undefined
}

/**
 * A client for the workspace of an API key.
 *
 * @example
 * const mb = new Matterbase() // MATTERBASE_API_KEY and MATTERBASE_BASE_URL
 * const matter = await mb.matters.create({ title: 'Estate of Moss' })
 */
export class Matterbase {
  // generated: members
  /** Cases and other mandates of the firm, with their client, status, budget and dates. */
  declare readonly matters: Matters
  /** The people and companies that the firm works for. */
  declare readonly clients: Clients
  /** Working time recorded on matters. Time entries use the scopes of matters. */
  declare readonly timeEntries: TimeEntries
  /**
   * Costs of matters, such as court fees, travel and copies, in the currency of the firm. Expenses use the scopes of
   * matters.
   */
  declare readonly expenses: Expenses
  /**
   * Your own numbers and metadata for an invoice, payment or credit note, which the API does not write. External
   * records change nothing in the invoice, payment or credit note. They are deleted with it.
   */
  declare readonly externalRecords: ExternalRecords
  /** Invoices to clients. Read-only: members create them in the dashboard. */
  declare readonly invoices: Invoices
  /** Payments of clients. Read-only: members record them in the dashboard. */
  declare readonly payments: Payments
  /** Credit notes that correct invoices. Read-only: members issue them in the dashboard. */
  declare readonly creditNotes: CreditNotes
  /** Current and former members of the account. Read-only: owners manage them in the dashboard. */
  declare readonly users: Users
  /** Documents to sign, with their signers. Read-only: members send them in the dashboard. */
  declare readonly documents: Documents
  // end
  /** Leads: people who may become clients. */
  declare readonly leads: Leads
  /** Webhook endpoints and their deliveries. */
  declare readonly webhooks: Webhooks
  /**
   * Returns the API key in use with its scopes, and its workspace.
   *
   * @example
   * const { key } = await mb.me()
   * console.log(key.environment, key.scopes)
   */
  declare readonly me: (options?: RequestOptions) => ApiPromise<Me>
  /**
   * Returns the firm: its name, address, currency, time zone and billing rules.
   *
   * @example
   * const { currency, time_zone } = await mb.firm()
   */
  declare readonly firm: (options?: RequestOptions) => ApiPromise<Firm>
  /** Returns the tax rates of the firm. The first one is the default of new invoice lines. Needs `invoices:read`. */
  declare readonly taxRates: (options?: RequestOptions) => ApiPromise<TaxRate[]>
  /**
   * Returns the journal of a period, at most 366 days: its invoices, credit notes, write-offs, payments and refunds as
   * entries for an accountant. A past day keeps its entries. Needs `invoices:read`, and counts as 5 requests in the rate
   * limit.
   *
   * @example
   * const { totals, entries } = await mb.journal({ from_date: '2026-10-01', to_date: '2026-10-31' })
   */
  declare readonly journal: (params?: JournalParams, options?: RequestOptions) => ApiPromise<Journal>
  /**
   * Sends any request, with the same API key, retries, limits and errors as every other call, and returns the JSON of the
   * response. Use it for operations that this version has no method for. The segments of the path are encoded.
   *
   * @example
   * const { data } = await mb.request<{ data: Matter }>('GET', '/matters/7')
   * await mb.request('POST', '/matters', { body: { title: 'Estate of Moss' }, idempotencyKey: 'intake-4711' })
   */
  declare readonly request: <T = unknown>(method: Method, path: string, options?: RawRequestOptions) => ApiPromise<T>
  /**
   * Creates a client with the options of this one and the given changes. An option that is `undefined` has its default.
   *
   * @example
   * const patient = mb.withOptions({ maxRetries: 8, deadline: 120_000 })
   */
  declare readonly withOptions: (options: MatterbaseOptions) => Matterbase

  /** @throws {ConfigError} if the API key or base URL is missing, or an option is invalid. */
  constructor(options: MatterbaseOptions = {}) {
    // In closures, so that a logged or serialized client never contains the API key.
    const http = createHttp(resolveConfig(options))
    this.me = (options) => http.request({ method: 'GET', path: ['me'], decode: (body: Me) => body }, options)
    this.firm = (options) => http.request({ method: 'GET', path: ['firm'], decode: data<Firm> }, options)
    this.taxRates = (options) => http.request({ method: 'GET', path: ['tax-rates'], decode: data<TaxRate[]> }, options)
    this.journal = (params, options) =>
      http.request(
        { method: 'GET', path: ['accounting', 'journal'], query: { ...params }, decode: data<Journal> },
        options,
      )
    this.request = <T>(method: Method, path: string, options?: RawRequestOptions) =>
      http.request(() => rawCall<T>(method, path, options), options)
    this.withOptions = (more) => new Matterbase({ ...options, ...more })
    // generated: methods
    this.matters = crud(http, 'matters')
    this.clients = crud(http, 'clients')
    this.timeEntries = crud(http, 'time-entries')
    this.expenses = crud(http, 'expenses')
    this.externalRecords = crud(http, 'external-records')
    this.invoices = readsWithFiles(http, 'invoices')
    this.payments = reads(http, 'payments')
    this.creditNotes = readsWithFiles(http, 'credit-notes', false)
    this.users = lookups(http, 'users')
    this.documents = readsWithFiles(http, 'documents')
    // end
    this.leads = leads(http)
    this.webhooks = webhooks(http)
  }
}
