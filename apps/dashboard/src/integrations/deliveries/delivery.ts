import { choices } from 'virtual:operations'
import type { RecordOf } from '../../api/contract.ts'
import { id, oneOf, paging } from '../../search-params/read-search.ts'
import { eventKinds } from '../events/event-kinds.ts'
import { timeRanges } from './time-ranges.ts'

export type Delivery = RecordOf<'GET /webhooks/{id}/deliveries'>

export const deliveryStatuses = choices.deliveryStatus

export const deliveryLogSearch = {
  ...paging,
  status: oneOf(deliveryStatuses),
  event: oneOf(eventKinds),
  created_since: oneOf(timeRanges.map(({ value }) => value)),
  delivery: id,
}
