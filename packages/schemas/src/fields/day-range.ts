import { calendarDate } from './fields.ts'

const bound = (of: string, edge: 'later' | 'earlier', remark: string) =>
  calendarDate.query.optional().meta({ description: `Only ${of} on this day or ${edge}, \`YYYY-MM-DD\`.${remark}` })

/**
 * The parameters of a list that can be asked for the records of some days only, the first and the last included.
 *
 * @param of the records of a day: `records paid`.
 */
export const dayRange = (of: string, remark = '') => ({
  from_date: bound(of, 'later', remark),
  to_date: bound(of, 'earlier', remark),
})

export type DayRange = ReturnType<typeof dayRange>

type Bounds<W extends string> = { readonly [N in `${W}_${'from' | 'to'}`]: ReturnType<typeof bound> }

/** The same for records with several days: `issued_from`, `issued_to`, `due_from`. */
export const dayRangesOf = <const W extends string>(of: string, ...whats: readonly W[]) =>
  Object.fromEntries(
    whats.flatMap((what) => [
      [`${what}_from`, bound(`${of} ${what}`, 'later', '')],
      [`${what}_to`, bound(`${of} ${what}`, 'earlier', '')],
    ]),
  ) as Bounds<W>
