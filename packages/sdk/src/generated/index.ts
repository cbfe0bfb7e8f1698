// Generated from the contract. `npx pnpm@12 generate` writes it again.

export * from './matters.ts'
export * from './clients.ts'
export * from './time-entries.ts'
export * from './expenses.ts'
export * from './invoices.ts'
export * from './payments.ts'
export * from './credit-notes.ts'
export * from './leads.ts'
export * from './webhooks.ts'
export * from './me.ts'
