import type { RecordOf } from '../../api/contract.ts'
import { id, paging, text } from '../../search-params/read-search.ts'

export type Entry = RecordOf<'GET /audit'>

export const auditSearch = { ...paging, action: text, actor: text, peek: id }
