// What one account does to another on the same server, through `matterbase start` as it comes: while the
// first does its worst of each kind, the second asks for GET /me 20 times and creates 2 matters a second.
// Targets: GET /me within 250 ms at p99, an event at its receiver within 2 s of its matter being sent, and
// nothing is started again. Everything stays on this machine.
//   node bench/neighbours.ts [--quick] [--only 'deep pages of a search']
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createDb, findPostgres, readSecrets } from '@matterbase/db'
import { residentMb } from './memory.ts'
import type { Order } from './neighbours/culprit.ts'
import { kinds } from './neighbours/kinds.ts'
import { head, report } from './neighbours/report.ts'
import type { Measured } from './neighbours/report.ts'
import type { Culprit } from './neighbours/requests.ts'
import { startProduct } from './product.ts'
import { atRate } from './steady.ts'
import { startReceiver } from './webhooks/children.ts'

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } } })
const [seconds, matters] = values.quick ? [3, 20_000] : [12, 200_000]
// What takes longer counts as failed.
const giveUpMs = 20_000
const now = () => performance.timeOrigin + performance.now()

const receiver = await startReceiver('titles')
const product = await startProduct()

async function addMatters(): Promise<void> {
  const secrets = await readSecrets(product.dataDir)
  const url = await findPostgres(product.dataDir, secrets?.databasePassword ?? '')
  if (url === null) throw new Error('The embedded PostgreSQL is not there')
  const db = createDb({ url })
  await db.run`
    INSERT INTO matters (workspace_id, title, status, words, created_at, updated_at)
    SELECT workspace.id, 'Bulk ' || n, 'In Progress', ARRAY['bulk', n::text], moment, moment
    FROM workspaces AS workspace JOIN accounts USING (owner_uuid), generate_series(1, ${matters}::int) AS n,
         LATERAL (SELECT now() - n * interval '1 second' AS moment) AS at
    WHERE email = ${product.email} AND environment = 'live'`
  await db.pool.query('VACUUM ANALYZE matters')
  await db.$disconnect()
}

async function measure(key: string): Promise<Measured> {
  const measured: Measured = { me: [], deliveries: [], failures: 0 }
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const ask = async (path: string, init: RequestInit = {}) => {
    const from = now()
    const signal = AbortSignal.timeout(giveUpMs)
    const status = await fetch(product.baseUrl + path, { headers, signal, ...init })
      .then(async (response) => {
        await response.arrayBuffer()
        return response.status
      })
      .catch(() => 0)
    if (status < 200 || status > 299) measured.failures++
    return { ms: now() - from, status }
  }
  const sent = new Map<string, number>()
  await Promise.all([
    atRate(20, 20 * seconds, async () => void measured.me.push((await ask('/me')).ms)),
    atRate(2, 2 * seconds, async (n) => {
      const [title, at] = [`Beside ${now()} ${n}`, now()]
      const { status } = await ask('/matters', { method: 'POST', body: JSON.stringify({ title }) })
      if (status === 201) sent.set(title, at)
    }),
  ])
  for (const until = now() + giveUpMs; sent.size > 0 && now() < until; await delay(50))
    for (const { title, at } of await receiver.take()) {
      const from = sent.get(title)
      if (from !== undefined && sent.delete(title)) measured.deliveries.push(at - from)
    }
  measured.failures += sent.size
  return measured
}

/** What one kind left behind is not the next one's: waits until requests are quick again, for at most three minutes. */
async function settled(key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}` }
  for (const until = now() + 180_000; now() < until; await delay(500)) {
    const [from, signal] = [now(), AbortSignal.timeout(giveUpMs)]
    const isUp = await fetch(`${product.baseUrl}/me`, { headers, signal }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp && now() - from < 100) return
  }
}

/** How much the resident memory of the api grows at most until it is stopped. */
function watchMemory() {
  let [start, most] = [0, 0]
  const look = async () => {
    const now = await residentMb((await product.processes()).api)
    start ||= now
    most = Math.max(most, now - start)
  }
  const first = look()
  const timer = setInterval(() => void look().catch(() => undefined), 500)
  return {
    async stop() {
      clearInterval(timer)
      await first
      await look()
      return most
    },
  }
}

async function beside(culprit: Culprit, kind: string, key: string): Promise<boolean> {
  const order: Order = { culprit, kind, seconds }
  const child = fork(fileURLToPath(new URL('neighbours/culprit.ts', import.meta.url)), [JSON.stringify(order)])
  const gone = once(child, 'exit')
  await Promise.race([once(child, 'message'), gone])
  const memory = watchMemory()
  const answered = Promise.race([once(child, 'message'), gone.then(() => [{ 'it ended early': 1 }])])
  const isWithin = report(kind, await measure(key))
  console.log(`    the api grew by ${(await memory.stop()).toFixed(0)} MiB at most`)
  const [answers] = (await answered) as [Record<string, number>]
  await gone
  console.log(
    `    it was answered ${Object.entries(answers)
      .map(([answer, count]) => `${answer} × ${count}`)
      .join(', ')}`,
  )
  await settled(key)
  return isWithin
}

try {
  const second = 'second@example.com'
  await product.createAccount(second)
  const [key, testKey, own] = await Promise.all([
    product.createKey(product.email),
    product.createKey(product.email, 'test'),
    product.createKey(second),
  ])
  const { baseUrl, email, password } = product
  const culprit: Culprit = { baseUrl, key, testKey, email, password, matters, hungUrl: `${receiver.origin}/hung` }
  await addMatters()
  await fetch(`${baseUrl}/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${own}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: `${receiver.origin}/beside`, events: ['matter.created'] }),
  })
  const before = await product.processes()
  const memory = await residentMb(before.api)
  console.log(head)
  await measure(own)
  let isWithin = report('beside nothing', await measure(own))
  for (const kind of Object.keys(kinds))
    if (!values.only || values.only === kind) isWithin = (await beside(culprit, kind, own)) && isWithin
  const after = await product.processes()
  const isSame = before.api === after.api && before.worker === after.worker
  console.log(isSame ? 'api and worker are the processes they were' : 'api or worker was STARTED AGAIN')
  if (after.api > 0)
    console.log(
      `api: ${memory.toFixed(0)} MiB at the start, ${(await residentMb(after.api)).toFixed(0)} MiB at the end`,
    )
  if (!isWithin || !isSame) process.exitCode = 1
} finally {
  await product.stop()
  receiver.stop()
}
