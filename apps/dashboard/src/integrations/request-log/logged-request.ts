import type { RecordOf } from '../../api/contract.ts'
import { id, oneOf, paging, text } from '../../search-params/read-search.ts'

export type LoggedRequest = RecordOf<'GET /request-log'>

export const statusClasses = [
  { value: 'success', label: 'Succeeded' },
  { value: 'error', label: 'Any error' },
  { value: '4xx', label: '4xx' },
  { value: '5xx', label: '5xx' },
] as const

export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

export const requestLogSearch = {
  ...paging,
  status: oneOf(statusClasses.map(({ value }) => value)),
  method: oneOf(methods),
  path: text,
  key: id,
  request_id: text,
  request: text,
}
