import { identifier, Prisma } from '@matterbase/db'
import { sentenceCase } from '@matterbase/schemas'
import type { RecordContract } from '@matterbase/schemas'

/** The title of a record as SQL: the first title field with a value, or its noun and ID. */
export function titleOf({ noun, found }: RecordContract): Prisma.Sql {
  const members = (found?.title ?? []).map(identifier)
  return Prisma.sql`coalesce(${Prisma.join([...members, Prisma.sql`${sentenceCase(noun)} || ' ' || id`])})`
}
