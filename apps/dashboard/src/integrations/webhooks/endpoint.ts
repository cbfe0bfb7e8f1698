import type { Answer } from '../../api/contract.ts'
import { formatCount } from '../../components/values/formats.ts'
import { flag } from '../../search-params/read-search.ts'

export type Endpoint = Answer<'GET /webhooks'>['webhooks'][number]

export const endpointListSearch = { new: flag }

/** `1 delivery`, `12 deliveries` */
export const countDeliveries = (count: number) => `${formatCount(count)} ${count === 1 ? 'delivery' : 'deliveries'}`
