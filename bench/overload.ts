// What a crowd of one account's does to `matterbase start` as it comes: 2,000 writers and 2,000 readers at once, each
// over a connection of its own, who come back when they are told to if refused (with --impatient at once). Targets: what
// is accepted is answered within 2 s at p99, the rest is refused with 503 and Retry-After, a neighbour's GET /me takes
// 250 ms at p99, and a minute later the API has at most 1.3 times the memory that it had after a crowd of a tenth. Needs
// `ulimit -n` of 9,000. Everything stays on this machine; with several processes of the API a Redis of Debian's, too.
//   npx pnpm@12 exec node bench/overload.ts [--writers 2000] [--readers 2000] [--seconds 30] [--impatient] [--processes 1]
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { cpuOf, treeOf } from './cpu.ts'
import { openRedisHouse } from './faults/redis.ts'
import { residentMb } from './memory.ts'
import type { CrowdAnswers, CrowdOrder } from './overload/crowd.ts'
import { startProduct } from './product.ts'
import { atRate, quantile } from './steady.ts'

const { values } = parseArgs({
  options: {
    writers: { type: 'string', default: '2000' },
    readers: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '30' },
    impatient: { type: 'boolean', default: false },
    processes: { type: 'string', default: '1' },
  },
})
const [writers, readers, seconds] = [Number(values.writers), Number(values.readers), Number(values.seconds)]
const isImpatient = values.impatient
const house = values.processes === '1' ? undefined : await openRedisHouse()
const redis = await house?.addServer()
const several = { API_PROCESSES: values.processes, REDIS_URL: `redis://127.0.0.1:${redis?.port}` }
const product = await startProduct(redis && several)
const load = () => loadavg()[0]?.toFixed(1)

async function crowd(order: Omit<CrowdOrder, 'baseUrl' | 'key'>, key: string): Promise<CrowdAnswers> {
  const argument = JSON.stringify({ baseUrl: product.baseUrl, key, ...order })
  const child = fork(fileURLToPath(new URL('overload/crowd.ts', import.meta.url)), [argument])
  const gone = once(child, 'exit').then(() => Promise.reject(new Error('The crowd ended early')))
  const [answers] = (await Promise.race([once(child, 'message'), gone])) as [CrowdAnswers]
  // It waits for this: a long message may come after the news of its sender's end.
  child.disconnect()
  await gone.catch(() => undefined)
  return answers
}

/** How long GET /me takes with a key, 20 times a second. */
async function measure(key: string, forSeconds: number): Promise<{ times: number[]; failed: number }> {
  const times: number[] = []
  let failed = 0
  await atRate(20, 20 * forSeconds, async () => {
    const from = performance.now()
    try {
      const response = await fetch(`${product.baseUrl}/me`, { headers: { authorization: `Bearer ${key}` } })
      await response.arrayBuffer()
      if (!response.ok) failed++
    } catch {
      failed++
    }
    times.push(performance.now() - from)
  })
  return { times, failed }
}

const row = (...cells: unknown[]) => console.log(`| ${cells.join(' | ')} |`)
/** Of all its processes. */
async function memoryOf(pid: number): Promise<number> {
  const each = await Promise.all((await treeOf(pid)).map((process) => residentMb(process.pid)))
  return each.reduce((sum, mb) => sum + mb, 0)
}

const ms = (times: readonly number[], part: number) => `${quantile(times, part).toFixed(0)} ms`

try {
  await product.createAccount('second@example.com')
  const [key, own] = [await product.createKey(product.email), await product.createKey('second@example.com')]
  const { api } = await product.processes()
  await crowd({ writers: writers / 10, readers: readers / 10, seconds: 10 }, key)
  await delay(5_000)
  const alone = await measure(own, 10)
  const before = await memoryOf(api)
  const loadBefore = load()
  const [began, used] = [performance.now(), await cpuOf(api)]
  const crowded = crowd({ writers, readers, seconds, isImpatient }, key)
  const [answers, beside] = await Promise.all([crowded, measure(own, seconds)])
  const loadAfter = load()
  const share = ((await cpuOf(api)) ?? 0) - (used ?? 0)
  const tookMs = performance.now() - began
  const during = await memoryOf(api)
  await delay(60_000)
  const after = await memoryOf(api)
  const { accepted, counts, refusedWithoutRetryAfter, connections } = answers
  console.log(`${connections} connections; load ${loadBefore} before, ${loadAfter} at the end`)
  console.log(`the API had ${(share / 1_000).toFixed(1)} s of CPU in ${(tookMs / 1_000).toFixed(1)} s`)
  console.log(
    `answered: ${Object.entries(counts)
      .map(([what, count]) => `${what} × ${count}`)
      .join(', ')}`,
  )
  console.log(`refused without Retry-After: ${refusedWithoutRetryAfter}`)
  row('', 'requests', 'p50', 'p99', 'longest')
  row('---', '---:', '---:', '---:', '---:')
  for (const [name, times] of Object.entries({
    'writes accepted': accepted.writes,
    'reads accepted': accepted.reads,
    'a neighbour alone': alone.times,
    'a neighbour beside': beside.times,
  }))
    row(name, times.length, ms(times, 0.5), ms(times, 0.99), ms(times, 1))
  console.log(`failed requests of the neighbour: ${alone.failed + beside.failed}`)
  console.log(
    `memory of the API: ${[before, during, after].map((mb) => mb.toFixed(0)).join(', ')} MiB before, at the end, a minute after: × ${(after / before).toFixed(2)}`,
  )
  const isWithin =
    Math.max(quantile(accepted.writes, 0.99), quantile(accepted.reads, 0.99)) <= 2_000 &&
    quantile(beside.times, 0.99) <= 250 &&
    refusedWithoutRetryAfter + alone.failed + beside.failed === 0 &&
    Object.keys(counts).every((what) => ['200', '201', '503'].includes(what)) &&
    after <= 1.3 * before
  if (!isWithin) process.exitCode = 1
} finally {
  await product.stop()
  await house?.close()
}
