// What a backup of 1,000,000 rows costs, and whether it comes back as it was: an embedded database is filled, backed
// up, restored into an empty folder and backed up again; the checksums of both backups are compared, table by table.
//   node bench/backup.ts [--rows 1000000] [--passphrase]
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { createDb, ensureSecrets, migrate, startPostgres } from '@matterbase/db'
import { createAccount, findWorkspace } from '@matterbase/domain'

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, passphrase: { type: 'boolean', default: false } },
})
const rows = Number(values.rows)
const program = fileURLToPath(new URL('../apps/cli/bin/matterbase.js', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'matterbase-bench-'))
// PostgreSQL, which does not run as root, has to enter it: else its folders lie elsewhere, and stay.
await chmod(folder, 0o755)
const [from, to] = [join(folder, 'from'), join(folder, 'to')]
const email = 'bench@example.com'

interface Manifest {
  rows: number
  bytes: number
  tables: { name: string; rows: number; bytes: number; sha256: string }[]
}

const mib = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MiB`

/** A tenth clients, the rest matters, hours, events and deliveries in equal parts. */
async function fill() {
  const secrets = await ensureSecrets(from)
  const server = await startPostgres({ dataDir: from, password: secrets.databasePassword })
  await migrate(server.url)
  const db = createDb({ url: server.url })
  await createAccount(db, { email, password: 'correct horse' })
  const workspace = await findWorkspace(db, email, 'live')
  // In one statement the pool would give up after half a minute.
  const some = 10_000
  for (let at = 1; at <= rows; at += some) await fillSome(db, { workspace, at, end: Math.min(at + some - 1, rows) })
  await db.$disconnect()
  await server.stop()
}

interface Part {
  workspace: number
  at: number
  end: number
}

async function fillSome(db: ReturnType<typeof createDb>, { workspace, at, end }: Part) {
  const [share, clients] = [Math.floor((end - at + 1) * 0.225), Math.floor((end - at + 1) * 0.1)]
  await db.run`
    INSERT INTO clients (workspace_id, company_name, email, status, words, created_at, updated_at)
    SELECT ${workspace}, 'Company ' || n, 'c' || n || '@example.com', 'active', ARRAY['company', n::text], now(), now()
    FROM generate_series(${at}::int, ${at + clients - 1}::int) AS n`
  await db.run`
    INSERT INTO matters (workspace_id, title, description, status, external_id, words, created_at, updated_at)
    SELECT ${workspace}, 'Case ' || n, md5(n::text) || ' ' || md5((n + 1)::text), 'In Progress', 'crm-' || n, ARRAY['case', n::text], now(), now()
    FROM generate_series(${at}::int, ${at + share - 1}::int) AS n`
  await db.run`
    INSERT INTO time_entries (workspace_id, case_id, description, duration, is_billable, status, words, created_at, updated_at)
    SELECT ${workspace}, n, 'Call about ' || md5(n::text), n % 9 + 0.25, true, 'pending', ARRAY['call', 'about'], now(), now()
    FROM generate_series(${at}::int, ${at + share - 1}::int) AS n`
  await db.run`
    WITH made AS (
      INSERT INTO events (workspace_id, kind, data, created_at)
      SELECT ${workspace}, 'matter.created', json_build_object('id', n, 'title', 'Case ' || n, 'description', md5(n::text)), now()
      FROM generate_series(${at}::int, ${at + share - 1}::int) AS n RETURNING id)
    INSERT INTO webhook_deliveries (workspace_id, endpoint_id, event_id, kind, status, attempt_count, created_at, delivered_at)
    SELECT ${workspace}, 1, id, 'matter.created', 'delivered', 1, now(), now() FROM made`
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  const result = await work()
  console.log(`${what}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
  return result
}

async function matterbase(dataDir: string, ...args: string[]): Promise<Manifest> {
  const secret = values.passphrase ? { BACKUP_PASSPHRASE: 'correct horse battery' } : {}
  const { encryptionKey } = await ensureSecrets(from)
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, ENCRYPTION_KEY: encryptionKey, ...secret }
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args, '--json'], { env })
  return JSON.parse(stdout) as Manifest
}

try {
  await timed('filled', fill)
  const file = join(folder, 'backup')
  const before = await timed('backed up, with start and stop of PostgreSQL', () =>
    matterbase(from, 'backup', '--to', file, '--plain'),
  )
  const raw = before.tables.reduce((sum, { bytes }) => sum + bytes, 0)
  console.log(`${before.rows} rows, ${mib(raw)} of them in ${mib((await stat(file)).size)}`)
  await timed('checked', () => matterbase(to, 'restore', '--from', file, '--check'))
  await timed('restored into an empty folder, with start and stop of PostgreSQL', () =>
    matterbase(to, 'restore', '--from', file),
  )
  const after = await matterbase(to, 'backup', '--to', join(folder, 'again'), '--plain')
  // A restore adds to the audit log, and ends sessions.
  const changed = new Set(['audit_entries', 'sessions', 'known_devices', 'one_time_links', 'workspaces'])
  for (const { name, rows: count, bytes, sha256 } of before.tables.filter(
    (table) => table.rows > 0 && !changed.has(table.name),
  )) {
    const same = after.tables.find((table) => table.name === name)?.sha256 === sha256
    console.log(`${same ? 'equal' : 'DIFFERENT'}  ${name}  ${count} rows  ${mib(bytes)}  ${sha256.slice(0, 16)}`)
    if (!same) process.exitCode = 1
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
