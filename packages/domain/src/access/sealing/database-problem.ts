import { bool, identifier, Prisma, schemaProblem } from '@matterbase/db'
import type { Sealer, Sql } from '@matterbase/db'
import { sealedColumns } from './rewrap.ts'

/**
 * Why this build with this encryption key does not work on a database, in a sentence; undefined when it does.
 *
 * @throws Error when the database cannot be asked.
 */
export async function databaseProblem(sql: Sql, sealer: Sealer): Promise<string | undefined> {
  return (await schemaProblem(sql)) ?? (await keyProblem(sql, sealer))
}

/** True if a sealed column of any table has such a value. */
const any = (condition: (column: Prisma.Sql) => Prisma.Sql) =>
  Prisma.join(
    sealedColumns.map(
      ({ table, column }) =>
        Prisma.sql`EXISTS (SELECT FROM ${identifier(table)} WHERE ${condition(identifier(column))})`,
    ),
    ' OR ',
  )

/** Reports a problem only if no key opens any value. The worker logs single values that no key opens. */
async function keyProblem(sql: Sql, { keyIds }: Sealer): Promise<string | undefined> {
  const isOurs = Prisma.join(
    keyIds.map((id) => Prisma.sql`${id}::bytea`),
    ', ',
  )
  const [row] = await sql.rows({ is_sealed: bool, is_ours: bool })`
    SELECT (${any((column) => Prisma.sql`${column} IS NOT NULL`)}) AS is_sealed,
           (${any((column) => Prisma.sql`substring(${column} FROM 1 FOR 4) IN (${isOurs})`)}) AS is_ours`
  if (!row?.is_sealed || row.is_ours) return undefined
  return 'ENCRYPTION_KEY opens none of the secrets in this database: set the key that it was used with. Add other keys after a comma'
}
