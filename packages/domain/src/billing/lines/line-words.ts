import { Prisma } from '@matterbase/db'
import { paperWords, paperWordsIn } from '@matterbase/schemas/paper-words'

const wordBy = (kind: 'time' | 'expense') => {
  const words = Object.entries(paperWords).map(([language, by]) => Prisma.sql`WHEN ${language} THEN ${by[kind]}`)
  return Prisma.sql`CASE language ${Prisma.join(words, ' ')} ELSE ${paperWordsIn('en')[kind]} END`
}

/** The description of a line whose work has none, in the `language` of the firm. */
export const wordOfLine = Prisma.sql`CASE WHEN given.expense_id IS NULL THEN ${wordBy('time')} ELSE ${wordBy('expense')} END`
