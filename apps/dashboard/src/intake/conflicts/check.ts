import type { Answer } from '../../api/contract.ts'

/** A conflict check of a lead, with what was decided so far. */
export type Check = Answer<'GET /lead-board/{id}/conflicts'>
