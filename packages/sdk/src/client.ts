import type { ApiPromise } from './requests/api-promise.ts'
import { type Clients, clients } from './resources/clients.ts'
import { type MatterbaseOptions, resolveConfig } from './config/config.ts'
import { createHttp } from './requests/http.ts'
import { type Invoices, invoices } from './resources/invoices.ts'
import { type Leads, leads } from './resources/leads.ts'
import { type Matters, matters } from './resources/matters.ts'
import type { Me } from './resources/me.ts'
import type { RequestOptions } from './requests/request.ts'
import { type TimeEntries, timeEntries } from './resources/time-entries.ts'
import { type Webhooks, webhooks } from './resources/webhook-endpoints.ts'

/** A client of one workspace: the one its API key belongs to. */
export class Matterbase {
  readonly matters: Matters
  readonly clients: Clients
  readonly timeEntries: TimeEntries
  readonly invoices: Invoices
  readonly leads: Leads
  readonly webhooks: Webhooks
  /** Whose key this is and what it may do. */
  readonly me: (options?: RequestOptions) => ApiPromise<Me>

  /** @throws {ConfigError} when the key or the base URL is missing, or an option has no meaning. */
  constructor(options: MatterbaseOptions = {}) {
    // In closures only: what inspects or serialises a client never meets the key.
    const http = createHttp(resolveConfig(options))
    this.me = (options) => http.request({ method: 'GET', path: ['me'], decode: (body: Me) => body }, options)
    this.matters = matters(http)
    this.clients = clients(http)
    this.timeEntries = timeEntries(http)
    this.invoices = invoices(http)
    this.leads = leads(http)
    this.webhooks = webhooks(http)
  }
}
