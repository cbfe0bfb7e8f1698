import { identifier, Prisma } from '@matterbase/db'
import type { Deriveds } from '@matterbase/schemas'

/**
 * Writes a row as JSON text: what PostgreSQL keeps of it, and beside it the members that follow from others. To keep
 * those too, a migration would have to write the whole table anew.
 */
export function jsonBeside(derived: Deriveds) {
  const members = Object.entries(derived)
  return (row?: 'current' | 'former'): Prisma.Sql => {
    const column = (name: string) => (row ? Prisma.sql`${identifier(row)}.${identifier(name)}` : identifier(name))
    if (members.length === 0) return column('json')
    const texts = members.map(([name, { fallback = [] }]) => {
      const value = Prisma.sql`coalesce(${Prisma.join([name, ...fallback].map(column))})`
      return Prisma.sql`${`,"${name}":`}::text || coalesce(to_json(${value})::text, 'null')`
    })
    return Prisma.sql`(left(${column('json')}, -1) || ${Prisma.join(texts, ' || ')} || '}')`
  }
}
