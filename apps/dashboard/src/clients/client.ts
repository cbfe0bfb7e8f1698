import type { RecordOf } from '../api/contract.ts'
import { flag, id, oneOf, paging, sort, text } from '../search-params/read-search.ts'

export type Client = RecordOf<'GET /clients'>

export const clientStatuses = ['active', 'inactive', 'prospect'] as const satisfies readonly Client['status'][]
export const clientTypes = ['individual', 'business'] as const satisfies readonly Client['client_type'][]

export const clientListSearch = { ...paging, q: text, status: oneOf(clientStatuses), sort, peek: id, new: flag }
