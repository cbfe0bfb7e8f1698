import type { Answer } from '../../api/contract.ts'
import { useCall } from '../../api/queries.ts'
import { spanOf } from '../days.ts'
import type { Day } from '../days.ts'

export type SheetEntry = Answer<'GET /time-sheet'>['data'][number]

/** The entries of `count` days from a day on. */
export const useSheet = (day: Day, count: number, enabled = true) =>
  useCall('GET /time-sheet', { query: spanOf(day, count) }, { enabled })
