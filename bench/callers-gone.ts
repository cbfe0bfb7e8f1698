// What callers leave behind who go before their response: 2,000 requests of each kind, each ended at another moment,
// through `matterbase start` as it comes. Afterwards a list, a bulk request and the dashboard must work as before, for the
// same account and for another one, every gauge of what is held must be 0, and the API may have grown by 32 MiB at most.
//   node bench/callers-gone.ts [--times 2000] [--only 'bulk, brotli']
import { setImmediate, setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { freePort } from '@matterbase/config/testing'
import { connectTo, endings } from '../apps/api/test/raw-requests.ts'
import type { RawRequest } from '../apps/api/test/raw-requests.ts'
import { accountsOf, largeBulk } from './callers-gone/accounts.ts'
import type { Account } from './callers-gone/accounts.ts'
import { residentMb } from './memory.ts'
import { startProduct } from './product.ts'

const { values } = parseArgs({ options: { times: { type: 'string', default: '2000' }, only: { type: 'string' } } })
const times = Number(values.times)
const atOnce = 16
const mostMb = 32

const metricsPort = await freePort()
const product = await startProduct({ METRICS_PORT: String(metricsPort) })
const port = Number(new URL(product.baseUrl).port)
const { ask, openAccount, requestsOf } = accountsOf(product)

const random = (
  (from) => () =>
    (from = (from * 16_807) % 2_147_483_647) / 2_147_483_647
)(1)

/** Ends a request at a moment of its own: at one of its bytes, at a turn of the event loop after them, or in its response. */
async function abort({ bytes }: RawRequest): Promise<void> {
  const socket = await connectTo(port)
  const kind = random()
  if (kind < 0.25) socket.write(bytes.subarray(0, Math.floor(random() * bytes.length)))
  else socket.write(bytes)
  if (kind > 0.8) await new Promise((resolve) => socket.once('data', resolve).once('close', resolve))
  else for (let turns = Math.floor(random() * 40); turns > 0; turns--) await setImmediate()
  const all = Object.values(endings)
  all[Math.floor(random() * all.length)]?.(socket)
}

async function abortMany(request: RawRequest, count: number): Promise<void> {
  let left = count
  const run = async () => {
    while (left-- > 0) await abort(request)
  }
  await Promise.all(Array.from({ length: atOnce }, run))
}

const watched =
  /^matterbase_(?:http_requests_in_flight|held_bytes|turns|database_connections\{state="(?:in_use|waiting))/

async function holding(): Promise<readonly string[]> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return text.split('\n').filter((line) => watched.test(line) && !line.endsWith(' 0'))
}

/** @returns the gauges that are not 0 after a minute. */
async function untilNothingHeld(): Promise<readonly string[]> {
  let found = await holding()
  for (const until = performance.now() + 60_000; found.length > 0 && performance.now() < until; found = await holding())
    await delay(100)
  return found
}

/** The milliseconds of a list, a bulk request and the dashboard, the best of five. */
async function timesOf(account: Account): Promise<string> {
  const each = {
    list: () => ask('/api/v1/matters?limit=100', account),
    bulk: () => ask('/api/v1/matters/bulk', account, 'POST', largeBulk()),
    dashboard: () => ask('/dash/v1/live/home', account),
  }
  const parts: string[] = []
  for (const [name, run] of Object.entries(each)) {
    const took: number[] = []
    for (let time = 0; time < 5; time++) {
      const from = performance.now()
      await (await run()).arrayBuffer()
      took.push(performance.now() - from)
    }
    parts.push(`${name} 200 in ${Math.min(...took).toFixed(0)} ms`)
  }
  return `${account.name}: ${parts.join(', ')}`
}

/** The resident memory of the API, after it has given back what it does not need. */
async function memory(): Promise<number> {
  await delay(35_000)
  return residentMb((await product.processes()).api)
}

try {
  await product.createAccount('other@example.com')
  const own = await openAccount('the same account', product.email)
  const other = await openAccount('another account', 'other@example.com')
  const requests = (await requestsOf(own)).filter(({ name }) => values.only === undefined || values.only === name)
  // The first requests of each kind compile code and fill caches.
  for (const request of requests) await abortMany(request, 200)
  await untilNothingHeld()
  const before = { own: await timesOf(own), other: await timesOf(other), mb: await memory() }
  console.log(`before\n  ${before.own}\n  ${before.other}\n  API: ${before.mb.toFixed(0)} MiB`)
  let isWithin = true
  for (const request of requests) {
    const from = performance.now()
    await abortMany(request, times)
    const left = await untilNothingHeld()
    isWithin &&= left.length === 0
    const seconds = ((performance.now() - from) / 1000).toFixed(0)
    console.log(`  ${times} × ${request.name}: ${left.length === 0 ? 'nothing held' : left.join(', ')} (${seconds} s)`)
  }
  const [ownTimes, otherTimes, mb] = [await timesOf(own), await timesOf(other), await memory()]
  const left = await untilNothingHeld()
  const grown = mb - before.mb
  console.log(`after\n  ${ownTimes}\n  ${otherTimes}\n  API: ${mb.toFixed(0)} MiB, grown by ${grown.toFixed(1)} MiB`)
  console.log(`  gauges that are not 0: ${left.length === 0 ? 'none' : left.join(', ')}`)
  if (!isWithin || left.length > 0 || grown > mostMb) process.exitCode = 1
} finally {
  await product.stop()
}
