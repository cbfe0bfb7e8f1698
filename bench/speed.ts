// What the product costs beside the least that PostgreSQL and Node can do (speed/floor.ts). Both get the same
// matters and are driven in turn by one load process; ratios are taken within a round, medians over rounds.
//   npx pnpm@12 bench [--quick] [--rounds 5] [--seconds 2] [--only 'list 50']
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ownMemory } from './memory.ts'
import { measure, startLoader } from './speed/measure.ts'
import type { Measured, Wanted } from './speed/measure.ts'
import { startFloor, startMatterbase } from './speed/systems.ts'
import { rowsInBulk, works } from './speed/works.ts'
import { quantile } from './steady.ts'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    only: { type: 'string' },
  },
})
const rounds = Number(values.rounds ?? (values.quick ? 1 : 5))
const seconds = Number(values.seconds ?? (values.quick ? 0.6 : 2))
// It is seen within 20 s that a process is at rest, and then gives back what it took; with --quick it is not waited for.
const untilRestMs = values.quick ? 0 : 25_000
// One large workspace, and eight smaller ones.
const roomSizes = [10_000, ...Array.from({ length: 8 }, () => (values.quick ? 200 : 1_250))]

const loader = startLoader()
const [product, floor] = await Promise.all([startMatterbase(roomSizes), startFloor(roomSizes)])
const atRest = await memoryAtRest()

async function memoryAtRest() {
  await setTimeout(untilRestMs)
  return ownMemory(product)
}

const median = (list: readonly number[]) => quantile(list, 0.5)

interface Pair {
  product: Measured
  floor: Measured
}

/** Both, one after the other, so often; who is first changes. At a rate of their own, if they get one. */
async function inTurn(wanted: Wanted, rates?: Record<keyof Pair, number>): Promise<Pair[]> {
  const systems = { product, floor }
  const one = (side: keyof Pair) => measure(loader, systems[side], { ...wanted, ...(rates && { rate: rates[side] }) })
  const pairs: Pair[] = []
  for (let round = 0; round < rounds; round++) {
    const first = round % 2 === 1 ? await one('floor') : undefined
    const ofProduct = await one('product')
    pairs.push({ product: ofProduct, floor: first ?? (await one('floor')) })
  }
  return pairs
}

const over = (pairs: readonly Pair[], value: (pair: Pair) => number) => median(pairs.map(value))
const cpuOf = ({ own, postgres }: Measured) => own + postgres

async function row(work: string, rooms: 'one' | 'eight'): Promise<string> {
  const pairs = await inTurn({ work, rooms, seconds })
  const each = work === 'bulk 200' ? rowsInBulk : 1
  const rate = (side: keyof Pair) => over(pairs, (pair) => pair[side].perSecond)
  const cpu = (side: keyof Pair) =>
    `${Math.round(over(pairs, (pair) => pair[side].own) / each)} + ${Math.round(over(pairs, (pair) => pair[side].postgres) / each)}`
  // At half of what each can do, so that the queue is the system's and not the load's.
  const calm = await inTurn({ work, rooms, seconds }, { product: rate('product') / 2, floor: rate('floor') / 2 })
  const answeredIn = (side: keyof Pair) =>
    (['p50', 'p99'] as const).map((part) => over(calm, (pair) => pair[side][part]).toFixed(1)).join('/')
  const errors = [...pairs, ...calm].reduce((sum, pair) => sum + pair.product.errors + pair.floor.errors, 0)
  return [
    `${work}, ${rooms === 'one' ? '1 workspace' : '8 workspaces'}`,
    Math.round(rate('product') * each),
    Math.round(rate('floor') * each),
    over(pairs, (pair) => pair.product.perSecond / pair.floor.perSecond).toFixed(2),
    over(pairs, (pair) => cpuOf(pair.floor) / cpuOf(pair.product)).toFixed(2),
    cpu('product'),
    cpu('floor'),
    answeredIn('product'),
    answeredIn('floor'),
    errors,
  ].join(' | ')
}

console.log(
  `${rounds} rounds of ${seconds} s, 32 connections; CPU in µs an operation (bulk: a row), product + PostgreSQL`,
)
console.log(
  'work | product/s | floor/s | by rate | by CPU | CPU product | CPU floor | p50/p99 ms at half the peak | floor | errors',
)
console.log('---|--:|--:|--:|--:|--:|--:|--:|--:|--:')
// What is held to a target, within a minute.
const isLeftOut = (name: string, rooms: 'one' | 'eight') =>
  values.quick && (name === '90/10 mix' || (rooms === 'eight' && name !== 'create' && name !== 'upsert hit'))
for (const name of Object.keys(works).filter((work) => !values.only || work === values.only))
  for (const rooms of ['one', 'eight'] as const) if (!isLeftOut(name, rooms)) console.log(await row(name, rooms))
const afterwards = await memoryAtRest()
console.log(
  `resident, ${atRest.processes} processes: ${atRest.own} MiB at rest, ${afterwards.own} MiB afterwards; ` +
    `with shared pages once ${atRest.together} and ${afterwards.together} MiB`,
)
loader.stop()
await Promise.all([product.stop(), floor.stop()])
