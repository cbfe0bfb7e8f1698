import type { Answer } from '../api/contract.ts'

type Kind = Answer<'GET /search'>['data'][number]['kind']

/** The name of each kind of record. */
export const kindNames = {
  matter: 'Matter',
  client: 'Client',
  time_entry: 'Time entry',
  expense: 'Expense',
  invoice: 'Invoice',
  lead: 'Lead',
  document: 'Document',
  key: 'API key',
  request: 'Request',
  event: 'Event',
} as const satisfies Readonly<Record<Kind, string>>

/** The page of a record. */
export const pageOf = {
  matter: (id: string) => ({ to: '/matters/$id', params: { id } }) as const,
  client: (id: string) => ({ to: '/clients/$id', params: { id } }) as const,
  time_entry: (id: string) => ({ to: '/time', search: { entry: id } }) as const,
  expense: (id: string) => ({ to: '/time', search: { expense: id } }) as const,
  invoice: (id: string) => ({ to: '/invoices/$id', params: { id } }) as const,
  lead: (id: string) => ({ to: '/leads/$id', params: { id } }) as const,
  document: (id: string) => ({ to: '/documents/$id', params: { id } }) as const,
  key: (id: string) => ({ to: '/dev/keys/$id', params: { id } }) as const,
  request: (id: string) => ({ to: '/dev/logs', search: { request: id } }) as const,
  event: (id: string) => ({ to: '/dev/events/$id', params: { id } }) as const,
} satisfies Readonly<Record<Kind, unknown>>

/** The matter or client that something belongs to. */
export interface RelatedTo {
  readonly case_id?: number
  readonly client_id?: number
}
