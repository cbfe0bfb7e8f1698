import { mkdir, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { migrationsFolder, readNames } from '../src/migrations/files.ts'
import { migrate } from '../src/migrations/migrate.ts'
import { startScratchServer } from '../src/testing/scratch-server.ts'
import { diffSchema } from './schema-diff.ts'

const help = `Writes the migration that brings the database from the migrations so far to prisma/schema.prisma.

  pnpm --filter @matterbase/db migration <name>    a new one, e.g. add_documents
  pnpm --filter @matterbase/db migration --init    the first one again (only before it is released)
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { init: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
})
const [name = 'init'] = positionals
if (values.help || values.init === positionals.length > 0 || !/^[a-z0-9_]+$/.test(name)) {
  process.stdout.write(help)
  process.exit(values.help ? 0 : 1)
}

const known = await readNames()
if (values.init && known.length > 1) throw new Error('There are later migrations: write a new one')
const sql = await onScratchDatabase(async (url) => {
  if (!values.init) await migrate(url)
  return diffSchema(url)
})
const folder = (values.init && known[0]) || `${new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)}_${name}`
if (sql) {
  await mkdir(new URL(folder, migrationsFolder), { recursive: true })
  await writeFile(new URL(`${folder}/migration.sql`, migrationsFolder), sql)
}
process.stdout.write(
  sql
    ? `Wrote prisma/migrations/${folder}/migration.sql: read it before you commit it.\n`
    : 'The migrations agree with the schema.\n',
)

async function onScratchDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  const server = await startScratchServer()
  try {
    return await work(server.url)
  } finally {
    await server.remove()
  }
}
