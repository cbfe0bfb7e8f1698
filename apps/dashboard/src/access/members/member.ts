import type { RecordOf } from '../../api/contract.ts'
import { flag } from '../../search-params/read-search.ts'

export type Member = RecordOf<'GET /members'>

export const memberSearch = { new: flag }
