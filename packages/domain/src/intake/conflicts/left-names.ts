import { Prisma } from '@matterbase/db'
import { mapsLexeme } from '../../core/names/conflict-names.ts'

const lexeme = Prisma.raw(`'${mapsLexeme}'::tsquery`)

/**
 * The condition of rows that a version before wrote, without the names in them or without those in custom fields and
 * metadata. As in the partial indexes `*_names_left_idx`, so that they are found without reading the table.
 */
export const isLeft = Prisma.sql`((conflict_names IS NULL) OR (((custom_fields IS NOT NULL) OR (metadata IS NOT NULL)) AND (NOT (conflict_names @@ ${lexeme}))))`
