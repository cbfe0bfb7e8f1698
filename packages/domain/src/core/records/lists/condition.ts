import { Prisma } from '@matterbase/db'

/** What the rows of a list must be; a function for what the index of the list's order answers by itself, whatever its values are. */
export type Condition = Prisma.Sql | ((put: Put) => Prisma.Sql)

/** How values get into a statement. */
export interface Put {
  /** One that all who are answered by the statement have. */
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
 * As what PostgreSQL cannot see when it plans: it keeps one plan, where it would make a new one for each. Own values come
 * from a relation `given` that has a row for each who is answered.
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
