import { isoText, Prisma } from '@matterbase/db'

/** Writes what is left of a deleted row. json_build_object would put spaces where the record itself has none. */
export const tombstoneJson = Prisma.sql`(SELECT row_to_json(answer)::text FROM (
  SELECT id, external_id, ${isoText('deleted_at')} AS deleted_at, ${isoText('updated_at')} AS updated_at) AS answer)`
