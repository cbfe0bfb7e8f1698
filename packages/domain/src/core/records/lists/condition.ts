import { Prisma } from '@matterbase/db'

/** A condition of a list; a function if the index of the list's order covers it for any value. */
export type Condition = Prisma.Sql | ((put: Put) => Prisma.Sql)

/** How values get into a statement. */
export interface Put {
  /** A condition that all callers of the statement share. */
  shared(value: string | number, type: string): Prisma.Sql
  /** One that each of them may have for itself, as text. */
  own(value: string, type: string): Prisma.Sql
}

/** As parameters that PostgreSQL sees: it makes a plan for these values, where it is worth that. */
export const inSight: Put = {
  shared: (value, type) => Prisma.sql`${value}::${Prisma.raw(type)}`,
  own: (value, type) => Prisma.sql`${value}::text::${Prisma.raw(type)}`,
}

/**
 * Hides the values from the planner, so that PostgreSQL keeps one plan instead of one for each value. The values of
 * each caller come from a relation `given` with a row for each caller.
 */
export function outOfSight() {
  const values: string[] = []
  const put: Put = {
    shared: (value, type) => Prisma.sql`(SELECT ${value}::${Prisma.raw(type)})`,
    own(value, type) {
      const place = values.push(value)
      return Prisma.raw(`given.value${place}::${type}`)
    },
  }
  return { put, values }
}

export const isFree = (condition: Condition) => !(condition instanceof Prisma.Sql)

export const written = (condition: Condition, put: Put) =>
  condition instanceof Prisma.Sql ? condition : condition(put)
