import { z } from 'zod'
import { several } from './several.ts'

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** IDs of users in a query, and `none` for records without a user. */
const someUsers = several(
  z
    .string()
    .refine((value) => value === 'none' || uuid.test(value), {
      params: { code: 'invalid_format' },
      message: 'must be the ID of a user, or none',
    })
    .transform((value) => value.toLowerCase()),
  { type: 'string', description: 'ID of a user, or `none` for records without a user.' },
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
      .meta({ type: 'string', format: 'uuid', nullable: true, ...words }),
    output: z.uuid().nullable().meta(words),
  } as const
}
