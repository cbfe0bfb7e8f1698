import { Prisma } from '@matterbase/db'
import { foldedPattern } from '../../tx/fold.ts'

const termsOf = (q: string) => q.normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean)

/** Where all terms of a search are somewhere in a short text, with or without accents. */
export function mentions(text: Prisma.Sql, q: string, long?: Prisma.Sql): Prisma.Sql {
  const each = termsOf(q).map((term) => {
    const inShort = Prisma.sql`lower(${text}) ~ ${foldedPattern(term)}`
    // A regular expression takes long in a long text.
    return long ? Prisma.sql`(${inShort} OR position(${term} IN lower(${long})) > 0)` : inShort
  })
  return each.length === 0 ? Prisma.sql`false` : Prisma.join(each, ' AND ')
}
