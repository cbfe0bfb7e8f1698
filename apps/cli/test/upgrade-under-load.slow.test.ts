import { createTestDatabase } from '@matterbase/db/testing'
import { Client } from 'pg'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { checkOut } from './former/check-out.ts'
import { differences } from './former/differences.ts'
import { fillInvoices } from './former/fill-invoices.ts'
import { fillRecords } from './former/fill-records.ts'
import { openFirm, strict } from './former/firm.ts'
import { startLoad } from './former/load.ts'
import { createPackagedDatabase, withPackagedPostgres } from './former/packaged-postgres.ts'
import { readAll } from './former/read-all.ts'
import { command, startProgram } from './former/server.ts'
import { oldestVersion, versionBefore } from './former/versions.ts'
import { patience, runHere } from './matterbase.ts'

/** For builds and fillings on a busy machine. */
const patienceMs = 900_000

const servers = {
  'the embedded PostgreSQL': { isThere: true, create: () => createTestDatabase({ migrated: false }) },
  'a PostgreSQL as it is packaged': { isThere: withPackagedPostgres, create: createPackagedDatabase },
}

const cases = Object.keys(servers).flatMap((server) =>
  [oldestVersion, versionBefore].map((version) => ({ server: server as keyof typeof servers, version })),
)

interface Created {
  readonly created_at: string
}

/** Rows of one statement, for what no request returns. */
async function query<T extends object>(url: string, sql: string, values: unknown[] = []): Promise<T[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<T>(sql, values)
    return rows
  } finally {
    await client.end()
  }
}

// The first run builds both versions.
beforeAll(async () => {
  for (const version of [oldestVersion, versionBefore]) await checkOut(version)
}, patienceMs)

for (const { server, version } of cases)
  it.skipIf(!servers[server].isThere)(
    `upgrades ${version} on ${server} while a firm works: no write fails, and all reads are as before`,
    async () => {
      const folder = await checkOut(version)
      const database = await servers[server].create()
      onTestFinished(database.close)
      const { url } = database
      const former = { url, folder }
      await command(former, ['migrate'])
      const { firm, api: formerApi } = await openFirm(former)
      onTestFinished(formerApi.stop)
      const practice = await fillRecords(strict(firm))
      await fillInvoices(strict(firm), practice)
      // Marks invoices as overdue when it starts.
      const formerWorker = await startProgram('worker', former)
      onTestFinished(formerWorker.stop)
      const isSettled = `SELECT count(*)::int AS left FROM invoices WHERE status = 'sent' AND due_date < current_date AND total_amount - coalesce(amount_paid, 0) - credited - written_off > 0`
      await expect.poll(() => query(url, isSettled), patience).toEqual([{ left: 0 }])
      const before = await readAll(firm)
      const [{ now } = { now: new Date() }] = await query<{ now: Date }>(url, 'SELECT clock_timestamp() AS now')

      const load = startLoad(firm, practice.clients[0] ?? 0)
      await expect.poll(load.count).toBeGreaterThan(3)
      load.enter('while it migrates')
      await command({ url }, ['migrate'])
      load.enter('while programs start')
      // In the order of docs/self-host/upgrades.md.
      await formerWorker.stop()
      onTestFinished((await startProgram('worker', { url })).stop)
      const api = await startProgram('api', { url })
      onTestFinished(api.stop)
      firm.use(api)
      await formerApi.stop()
      load.enter('afterwards')
      const ofBackfills = async () => {
        const { stdout } = await runHere(['doctor', '--json'], { DATABASE_URL: url })
        const { findings } = JSON.parse(stdout) as { findings: { check: string; found: string }[] }
        return findings.filter(({ check }) => check === 'backfills').map(({ found }) => found)
      }
      await expect.poll(ofBackfills, patience).toContain('no records of an earlier version have to be filled')
      const settled = load.count()
      await expect.poll(load.count).toBeGreaterThan(settled + 3)
      const { writes, slowest, failed } = await load.stop()

      const found = differences(before, await readAll(firm, before))
      console.log(
        `upgrade of ${version} on ${server}: ${writes} writes, ${failed.length} failed, slowest ${JSON.stringify(slowest)} ms, ${found.length} differences in ${before.size} reads`,
      )
      expect(failed).toEqual([])
      expect(found).toEqual([])
      const events = await query<{ kind: string; data: string }>(
        url,
        'SELECT kind, data::text AS data FROM events WHERE created_at > $1',
        [now],
      )
      const ofFormer = events.filter(({ data }) => new Date((JSON.parse(data) as Created).created_at) < now)
      expect(ofFormer).toEqual([])
      // Only the oldest version let work name another client than its matter.
      const home = (await firm.dash('GET', '/home')).json as { work_to_check: { count: number } }
      expect(home.work_to_check.count).toBe(version === oldestVersion ? 6 : 0)
    },
    patienceMs,
  )
