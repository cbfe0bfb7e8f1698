import { oneOf, paging } from '../../search-params/read-search.ts'

const tabs = ['overview', 'matters', 'time', 'documents', 'invoices', 'billing', 'activity'] as const

/** The parameters of a record's page, whose tabs contain lists with pages. */
export const recordSearch = { ...paging, tab: oneOf(tabs) }
