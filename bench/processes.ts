// What a second process of the API gives: `matterbase start` on a Redis of Debian's with API_PROCESSES=1 and with 2,
// driven in turn (A B A B) by one load process, on work that the API bounds rather than PostgreSQL. Target: 1.6 times the
// rate. One process takes more than a core, since V8's threads work beside it, so that two need a third core, and a
// fourth for PostgreSQL and the load: where there are fewer, the columns of cores say what held them back. Then
// whether the limit of a key is counted exactly across the processes.
//   npx pnpm@12 exec node bench/processes.ts [--processes 2] [--rounds 5] [--seconds 3]
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { countAllowed } from './faults/load.ts'
import { openRedisHouse } from './faults/redis.ts'
import { measureBoth, median, startLoader } from './speed/measure.ts'
import type { Measured } from './speed/measure.ts'
import { startMatterbase } from './speed/systems.ts'
import type { Matterbase } from './speed/systems.ts'
import { quantile } from './steady.ts'

const { values } = parseArgs({
  options: {
    processes: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
  },
})
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)]
const works = ['bulk 200, refused', 'get', 'get, unchanged']

const house = await openRedisHouse()
const loader = startLoader()

async function start(processes: string): Promise<Matterbase> {
  const redis = await house.addServer()
  return startMatterbase([2_000], { API_PROCESSES: processes, REDIS_URL: `redis://127.0.0.1:${redis.port}` })
}

const one = await start('1')
const several = await start(values.processes)

/** Cores that a round took: the product's, PostgreSQL's and the load's. */
function coresOf(all: readonly Measured[]): string {
  const cores = (value: (measured: Measured) => number) => median(all, value).toFixed(2)
  const ofEach = (each: 'own' | 'postgres') => cores((measured) => (measured[each] * measured.perSecond) / 1_000_000)
  return `${ofEach('own')} + ${ofEach('postgres')} + ${cores(({ loadCores }) => loadCores)}`
}

async function row(work: string): Promise<string> {
  const wanted = { work, rooms: 'one', seconds } as const
  const [ofOne, ofSeveral] = await measureBoth(loader, [one, several], wanted, rounds)
  const ratios = ofOne.map(({ perSecond }, at) => (ofSeveral[at]?.perSecond ?? 0) / perSecond)
  return [
    work,
    Math.round(median(ofOne, ({ perSecond }) => perSecond)),
    Math.round(median(ofSeveral, ({ perSecond }) => perSecond)),
    quantile(ratios, 0.5).toFixed(2),
    coresOf(ofOne),
    coresOf(ofSeveral),
    [...ofOne, ...ofSeveral].reduce((sum, { errors }) => sum + errors, 0),
  ].join(' | ')
}

/** More requests at once than a key of the tier may make in a minute: as many as it may are not refused. */
async function limit(tier: 'free' | 'pro', allowed: number): Promise<void> {
  const key = await several.createKey(several.email, 'live', tier)
  const asked = allowed + 100
  const counted = await countAllowed({ apis: [several] }, key, asked)
  console.log(`${tier}: ${counted} of ${asked} requests were not refused, the limit is ${allowed}`)
  if (counted !== allowed) process.exitCode = 1
}

try {
  console.log(
    `${rounds} rounds of ${seconds} s, 32 connections; ${availableParallelism()} cores; product + PostgreSQL + load`,
  )
  console.log(`work | 1 process/s | ${values.processes}/s | ratio | cores of 1 | of ${values.processes} | errors`)
  console.log('---|--:|--:|--:|--:|--:|--:')
  for (const work of works) console.log(await row(work))
  await limit('free', 100)
  await limit('pro', 1_000)
} finally {
  loader.stop()
  await Promise.all([one.stop(), several.stop()])
  await house.close()
}
