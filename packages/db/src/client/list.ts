import { Prisma } from '../generated/client.ts'
import type { Value } from './sql.ts'

/**
 * Values as an array, for `= ANY` and unnest. PostgreSQL does not see how many they are: it keeps one plan for all of
 * them, where it would make a new one each time, which costs more than to look up what they name.
 */
export const list = (values: readonly Value[], type: 'bigint' | 'bytea' | 'int' | 'text') =>
  Prisma.sql`(SELECT ${values}::${Prisma.raw(type)}[])::${Prisma.raw(type)}[]`
