import { choices } from 'virtual:operations'
import type { RecordOf } from '../../api/contract.ts'
import { eitherWay, flag, id, oneOf, paging } from '../../search-params/read-search.ts'

export type SignDocument = RecordOf<'GET /documents'>

export const documentStatuses = choices.documentStatus

export const documentListSearch = {
  ...paging,
  status: oneOf(documentStatuses),
  case_id: id,
  client_id: id,
  sort: eitherWay('title', 'status', 'created_at'),
  new: flag,
}

/** The displayed state. A sent document can be viewed or expired. */
export function stateOf({ status, viewed_at: viewed, sign_expires_at: expires }: SignDocument): string {
  if (status !== 'sent') return status
  if (expires !== null && Date.parse(expires) < Date.now()) return 'expired'
  return viewed === null ? 'sent' : 'viewed'
}
