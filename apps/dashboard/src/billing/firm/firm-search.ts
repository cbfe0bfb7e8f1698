import { flag, oneOf } from '../../search-params/read-search.ts'

/** The tabs of the firm's settings. */
const firmTabs = ['letterhead', 'bank', 'tax', 'rates', 'numbers'] as const

export type FirmTab = (typeof firmTabs)[number]

/** `?section=bank` opens a tab, which stays open while other tabs hold unsaved text, `?new=1` the form of an hourly rate. */
export const firmSearch = { section: oneOf(firmTabs), new: flag }
