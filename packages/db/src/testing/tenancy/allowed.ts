import { filledTables } from './filled-tables.ts'

export interface Allowed {
  /** Where the statement stands. */
  readonly file: string
  readonly why: string
  /** Files with parts of the statement, which `file` does not import. */
  readonly parts?: readonly string[]
}

/** Statements that reach several workspaces on purpose. No caller gets a record from them. */
export const acrossWorkspaces: readonly (Allowed & { readonly tables: readonly string[] })[] = [
  {
    file: 'packages/domain/src/core/write/answers.ts',
    tables: ['idempotency_keys'],
    why: 'When there is room again: the sweep takes the oldest answers first, whoever they are of',
  },
  {
    file: 'apps/worker/src/deliveries/sweeps.ts',
    tables: ['webhook_attempts', 'webhook_deliveries', 'webhook_endpoints', 'webhook_replays'],
    why: 'The next deliveries to recover, hold, release or replay, of any workspace',
  },
  {
    file: 'apps/worker/src/housekeeping/prune.ts',
    tables: [
      'events',
      'idempotency_keys',
      'storage_usage',
      'webhook_attempts',
      'webhook_deliveries',
      'webhook_endpoints',
      'webhook_replays',
    ],
    why: 'What has been kept long enough',
  },
  {
    file: 'apps/worker/src/mail/claim.ts',
    tables: ['invoice_shares', 'mails', 'sign_codes'],
    why: 'The next message that is due, accounts by turns, and messages whose worker is gone',
  },
  {
    file: 'apps/worker/src/relay/claim.ts',
    tables: ['webhook_deliveries'],
    why: 'The number of deliveries in flight in the whole system',
  },
  {
    file: 'apps/worker/src/relay/find-due.ts',
    tables: ['webhook_deliveries', 'webhook_endpoints'],
    why: 'A fair share for each account needs all that wait',
  },
  {
    file: 'packages/domain/src/intake/documents/retention.ts',
    tables: ['documents', 'firm_profiles'],
    why: 'The workspaces that have work; it is done in each by itself',
  },
  {
    file: 'packages/domain/src/core/backfills/backfill.ts',
    tables: filledTables,
    parts: ['packages/domain/src/backfills.ts', 'packages/domain/src/intake/conflicts/fill-conflict-names.ts'],
    why: 'The workspaces that have work, and how much is left; it is done in each by itself',
  },
  {
    file: 'packages/domain/src/billing/invoices/overdue.ts',
    tables: ['firm_day()', 'invoices'],
    why: 'The workspaces that have work; it is done in each by itself',
  },
  {
    file: 'packages/domain/src/billing/work/note-work-to-check.ts',
    parts: ['packages/domain/src/billing/work/work-to-check.ts'],
    tables: ['expenses', 'invoice_lines', 'matters', 'time_entries'],
    why: 'The workspaces with work to check; it is listed in each by itself',
  },
  {
    file: 'packages/domain/src/billing/work/list-work-to-check.ts',
    tables: ['expenses', 'invoice_lines', 'matters', 'time_entries'],
    why: 'What an operator is told of all that is to be checked',
  },
  {
    file: 'packages/domain/src/integrations/request-log/forget.ts',
    tables: ['request_logs', 'storage_usage'],
    why: 'What has been kept long enough',
  },
  {
    file: 'packages/domain/src/access/sealing/database-problem.ts',
    tables: ['documents', 'invoice_shares', 'mails', 'signature_records', 'webhook_endpoints'],
    why: 'Whether the key at the start is that of what is sealed',
  },
  {
    file: 'packages/domain/src/access/sealing/rewrap.ts',
    tables: ['documents', 'invoice_shares', 'mails', 'signature_records', 'webhook_endpoints'],
    why: 'An operator gives everything sealed a new key',
  },
  {
    file: 'packages/domain/src/integrations/mail/forget-mails.ts',
    tables: ['mails'],
    why: 'What has been kept long enough',
  },
  {
    file: 'packages/domain/src/billing/sending/reminders.ts',
    tables: ['firm_day()', 'firm_profiles', 'invoice_shares', 'invoices', 'mails'],
    why: 'The workspaces that have work; it is done in each by itself',
  },
  {
    file: 'packages/domain/src/core/storage/measure-storage.ts',
    tables: ['storage_usage'],
    why: 'The workspaces that were not measured lately',
  },
  {
    file: 'packages/domain/src/core/storage/note-full.ts',
    tables: ['storage_usage'],
    why: 'What both workspaces of an account store',
  },
  {
    file: 'packages/domain/src/core/storage/storage-quota.ts',
    tables: ['storage_usage'],
    why: 'What both workspaces of an account store',
  },
  {
    file: 'packages/domain/src/core/tx/storage-usage.ts',
    tables: ['storage_usage'],
    why: 'The workspaces that store more than they may',
  },
  {
    file: 'packages/domain/src/integrations/monitoring/delivery-backlog.ts',
    tables: ['webhook_deliveries', 'webhook_endpoints'],
    why: 'What an operator is told of all that waits',
  },
  {
    file: 'packages/domain/src/billing/numbers/numbers-after-restore.ts',
    tables: ['invoices', 'number_confirmations'],
    why: 'After a restore: every workspace of the server',
  },
  {
    file: 'packages/domain/src/billing/numbers/raise-matter-counts.ts',
    tables: ['matter_number_counts'],
    why: 'After a restore: every workspace of the server',
  },
  {
    file: 'packages/domain/src/integrations/monitoring/mail-backlog.ts',
    tables: ['mails'],
    why: 'What an operator is told of all that waits',
  },
  {
    file: 'packages/domain/src/core/custom-fields/erase.ts',
    tables: ['custom_field_definitions'],
    why: 'The worker erases the ended fields of all workspaces',
  },
  {
    file: 'packages/domain/src/integrations/webhooks/listeners.ts',
    tables: ['test_inboxes'],
    why: 'The workspaces that have work; it is done in each by itself',
  },
]

export const mayReach = (file: string, table: string) =>
  acrossWorkspaces.some((each) => each.file === file && each.tables.includes(table))
