import { randomUUID } from 'node:crypto'
import { Pool } from 'pg'
import { createDb } from '../client/client.ts'
import type { Inspect } from '../client/sql.ts'
import { adminUrl, template } from './server.ts'
import { createStatementCheck } from './statement-check.ts'
import type { KnownStatements } from './statement-check.ts'
import { createTenancyCheck } from './tenancy/tenancy-check.ts'
import { withModels } from './with-models.ts'
import type { TestDb } from './with-models.ts'

export interface TestDatabase {
  url: string
  db: TestDb
  /** For other clients of this database, so that their statements are checked too. */
  inspect: Inspect
  /**
   * Closes `db`, checks the statements that were sent, and drops the database regardless of other connections.
   *
   * @throws Error when statements declare other columns than PostgreSQL reports, or reach workspaces that they do not
   * name.
   */
  close(): Promise<void>
}

export interface TestDatabaseOptions {
  /** Default: UTF8. A database with another encoding is not migrated. */
  encoding?: string

  /** False creates a database without tables. Default true. */
  migrated?: boolean
  /** A connection string of the run's PostgreSQL, for global setups, which run before vitest can inject it. */
  server?: string | undefined
  /** How long a statement may wait for its turn. Default: the same as in production. */
  readonly patienceMs?: number
}

// Shared by all test databases, because most of their statements are the same.
const ofTemplate: KnownStatements = new Map()

/** A fresh database for a test file. Needs `@matterbase/db/testing/global-setup` in the vitest config. */
export async function createTestDatabase({
  migrated = true,
  server: given,
  encoding,
  patienceMs,
}: TestDatabaseOptions = {}): Promise<TestDatabase> {
  // A global setup cannot load vitest, so the import is dynamic.
  const server = given ?? (await import('vitest')).inject('matterbaseDatabase')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // Copied as files: half the work of copying page by page through the log, which tests do not need.
  const encoded = encoding === undefined ? '' : `ENCODING '${encoding}' LOCALE 'C' LOCALE_PROVIDER libc`
  const from = migrated ? template : 'template0'
  await administer(server, `CREATE DATABASE ${name} TEMPLATE ${from} ${encoded} STRATEGY FILE_COPY`)
  const url = new URL(server)
  url.pathname = name
  const declared = createStatementCheck(migrated ? ofTemplate : undefined)
  const tenancy = createTenancyCheck()
  const inspect: Inspect = (statement) => {
    if (migrated) tenancy.note(statement.text)
    return declared.inspect(statement)
  }
  const db = withModels(createDb({ url: url.href, inspect, ...(patienceMs !== undefined && { patienceMs }) }))
  return {
    url: url.href,
    db,
    inspect,
    async close() {
      await db.$disconnect()
      try {
        await declared.check(url.href)
        await tenancy.check(url.href)
      } finally {
        await administer(server, `DROP DATABASE ${name} WITH (FORCE)`)
      }
    },
  }
}

// Kept open for the next database, because connecting takes as long as a short test.
const servers = new Map<string, Pool>()

async function administer(server: string, sql: string): Promise<void> {
  let pool = servers.get(server)
  if (!pool) {
    pool = new Pool({ connectionString: adminUrl(server), idleTimeoutMillis: 0, allowExitOnIdle: true })
    // The error of a server that has ended.
    pool.on('error', () => undefined)
    servers.set(server, pool)
  }
  await pool.query(sql)
}

export { startPair } from './standby.ts'
export { createTenancyCheck } from './tenancy/tenancy-check.ts'
export { withModels } from './with-models.ts'
export type { TestDb } from './with-models.ts'
