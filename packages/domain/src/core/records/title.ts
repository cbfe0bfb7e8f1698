import { identifier, Prisma } from '@matterbase/db'
import { sentenceCase } from '@matterbase/schemas'
import type { RecordContract } from '@matterbase/schemas'

/** What a record is called, as SQL: the first of its title's members that is set, or what it is and its id. */
export function titleOf({ noun, found }: RecordContract): Prisma.Sql {
  const members = (found?.title ?? []).map(identifier)
  return Prisma.sql`coalesce(${Prisma.join([...members, Prisma.sql`${sentenceCase(noun)} || ' ' || id`])})`
}
