import { identifier, isoText, Prisma } from '@matterbase/db'

/**
 * Writes what is left of a deleted row, by its ID's column. json_build_object would put spaces where the record itself has
 * none.
 */
export const tombstoneOf = (id: string, externalId: Prisma.Sql) => Prisma.sql`(SELECT row_to_json(answer)::text FROM (
  SELECT ${identifier(id)} AS id, ${externalId} AS external_id, ${isoText('deleted_at')} AS deleted_at, ${isoText('updated_at')} AS updated_at) AS answer)`

export const tombstoneJson = tombstoneOf('id', Prisma.sql`external_id`)
