import type { Answer } from '../../api/contract.ts'
import { flag, text } from '../../search-params/read-search.ts'

export type Key = Answer<'GET /keys'>['keys'][number]

/** `scopes`, with commas between them, are chosen at first in the form of a new key. */
export const keyListSearch = { new: flag, scopes: text }
