/** What stands on an invoice, as plain data; numbers as PostgreSQL writes them, so that none is rounded on its way. */
export interface PrintedInvoice {
  readonly number: string
  readonly environment: 'live' | 'test'
  readonly status: string
  readonly issued: string
  readonly due: string | null
  readonly paid: string | null
  readonly total: string
  readonly account: string
  /** How its firm writes numbers and dates. */
  readonly locale: string
  readonly currency: string | null
  readonly matter: string | null
  readonly client_name: string | null
  readonly client_contact: string | null
  readonly client_address: string | null
  readonly lines: readonly PrintedLine[]
}

export interface PrintedLine {
  readonly day: string | null
  readonly description: string
  readonly hours: string | null
  readonly rate: string | null
  readonly amount: string
}
