import { choices } from 'virtual:operations'
import type { RecordOf } from '../../api/contract.ts'
import { flag, id, oneOf, paging, sortOf, text } from '../../search-params/read-search.ts'

export type Client = RecordOf<'GET /clients'>

export const clientStatuses = choices.clientStatus
export const clientTypes = choices.clientType

export const clientListSearch = {
  ...paging,
  q: text,
  status: oneOf(clientStatuses),
  cf: text,
  sort: sortOf('name', 'status'),
  peek: id,
  new: flag,
}
