import { calendarDate } from './fields.ts'

/** The parameters of a list that can be asked for the records of some days only, the first and the last included. */
export const dayRange = (what: string) => ({
  from_date: calendarDate.query
    .optional()
    .meta({ description: `Only records ${what} on this day or later, \`YYYY-MM-DD\`.` }),
  to_date: calendarDate.query
    .optional()
    .meta({ description: `Only records ${what} on this day or earlier, \`YYYY-MM-DD\`.` }),
})
