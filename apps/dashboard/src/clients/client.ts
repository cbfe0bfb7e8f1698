import type { RecordOf } from '../api/contract.ts'

export type Client = RecordOf<'GET /clients'>

export const clientStatuses = ['active', 'inactive', 'prospect'] as const satisfies readonly Client['status'][]
export const clientTypes = ['individual', 'business'] as const satisfies readonly Client['client_type'][]
