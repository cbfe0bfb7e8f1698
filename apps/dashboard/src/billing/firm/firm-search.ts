import { flag } from '../../search-params/read-search.ts'

/** `?new=1` opens the form of an hourly rate. */
export const firmSearch = { new: flag }
