import { randomUUID } from 'node:crypto'
import { Client } from 'pg'

/** A PostgreSQL with the settings of its package, unlike the embedded one. */
const packagedUrl = process.env['PACKAGED_POSTGRES_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres'

/** True if tests use it: where it responds, and always in CI, which must fail without it. */
export const withPackagedPostgres = (await answers()) || Boolean(process.env['CI'])

if (!withPackagedPostgres) console.warn(`PostgreSQL does not answer at ${packagedUrl}: its tests are skipped`)

async function answers(): Promise<boolean> {
  return administer('SELECT 1').then(
    () => true,
    () => false,
  )
}

async function administer(sql: string): Promise<void> {
  const client = new Client({ connectionString: packagedUrl, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(sql)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** An empty database on it. */
export async function createPackagedDatabase(): Promise<{ url: string; close(): Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await administer(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'`)
  const url = new URL(packagedUrl)
  url.pathname = name
  return { url: url.href, close: () => administer(`DROP DATABASE ${name} WITH (FORCE)`) }
}
