import { Prisma } from '@matterbase/db'
import { spellings } from '../../tx/fold.ts'
import { overlap, words } from '../../tx/words.ts'

/** How many of the newest records of a workspace are looked through for parts of words. */
const mostRecords = 10_000

/** How many bytes of words, as they are stored: texts can be long. */
const mostBytes = 16_000_000

/** Chinese, Japanese, Korean, Thai, Lao, Khmer and Burmese: no spaces, or words of one letter. */
const dense =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** Words of a record as PostgreSQL writes them, with a space before each. */
const allWords = Prisma.sql`(' ' || array_to_string(words, ' '))`

/** One or two letters are too little to look for inside of words: these begin a word. */
function patternOf(part: string): string {
  const characters = Array.from(part)
  if (dense.test(part)) return `%${characters.slice(0, overlap).join('')}%`
  return characters.length < 3 ? `% ${part}%` : `%${part}%`
}

/** Records that have each word of `q` in one of their words, as it is typed or without accents. */
export function haveParts(q: string): Prisma.Sql {
  // Letters, marks and digits: nothing in them means anything in a pattern.
  const each = words(q).map((word) => {
    const ways = spellings(word).map((part) => Prisma.sql`${allWords} LIKE ${patternOf(part)}`)
    return Prisma.sql`(${Prisma.join(ways, ' OR ')})`
  })
  return each.length === 0 ? Prisma.sql`false` : Prisma.join(each, ' AND ')
}

/** The ids of the newest records of a workspace that fit, at most so many. */
export const idsOfNewest = (table: Prisma.Sql, workspaceId: number, fits: Prisma.Sql, most: number) => Prisma.sql`
  SELECT id FROM (
    SELECT id, words, sum(pg_column_size(words)) OVER (ORDER BY id DESC) AS bytes FROM (
      SELECT id, words FROM ${table} WHERE workspace_id = ${workspaceId} ORDER BY id DESC
      LIMIT ${Prisma.raw(String(mostRecords))}
    ) AS newest
  ) AS bounded WHERE bytes < ${Prisma.raw(String(mostBytes))} AND ${fits} LIMIT ${Prisma.raw(String(most))}`
