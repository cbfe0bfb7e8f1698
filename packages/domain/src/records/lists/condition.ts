import { Prisma } from '@matterbase/db'

/** What the rows of a list must be. */
export type Condition = Prisma.Sql | Free

/** One that the index of the list's order answers by itself, whatever its value is. */
interface Free {
  readonly seen: Prisma.Sql
  /** PostgreSQL is not shown the value: it keeps one plan, where it would make a new one for each. */
  readonly unseen: Prisma.Sql
}

/** @param type of the value, with what it is cast to on the way. */
export function free(compared: Prisma.Sql, value: string | number, type: 'int' | 'text::timestamptz'): Free {
  const typed = Prisma.sql`${value}::${Prisma.raw(type)}`
  return { seen: Prisma.sql`${compared} ${typed}`, unseen: Prisma.sql`${compared} (SELECT ${typed})` }
}

/** The same without a value. */
export const always = (condition: Prisma.Sql): Free => ({ seen: condition, unseen: condition })

export const isFree = (condition: Condition) => !(condition instanceof Prisma.Sql)
export const seen = (condition: Condition) => (condition instanceof Prisma.Sql ? condition : condition.seen)
export const unseen = (condition: Condition) => (condition instanceof Prisma.Sql ? condition : condition.unseen)
