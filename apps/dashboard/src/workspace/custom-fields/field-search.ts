import { flag, id, oneOf } from '../../search-params/read-search.ts'

/** `?new=1` opens the form of a new field, and `?field=12` the form of a field. */
export const fieldSearch = { tab: oneOf(['matters', 'clients', 'leads']), new: flag, field: id }
