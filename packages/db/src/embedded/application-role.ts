import { createHmac } from 'node:crypto'
import { Client, DatabaseError } from 'pg'
import { advisoryLocks } from '../advisory-locks.ts'
import { adminUrl, databaseUrl } from './urls.ts'

const admin = 'matterbase'
const application = 'matterbase_app'

// Objects of earlier versions belong to the admin. An owned sequence follows its table.
const left = `
  SELECT format('ALTER DATABASE %I OWNER TO ${application}', datname) AS statement FROM pg_database
  WHERE datname = current_database() AND datdba <> to_regrole('${application}')
  UNION ALL
  SELECT format('ALTER SCHEMA %I OWNER TO ${application}', nspname) FROM pg_namespace
  WHERE nspowner = '${admin}'::regrole AND nspname !~ '^pg_' AND nspname <> 'information_schema'
  UNION ALL
  SELECT format('ALTER TABLE %s OWNER TO ${application}', pg_class.oid::regclass) FROM pg_class
  JOIN pg_namespace ON pg_namespace.oid = relnamespace AND nspname !~ '^pg_' AND nspname <> 'information_schema'
  WHERE relowner = '${admin}'::regrole AND relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
    AND NOT (relkind = 'S' AND EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid
                                       AND refclassid = 'pg_class'::regclass AND deptype IN ('a', 'i')))
  UNION ALL
  SELECT format('ALTER TYPE %s OWNER TO ${application}', pg_type.oid::regtype) FROM pg_type
  JOIN pg_namespace ON pg_namespace.oid = typnamespace AND nspname !~ '^pg_' AND nspname <> 'information_schema'
  WHERE typowner = '${admin}'::regrole AND typtype IN ('e', 'd', 'r')
  UNION ALL
  SELECT format('ALTER ROUTINE %s OWNER TO ${application}', pg_proc.oid::regprocedure) FROM pg_proc
  JOIN pg_namespace ON pg_namespace.oid = pronamespace AND nspname !~ '^pg_' AND nspname <> 'information_schema'
  WHERE proowner = '${admin}'::regrole`

const attributes = 'LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS'
const isPlain = `SELECT FROM pg_roles WHERE rolname = '${application}' AND rolcanlogin
  AND NOT (rolsuper OR rolcreatedb OR rolcreaterole OR rolreplication OR rolbypassrls)`

/** Follows from the admin's, which cannot be found out from it: there is one secret to keep. */
const passwordFrom = (adminPassword: string) =>
  createHmac('sha256', adminPassword).update(application).digest('base64url')

/** The connection string of the role that the programs use. */
export const applicationUrl = (port: number, adminPassword: string) =>
  databaseUrl(port, application, passwordFrom(adminPassword))

/**
 * Sees to it that the programs' role is there and owns the database and everything in it, which is all
 * that it may do. Whole or not at all; nothing is done where nothing is left to do.
 */
export async function ensureApplicationRole(port: number, adminPassword: string): Promise<void> {
  if (await isReady(applicationUrl(port, adminPassword))) return
  await withClient(adminUrl(port, adminPassword), async (client) => {
    await client.query('BEGIN')
    await client.query(`SELECT pg_advisory_xact_lock(${advisoryLocks.applicationRole})`)
    // The server's log shows statements that fail, and this one holds a password.
    await client.query('SET LOCAL log_min_error_statement = panic')
    const { rows: roles } = await client.query(`SELECT FROM pg_roles WHERE rolname = '${application}'`)
    const verb = roles.length > 0 ? 'ALTER' : 'CREATE'
    await client.query(`${verb} ROLE ${application} ${attributes} PASSWORD '${passwordFrom(adminPassword)}'`)
    const { rows } = await client.query<{ statement: string }>(left)
    for (const { statement } of rows) await client.query(statement)
    await client.query('COMMIT')
  })
}

async function isReady(url: string): Promise<boolean> {
  try {
    return await withClient(url, async (client) => {
      const { rows } = await client.query<{ is_ready: boolean }>(
        `SELECT EXISTS (${isPlain}) AND NOT EXISTS (${left}) AS is_ready`,
      )
      return rows[0]?.is_ready ?? false
    })
  } catch (error) {
    // Invalid password, or no such role.
    if (error instanceof DatabaseError && error.code?.startsWith('28')) return false
    throw error
  }
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
  }
}
