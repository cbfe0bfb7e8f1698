import { recordContracts, tableOf } from '@matterbase/schemas'

/** How the bytes of a table are kept within bounds. */
type Kept =
  /** Counted by its triggers in the transaction of each write. */
  | { readonly counted: 'documents' | 'logos' | 'mails' }
  /** Counted by the statements that change it, with a quota and a sweeper of its own. */
  | { readonly swept: 'request_log' | 'stored_answers' }
  /** Measured every hour where a workspace has changed. */
  | { readonly measured: 'records' | 'events' }
  /** Not counted, for this reason. */
  | { readonly bounded: string }

const recordTables: Readonly<Record<string, Kept>> = Object.fromEntries(
  Object.values(recordContracts).map(({ path }) => [tableOf(path), { measured: 'records' }]),
)

/** Each table with text, JSON, arrays or bytes, which a caller can fill. A test compares it with PostgreSQL's catalog. */
export const storedTables: Readonly<Record<string, Kept>> = {
  documents: { counted: 'documents' },
  firm_logos: { counted: 'logos' },
  mails: { counted: 'mails' },

  request_logs: { swept: 'request_log' },
  idempotency_keys: { swept: 'stored_answers' },

  ...recordTables,
  client_billing: { measured: 'records' },
  conflict_decisions: { measured: 'records' },
  custom_values: { measured: 'records' },
  credit_notes: { measured: 'records' },
  invoice_lines: { measured: 'records' },
  invoice_shares: { measured: 'records' },
  invoices: { measured: 'records' },
  leads: { measured: 'records' },
  matter_billing: { measured: 'records' },
  metadata_values: { measured: 'records' },
  payments: { measured: 'records' },
  rates: { measured: 'records' },
  refunds: { measured: 'records' },
  signature_records: { measured: 'records' },
  write_offs: { measured: 'records' },

  events: { measured: 'events' },
  webhook_attempts: { measured: 'events' },
  webhook_deliveries: { measured: 'events' },
  webhook_endpoints: { measured: 'events' },

  accounting_settings: { bounded: 'one row for a workspace' },
  accounts: { bounded: 'one row for an account' },
  api_keys: { bounded: 'the limit of keys of an account' },
  audit_entries: { bounded: 'details of at most 16 KiB; entries stay as evidence' },
  deleted_custom_values: { bounded: 'one row for a value, deleted after 30 days' },
  firm_profiles: { bounded: 'one row for a workspace' },
  former_matter_numbers: { bounded: 'one row for a changed number of a matter' },
  former_members: { bounded: 'one row for a former member' },
  inbox_requests: { bounded: '100 requests and 8 MiB for an inbox' },
  intake_forms: { bounded: 'one row for a workspace' },
  known_devices: { bounded: '50 for a user, 180 days' },
  matter_number_counts: { bounded: 'one row for a year and client' },
  memberships: { bounded: 'one row for a member' },
  number_series: { bounded: 'one row for a kind of number' },
  number_confirmations: { bounded: 'one row for a kind of number' },
  one_time_links: { bounded: 'deleted a day after they have expired' },
  recovery_codes: { bounded: '10 for a user' },
  sessions: { bounded: '50 for a user, 30 days' },
  sign_in_failures: { bounded: 'deleted after a day, and limited by address' },
  sign_in_waits: { bounded: 'deleted after a day' },
  sign_codes: { bounded: 'one row for a document' },
  storage_usage: { bounded: 'one row for a kind of storage' },
  custom_field_definitions: { bounded: 'the limit of custom fields of a resource' },
  tax_rates: { bounded: 'replaced as a whole, with a limit in the contract' },
  test_inboxes: { bounded: 'the limit of webhook endpoints of a workspace' },
  timekeepers: { bounded: 'one row for a member' },
  timers: { bounded: 'one row for a member' },
  users: { bounded: 'one row for a user' },
  webhook_replays: { bounded: 'deleted after 30 days' },
  workspaces: { bounded: 'two rows for an account' },
}

/** The tables of a kind that is measured. */
export const measuredTables = Object.entries(storedTables).flatMap(([table, kept]) =>
  'measured' in kept ? [{ table, kind: kept.measured }] : [],
)
