import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

export interface MigrateOptions {
  /** The folder of migrations, `<name>/migration.sql` each. Default: those of this build. */
  folder?: URL
}

/** A migration as the ledger has it. */
export interface Applied {
  readonly name: string
  readonly checksum: string
}

export interface Migration extends Applied {
  readonly sql: string
}

/** The migrations of this build. */
export const migrationsFolder = new URL('../../../../prisma/migrations/', import.meta.url)

/** Their names, in order. */
export async function readNames(folder: URL = migrationsFolder): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).toSorted()
}

export async function readMigrations(folder: URL): Promise<Migration[]> {
  const names = await readNames(folder)
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(`${name}/migration.sql`, folder), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}
