import { bool, text } from '@matterbase/db'
import { ok, problem, warning } from './finding.ts'
import type { Check } from './finding.ts'

export const checkRole: Check = async ({ db, env }) => {
  const [row] = await db.rows({ name: text, database: text, is_super: bool, makes_tables: bool, makes_schemas: bool })`
    SELECT rolname::text AS name, current_database()::text AS database, rolsuper AS is_super,
           has_schema_privilege('public', 'CREATE') AS makes_tables,
           has_database_privilege(current_database(), 'CREATE') AS makes_schemas
    FROM pg_roles WHERE rolname = current_user`
  if (!row) throw new Error('PostgreSQL does not report the role of this connection')
  const { name, database, is_super: isSuper, makes_tables: makesTables, makes_schemas: makesSchemas } = row
  if (isSuper)
    return [
      warning(
        `${name} is a superuser of the whole server`,
        'give DATABASE_URL a role that owns this database and nothing else',
      ),
    ]
  const lacking = [
    ...(makesTables
      ? []
      : [problem(`${name} cannot create tables, which migrations need`, `GRANT CREATE ON SCHEMA public TO ${name}`)]),
    ...(makesSchemas || env.REDIS_URL !== undefined
      ? []
      : [
          problem(
            `${name} cannot create the schema of the queues`,
            `GRANT CREATE ON DATABASE ${database} TO ${name}, or set REDIS_URL`,
          ),
        ]),
  ]
  return lacking.length > 0 ? lacking : [ok(`${name} has the rights that are needed, and is not a superuser`)]
}
