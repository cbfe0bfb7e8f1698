// What webhook endpoints cost that nothing is sent to: CPU of PostgreSQL and of the worker through `matterbase start`
// as it comes, while nothing is asked for, with none, some and many endpoints in the database.
//   npx pnpm@12 exec node bench/idle-endpoints.ts [--seconds 30] [--counts 0,1000,100000]
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { bigint, createDb, findPostgres, readSecrets } from '@matterbase/db'
import type { Db } from '@matterbase/db'
import { cpuOf } from './cpu.ts'
import { startProduct } from './product.ts'
import { addIdleWorkspaces } from './webhooks/idle-workspaces.ts'

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '30' }, counts: { type: 'string', default: '0,1000,100000' } },
})
const seconds = Number(values.seconds)

const product = await startProduct()
const { databasePassword = '' } = (await readSecrets(product.dataDir)) ?? {}
const db = createDb({ url: (await findPostgres(product.dataDir, databasePassword)) ?? '', poolSize: 1 })
const server = Number.parseInt(await readFile(join(product.dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8'), 10)
const { worker } = await product.processes()

/** Workspaces so far. */
let filled = 0

/** How often PostgreSQL was asked for something: on a busy machine the worker comes round less often. */
async function transactions(db: Db): Promise<number> {
  const [row] = await db.rows({ count: bigint })`
    SELECT xact_commit + xact_rollback AS count FROM pg_stat_database WHERE datname = current_database()`
  return Number(row?.count)
}

const percent = (ms: number, took: number) => `${((ms / took) * 100).toFixed(2)} %`.padStart(9)

try {
  console.log(`of a core over ${seconds} s`)
  console.log('endpoints  PostgreSQL    worker  transactions/s')
  for (const count of values.counts.split(',').map(Number)) {
    const workspaces = Math.ceil(count / 10)
    await addIdleWorkspaces(db, filled + 1, workspaces)
    filled = workspaces
    // What else there is to do after a change is done by then.
    await delay(5_000)
    const asked = await transactions(db)
    const before = [await cpuOf(server), await cpuOf(worker)]
    const started = performance.now()
    await delay(seconds * 1_000)
    const took = performance.now() - started
    const [postgres = 0, own = 0] = [await cpuOf(server), await cpuOf(worker)].map(
      (now, at) => (now ?? 0) - (before[at] ?? 0),
    )
    const perSecond = (((await transactions(db)) - asked) / took) * 1_000
    console.log(
      `${String(count).padStart(9)}  ${percent(postgres, took)} ${percent(own, took)} ${perSecond.toFixed(0).padStart(15)}`,
    )
  }
} finally {
  await db.$disconnect()
  await product.stop()
}
