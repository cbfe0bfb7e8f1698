import type { BookedEntry } from '../book-entries.ts'

export type Cell = string | number | null

export const columnNames = [
  'date',
  'kind',
  'document',
  'client_id',
  'client',
  'debtor_account',
  'contra_account',
  'currency',
  'net',
  'tax',
  'gross',
  'tax_category',
  'tax_percent',
  'tax_key',
  'method',
  'text',
  'vat_id',
] as const

export type Column = (typeof columnNames)[number]

/** The columns of the journal. Amounts are decimals as text. */
export const columns: Readonly<Record<Column, (entry: BookedEntry) => Cell>> = {
  date: ({ date }) => date,
  kind: ({ kind }) => kind,
  document: ({ document }) => document,
  client_id: ({ clientId }) => clientId,
  client: ({ clientName }) => clientName,
  debtor_account: ({ debtorAccount }) => debtorAccount,
  contra_account: ({ contraAccount }) => contraAccount,
  currency: ({ currency }) => currency,
  net: ({ net }) => net,
  tax: ({ tax }) => tax,
  gross: ({ gross }) => gross,
  tax_category: ({ category }) => category,
  tax_percent: ({ percent }) => (percent === null ? null : Number(percent)),
  tax_key: ({ taxKey }) => taxKey,
  method: ({ method }) => method,
  text: ({ reference }) => reference,
  vat_id: ({ vatId }) => vatId,
}

/** Columns of decimals. */
export const amounts: ReadonlySet<Column> = new Set(['net', 'tax', 'gross'])
