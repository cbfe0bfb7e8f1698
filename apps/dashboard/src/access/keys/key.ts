import type { Answer } from '../../api/contract.ts'
import { flag, text } from '../../search-params/read-search.ts'

export type Key = Answer<'GET /keys'>['keys'][number]

/** `scopes` is a comma-separated list that the form of a new key selects at first. */
export const keyListSearch = { new: flag, scopes: text }
