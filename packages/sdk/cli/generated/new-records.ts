// Generated from the contract. `npx pnpm@12 generate` writes it again.

/** The records that the API writes, by the first part of the names of their events, with the fields of a new one. */
export const newRecords = {
  matter: { name: 'matters', fields: { title: 'Matter of matterbase trigger' } },
  client: { name: 'clients', fields: { company_name: 'Client of matterbase trigger' } },
  time_entry: { name: 'timeEntries', fields: { description: 'Time entry of matterbase trigger', duration: 1 } },
  expense: { name: 'expenses', fields: { description: 'Expense of matterbase trigger', unit_price: 1 } },
  external_record: { name: 'externalRecords', fields: {} },
} as const
