// What a large database costs: the same requests to two products, one with 10,000 matters, one with 1,000,000 in one
// workspace beside 10,000 workspaces with ten webhook endpoints each. Driven in turn by one load process. Both are
// vacuumed, analysed and read whole before, so that what PostgreSQL has room for is in its memory.
//   npx pnpm@12 exec node bench/growth.ts [--matters 1000000] [--workspaces 10000] [--rounds 5] [--seconds 2]
import { parseArgs } from 'node:util'
import { createDb, findPostgres, readSecrets } from '@matterbase/db'
import { measureBoth, median, startLoader } from './speed/measure.ts'
import type { Measured } from './speed/measure.ts'
import { startMatterbase } from './speed/systems.ts'
import { addIdleWorkspaces } from './webhooks/idle-workspaces.ts'

const { values } = parseArgs({
  options: {
    matters: { type: 'string', default: '1000000' },
    workspaces: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
  },
})
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)]
const kinds = ['get', 'list 50', 'updated_since', 'q, rare', 'q, common', 'by status', 'create', 'upsert hit']

const loader = startLoader()
const small = await startMatterbase([10_000])
const began = performance.now()
const large = await startMatterbase([Number(values.matters)])
await prepare(small.dataDir, 0)
await prepare(large.dataDir, Number(values.workspaces))
console.log(`loaded in ${Math.round((performance.now() - began) / 1_000)} s`)

async function prepare(dataDir: string, workspaces: number): Promise<void> {
  const { databasePassword = '' } = (await readSecrets(dataDir)) ?? {}
  const db = createDb({ url: (await findPostgres(dataDir, databasePassword)) ?? '', poolSize: 1 })
  await addIdleWorkspaces(db, 1, workspaces)
  const connection = await db.pool.connect()
  // Through the index: what is read in one go does not stay.
  await connection.query('SET enable_seqscan = off; SET enable_bitmapscan = off; SET statement_timeout = 0')
  await connection.query('SELECT count(json) FROM matters WHERE workspace_id > 0')
  connection.release(true)
  await db.$disconnect()
}

const cpu = ({ own, postgres }: Measured) => own + postgres
const parts = (all: readonly Measured[]) =>
  `${Math.round(median(all, ({ own }) => own))} + ${Math.round(median(all, ({ postgres }) => postgres))}`

try {
  console.log(`${rounds} rounds of ${seconds} s, 32 connections; CPU in µs an operation, product + PostgreSQL`)
  console.log('work | small/s | large/s | by rate | by CPU | CPU small | CPU large | p99 small | p99 large | errors')
  console.log('---|--:|--:|--:|--:|--:|--:|--:|--:|--:')
  for (const work of kinds) {
    const wanted = { work, rooms: 'one', seconds } as const
    const [ofSmall, ofLarge] = await measureBoth(loader, [small, large], wanted, rounds)
    const ratio = (value: (one: Measured) => number) => median(ofLarge, value) / median(ofSmall, value)
    console.log(
      [
        work,
        Math.round(median(ofSmall, ({ perSecond }) => perSecond)),
        Math.round(median(ofLarge, ({ perSecond }) => perSecond)),
        ratio(({ perSecond }) => perSecond).toFixed(2),
        (1 / ratio(cpu)).toFixed(2),
        parts(ofSmall),
        parts(ofLarge),
        median(ofSmall, ({ p99 }) => p99),
        median(ofLarge, ({ p99 }) => p99),
        [...ofSmall, ...ofLarge].reduce((sum, { errors }) => sum + errors, 0),
      ].join(' | '),
    )
  }
} finally {
  loader.stop()
  await Promise.all([small.stop(), large.stop()])
}
