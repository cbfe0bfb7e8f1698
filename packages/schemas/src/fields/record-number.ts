import { z } from 'zod'
import { nonBlankLine, text } from './primitives.ts'
import { unshownKey } from './unshown.ts'

const most = 100

/** A number that people know the record by. */
export const recordNumber = {
  kind: 'text',
  isNumber: true,
  input: nonBlankLine(most)
    .transform((number) => number.trim())
    .nullable()
    // An example with a number would be refused when it is sent again.
    .meta({ [unshownKey]: true }),
  output: z.string().nullable(),
  query: text(most),
  required: false,
  initial: null,
} as const
