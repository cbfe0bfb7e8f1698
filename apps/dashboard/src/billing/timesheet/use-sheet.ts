import type { Answer } from '../../api/contract.ts'
import { useCall } from '../../api/queries.ts'
import { spanOf } from '../time/days.ts'
import type { Day } from '../time/days.ts'

export type SheetEntry = Answer<'GET /time-sheet'>['data'][number]

/** Of one member, or of everybody. */
export interface Whose {
  readonly userId: string | undefined
  readonly isLoaded: boolean
}

/** The entries of `count` days from a day on. */
export const useSheet = (day: Day, count: number, { userId, isLoaded }: Whose) =>
  useCall(
    'GET /time-sheet',
    { query: { ...spanOf(day, count), ...(userId !== undefined && { user_id: userId }) } },
    { enabled: isLoaded },
  )
