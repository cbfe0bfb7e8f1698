import { choices } from 'virtual:operations'
import type { RecordOf } from '../../api/contract.ts'
import { flag, id, oneOf, paging, sortOf, text } from '../../search-params/read-search.ts'

export type Matter = RecordOf<'GET /matters'>

export const matterStatuses = choices.matterStatus

/** The billing methods with their labels. */
export const billingMethods = [
  { value: 'hourly', label: 'Hourly' },
  { value: 'flat_fee', label: 'Flat fee' },
  { value: 'contingency', label: 'Contingency' },
  { value: 'other', label: 'Other' },
] as const satisfies readonly { readonly value: Matter['billing_method']; readonly label: string }[]

export const matterListSearch = {
  ...paging,
  q: text,
  status: oneOf(matterStatuses),
  client_id: id,
  responsible_user_id: text,
  cf: text,
  sort: sortOf('title', 'status', 'client'),
  peek: id,
  new: flag,
}
