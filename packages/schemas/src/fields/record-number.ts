import { z } from 'zod'
import { cleanNumber } from './number-key.ts'
import { nonBlankLine } from './primitives.ts'
import { someNumbers } from './several.ts'
import { unshownKey } from './unshown.ts'

const most = 100

/** A number that people know the record by. */
export const recordNumber = {
  kind: 'text',
  isNumber: true,
  input: nonBlankLine(most)
    .transform(cleanNumber)
    .refine((number) => number !== '', { params: { code: 'blank' }, message: 'must not be blank' })
    .nullable()
    // An example with a number would be refused when it is sent again.
    .meta({ [unshownKey]: true }),
  output: z.string().nullable(),
  query: someNumbers(most),
  required: false,
  initial: null,
} as const
