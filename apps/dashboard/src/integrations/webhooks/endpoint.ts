import type { Answer } from '../../api/contract.ts'
import { flag } from '../../search-params/read-search.ts'

export type Endpoint = Answer<'GET /webhooks'>['webhooks'][number]

export const endpointListSearch = { new: flag }
