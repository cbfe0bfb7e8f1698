import { choices } from 'virtual:operations'
import type { RecordOf } from '../../api/contract.ts'
import { id, oneOf, paging } from '../../search-params/read-search.ts'
import { eventKinds } from '../events/event-kinds.ts'

const hour = 3_600_000
const lengths: Readonly<Record<string, number>> = { '1h': hour, '24h': 24 * hour, '7d': 7 * 24 * hour }

/** Time ranges of a list. */
export const timeRanges = [
  { value: '1h', label: 'Last hour' },
  { value: '24h', label: 'Last 24 hours' },
  { value: '7d', label: 'Last 7 days' },
] as const

/** The start of a range. Undefined for any time. */
export function startOf(range: string | undefined): string | undefined {
  const length = lengths[range ?? '']
  return length === undefined ? undefined : new Date(Date.now() - length).toISOString()
}

export type Delivery = RecordOf<'GET /webhooks/{id}/deliveries'>

export const deliveryStatuses = choices.deliveryStatus

export const deliveryLogSearch = {
  ...paging,
  status: oneOf(deliveryStatuses),
  event: oneOf(eventKinds),
  created_since: oneOf(timeRanges.map(({ value }) => value)),
  delivery: id,
}
