import { identifier, Prisma } from '@matterbase/db'
import { sentenceCase } from '@matterbase/schemas'
import type { RecordContract } from '@matterbase/schemas'
import { numberField } from './number-field.ts'

/** The title of a record as SQL: the first title field with a value, or its noun and ID. */
export function titleOf({ noun, found }: RecordContract): Prisma.Sql {
  const members = (found?.title ?? []).map(identifier)
  return Prisma.sql`coalesce(${Prisma.join([...members, Prisma.sql`${sentenceCase(noun)} || ' ' || id`])})`
}

/** The same with the number of the record in front: `2026-0042 · Hale v. Northgate`. */
export function labelOf(contract: RecordContract): Prisma.Sql {
  const number = numberField(contract.fields)
  const title = titleOf(contract)
  return number === undefined ? title : Prisma.sql`concat_ws(' · ', ${identifier(number)}, ${title})`
}
