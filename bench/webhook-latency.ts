// How long from sending POST /matters until its event has reached the receiver in full, at 50 creates
// a second, through `matterbase start` as it comes (embedded PostgreSQL, no Redis); then how long a healthy
// endpoint's 50 events take while 500 wait for one that never answers. With --old N both are measured
// again after N deliveries of the past were put in the tables.
//   node bench/webhook-latency.ts [--seconds 30] [--old 1000000]
import { parseArgs } from 'node:util'
import { createDb, findPostgres, readSecrets } from '@matterbase/db'
import { startProduct } from './product.ts'
import { atRate, quantile } from './steady.ts'
import { startReceiver } from './webhooks/children.ts'
import type { Receipt } from './webhooks/children.ts'
import { addOldDeliveries } from './webhooks/old.ts'

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '30' }, old: { type: 'string', default: '0' } },
})
const [seconds, old] = [Number(values.seconds), Number(values.old)]
const perSecond = 50

const receiver = await startReceiver('titles')
const product = await startProduct()

interface Endpoint {
  id: number
}

const addEndpoint = (path: string) =>
  product.call<Endpoint>('POST', '/webhooks', { url: receiver.origin + path, events: ['matter.created'] })
const switchOff = ({ id }: Endpoint) => product.call('PATCH', `/webhooks/${id}`, { is_active: false })
const now = () => performance.timeOrigin + performance.now()

/** Creates matters at a steady rate and answers how long each event took to `path`, in milliseconds. */
async function follow(path: string, rate: number, count: number): Promise<number[]> {
  const created = new Map<string, number>()
  await atRate(rate, count, async (n) => {
    const title = `Bench ${now()} ${n}`
    created.set(title, now())
    await product.call('POST', '/matters', { title })
  })
  const receipts: Receipt[] = []
  const isDue = (receipt: Receipt) => receipt.path === path && created.has(receipt.title)
  const deadline = now() + 60_000
  while (receipts.length < count && now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 200))
    receipts.push(...(await receiver.take()).filter(isDue))
  }
  if (receipts.length !== count) throw new Error(`${count} events were due at ${path} and ${receipts.length} came`)
  return receipts.map(({ title, at }) => at - (created.get(title) ?? 0))
}

const describe = (times: readonly number[]) =>
  [0.5, 0.95, 0.99].map((part) => `p${part * 100} ${Math.round(quantile(times, part))} ms`).join(', ')

async function measure(title: string): Promise<void> {
  console.log(title)
  const healthy = await addEndpoint('/healthy')
  await follow('/healthy', perSecond, perSecond * 3)
  const steady = await follow('/healthy', perSecond, perSecond * seconds)
  console.log(`  create to receipt at ${perSecond}/s: ${describe(steady)}`)
  await switchOff(healthy)
  const hung = await addEndpoint('/hung')
  await atRate(100, 500, async (n) => void (await product.call('POST', '/matters', { title: `Hung ${n}` })))
  const second = await addEndpoint('/beside')
  const beside = await follow('/beside', perSecond, 50)
  console.log(`  50 events beside 500 to a hung endpoint: ${describe(beside)}`)
  await Promise.all([switchOff(hung), switchOff(second)])
}

try {
  await measure('Empty tables')
  if (old > 0) {
    const secrets = await readSecrets(product.dataDir)
    const url = await findPostgres(product.dataDir, secrets?.databasePassword ?? '')
    if (url === null) throw new Error('The embedded PostgreSQL is not there')
    const db = createDb({ url })
    await addOldDeliveries(db, old)
    await db.$disconnect()
    await measure(`${old.toLocaleString('en')} old deliveries in the tables`)
  }
} finally {
  await product.stop()
  receiver.stop()
}
