import { identifier, Prisma } from '@matterbase/db'

/** `"a" = source."a", …` for SET: the columns of a row as another one has them, such as that of `excluded`. */
export const setFrom = (source: string, columns: readonly string[]) =>
  Prisma.join(columns.map((column) => Prisma.sql`${identifier(column)} = ${identifier(source)}.${identifier(column)}`))
