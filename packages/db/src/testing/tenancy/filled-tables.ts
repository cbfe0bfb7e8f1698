/** The tables that backfills fill after an upgrade. */
export const filledTables = [
  'client_billing',
  'clients',
  'expenses',
  'invoice_lines',
  'invoices',
  'leads',
  'matters',
  'payments',
  'refunds',
  'time_entries',
  'write_offs',
] as const
