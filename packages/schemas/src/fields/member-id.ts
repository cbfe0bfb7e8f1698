import { z } from 'zod'
import { several } from './several.ts'
import { unshownKey } from './unshown.ts'

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** IDs of users in a query, `none` for records without a user, and `me` for the member that the caller acts for. */
const someUsers = several(
  z
    .string()
    .refine((value) => value === 'none' || value === 'me' || uuid.test(value), {
      params: { code: 'invalid_format' },
      message: 'must be the ID of a user, me or none',
    })
    .transform((value) => value.toLowerCase()),
  {
    type: 'string',
    description: 'ID of a user, `none` for records without a user, or `me` for the member that the API key acts for.',
  },
)

/** A member of the account. The database knows which text names one. */
export const memberId = (description: string) => {
  const words = { description, example: '7d2f9c1e-1f0a-4d59-9d0b-3c2f6a1b8e57' }
  return {
    kind: 'uuid',
    references: 'users',
    query: someUsers,
    input: z
      .string()
      .nullable()
      // The account of a reader does not have the member of an example, and refuses it.
      .meta({ type: 'string', format: 'uuid', nullable: true, ...words, [unshownKey]: true }),
    output: z.uuid().nullable().meta(words),
  } as const
}
