// Sustained deliveries a second, with Redis and with PostgreSQL alone, against the floor: a bare loop
// that signs and POSTs the same bodies to the same receiver, with as many requests under way. Floor and
// product take turns; medians are compared. The product is the worker as it is started in production, on a
// PostgreSQL as `matterbase start` sets it up, with a backlog to work off; the rate is that of the
// middle 80 % of the receipts. With --old N everything is measured again after N deliveries of the past were
// put in the tables. --in-flight is the product's WEBHOOK_IN_FLIGHT; 5,5 never lets an endpoint have more than the floor.
//   node bench/webhook-throughput.ts [--count 20000] [--rounds 3] [--old 1000000] [--endpoints 40] [--in-flight 5,20]
import { parseArgs } from 'node:util'
import { cpuOf } from './cpu.ts'
import { runFloor, startReceiver, startWorker } from './webhooks/children.ts'
import type { FloorOrder } from './webhooks/children.ts'
import { addOldDeliveries } from './webhooks/old.ts'
import { matter, setUpStage } from './webhooks/stage.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '3' },
    old: { type: 'string', default: '0' },
    endpoints: { type: 'string', default: '40' },
    'in-flight': { type: 'string' },
  },
})
const [count, rounds, old] = [values.count, values.rounds, values.old].map(Number) as [number, number, number]
const { REDIS_URL = 'redis://127.0.0.1:6379/9' } = process.env
// As many requests under way as both sides have at first.
const perEndpoint = 5
const paths = Array.from({ length: Number(values.endpoints) }, (_, n) => `/endpoint-${n}`)

const receiver = await startReceiver()
const stage = await setUpStage(paths.map((path) => receiver.origin + path))

async function floor(client: FloorOrder['client']): Promise<number> {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  await runFloor({ origin: receiver.origin, paths, perEndpoint, count, data: matter(1), secret, client })
  return rateOf(await receiver.take())
}

async function product(redis: string | null): Promise<number> {
  await stage.record(count)
  const worker = await startWorker({
    DATABASE_URL: stage.url,
    ENCRYPTION_KEY: stage.encryptionKey,
    WEBHOOK_ALLOW_PRIVATE: 'true',
    ...(redis !== null && { REDIS_URL: redis }),
    ...(values['in-flight'] !== undefined && { WEBHOOK_IN_FLIGHT: values['in-flight'] }),
  })
  const pids = { worker: worker.pid, PostgreSQL: stage.pid, receiver: receiver.pid }
  const before = await Promise.all(Object.values(pids).map(cpuOf))
  await stage.settled()
  const after = await Promise.all(Object.values(pids).map(cpuOf))
  await worker.stop()
  const receipts = await receiver.take()
  if (receipts.length !== count) throw new Error(`${count} deliveries were due and ${receipts.length} came`)
  const spent = Object.keys(pids).map(
    (name, at) => `${name} ${Math.round((((after[at] ?? 0) - (before[at] ?? 0)) * 1_000) / count)}`,
  )
  console.log(`    ${Math.round(rateOf(receipts))}/s; µs of CPU a delivery: ${spent.join(', ')}`)
  return rateOf(receipts)
}

/** Receipts a second, from the first tenth to the last. */
function rateOf(receipts: readonly { at: number }[]): number {
  const times = receipts.map(({ at }) => at).sort((a, b) => a - b)
  const [from, to] = [Math.floor(times.length * 0.1), Math.floor(times.length * 0.9)]
  return ((to - from) * 1_000) / ((times[to] ?? 0) - (times[from] ?? 0))
}

const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

async function compare(title: string) {
  const rates = { undici: [] as number[], fetch: [] as number[], redis: [] as number[], postgres: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    rates.undici.push(await floor('undici'))
    rates.redis.push(await product(REDIS_URL))
    rates.fetch.push(await floor('fetch'))
    rates.postgres.push(await product(null))
    rates.undici.push(await floor('undici'))
  }
  const base = median(rates.undici)
  const [redis, postgres] = [median(rates.redis), median(rates.postgres)]
  console.log(title)
  console.log(`  floor (undici.request): ${Math.round(base)}/s; with fetch ${Math.round(median(rates.fetch))}/s`)
  console.log(`  with Redis: ${Math.round(redis)}/s, ${(redis / base).toFixed(2)} × the floor`)
  console.log(`  with PostgreSQL alone: ${Math.round(postgres)}/s, ${(postgres / base).toFixed(2)} × the floor`)
  return { redis, postgres }
}

try {
  const fresh = await compare('Empty tables')
  if (old > 0) {
    await addOldDeliveries(stage.db, old)
    const full = await compare(`${old.toLocaleString('en')} old deliveries in the tables`)
    for (const name of ['redis', 'postgres'] as const)
      console.log(`  ${name}: ${(((full[name] - fresh[name]) / fresh[name]) * 100).toFixed(1)} %`)
  }
} finally {
  await stage.close()
  receiver.stop()
}
