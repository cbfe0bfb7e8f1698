// What callers leave behind who go before their response: 2,000 requests of each kind, each ended at another moment,
// through `matterbase start` as it comes. Afterwards a list, a bulk request and the dashboard must work as before, for the
// same account and for another one, every gauge of what is held must be 0, and the API may have grown by 32 MiB at most.
//   node bench/callers-gone.ts [--times 2000] [--only 'bulk, brotli']
import { setImmediate, setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { freePort } from '@matterbase/config/testing'
import { createDb, findPostgres, readSecrets } from '@matterbase/db'
import { signedIn } from '@matterbase/domain/testing'
import { connectTo, endings, pdf, rawRequests } from '../apps/api/test/raw-requests.ts'
import type { RawRequest } from '../apps/api/test/raw-requests.ts'
import { residentMb } from './memory.ts'
import { startProduct } from './product.ts'

const { values } = parseArgs({ options: { times: { type: 'string', default: '2000' }, only: { type: 'string' } } })
const times = Number(values.times)
const atOnce = 16
const mostMb = 32

const metricsPort = await freePort()
const product = await startProduct({ METRICS_PORT: String(metricsPort) })
const { origin } = new URL(product.baseUrl)
const port = Number(new URL(origin).port)

interface Account {
  readonly name: string
  readonly key: string
  readonly cookie: string
}

const random = (
  (from) => () =>
    (from = (from * 16_807) % 2_147_483_647) / 2_147_483_647
)(1)

async function ask(path: string, { key, cookie }: Account, method = 'GET', body?: unknown): Promise<Response> {
  const isDash = path.startsWith('/dash/')
  const isFile = body instanceof Uint8Array
  const response = await fetch(origin + path, {
    method,
    headers: {
      ...(isDash ? { cookie, origin } : { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': isFile ? 'application/pdf' : 'application/json' }),
    },
    ...(body !== undefined && { body: isFile ? new Uint8Array(body) : JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response
}

async function json<T>(...request: Parameters<typeof ask>): Promise<T> {
  return (await (await ask(...request)).json()) as T
}

async function openAccount(name: string, email: string): Promise<Account> {
  const { databasePassword = '' } = (await readSecrets(product.dataDir)) ?? {}
  const db = createDb({ url: (await findPostgres(product.dataDir, databasePassword)) ?? '', poolSize: 1 })
  const cookie = `__Host-mb_session=${await signedIn(db, email, 'node')}`
  await db.$disconnect()
  const account = { name, key: await product.createKey(email), cookie }
  for (let from = 0; from < 100; from += 25)
    await ask('/api/v1/matters/bulk', account, 'POST', { data: mattersFrom(from) })
  return account
}

const mattersFrom = (from: number) =>
  Array.from({ length: 25 }, (_, n) => ({
    external_id: `m-${from + n}`,
    title: 'Hale',
    description: 'word '.repeat(4_000),
  }))

async function requestsOf(own: Account): Promise<readonly RawRequest[]> {
  const first = await ask('/api/v1/matters?limit=1', own)
  const { data } = (await first.json()) as { data: { id: number }[] }
  const live = '/dash/v1/live'
  const made = await json<{ data: { invoice_id: number } }>(`${live}/invoices`, own, 'POST', {
    lines: [{ description: 'Fee', net: 120 }],
  })
  const invoice = made.data.invoice_id
  await ask(`${live}/invoices/${invoice}/issue`, own, 'POST', {})
  const { url } = await json<{ url: string }>(`${live}/invoices/${invoice}/link`, own, 'POST')
  const letter = { title: 'Letter', signer_name: 'Jo', signer_email: 'jo@example.com', text: 'Yes.' }
  const document = (await json<{ data: { document_id: number } }>(`${live}/documents`, own, 'POST', letter)).data
    .document_id
  await ask(`${live}/documents/${document}/content`, own, 'PUT', pdf)
  const { inbox } = await json<{ inbox: { url: string } }>('/dash/v1/test/inbox', own, 'POST')
  const [link, inboxPath] = [new URL(url).pathname, new URL(inbox.url).pathname]
  const tag = first.headers.get('etag') ?? ''
  const all = rawRequests({ ...own, origin, tag, matter: data[0]?.id ?? 0, invoice, document, link, inbox: inboxPath })
  return all.filter(({ name }) => values.only === undefined || values.only === name)
}

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
    bulk: () => ask('/api/v1/matters/bulk', account, 'POST', { data: mattersFrom(0), more: ' '.repeat(300_000) }),
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
  const requests = await requestsOf(own)
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
