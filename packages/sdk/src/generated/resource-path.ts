// Generated from the contract. `npx pnpm@12 generate` writes it again.

/** The path of a resource. */
export type ResourcePath =
  | 'matters'
  | 'clients'
  | 'time-entries'
  | 'expenses'
  | 'external-records'
  | 'invoices'
  | 'payments'
  | 'credit-notes'
  | 'users'
  | 'documents'
  | 'leads'
  | 'webhooks'
