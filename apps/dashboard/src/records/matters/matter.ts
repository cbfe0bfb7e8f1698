import { choices } from 'virtual:operations'
import type { RecordOf } from '../../api/contract.ts'
import { flag, id, oneOf, paging, sortOf, text } from '../../search-params/read-search.ts'

export type Matter = RecordOf<'GET /matters'>

export const matterStatuses = choices.matterStatus

export const matterListSearch = {
  ...paging,
  q: text,
  status: oneOf(matterStatuses),
  client_id: id,
  sort: sortOf('title', 'status', 'client'),
  peek: id,
  new: flag,
}
