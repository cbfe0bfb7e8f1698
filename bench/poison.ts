// What the longest texts of any alphabet, in every write of the REST API, cost another account on the same server: its writes
// in the meantime, and the most that the API's own thread worked in one go, which a busy machine does not make more.
//   npx pnpm@12 exec node bench/poison.ts [--only '/clients/bulk']
import { parseArgs } from 'node:util'
import { freePort } from '@matterbase/config/testing'
import { alphabets, readPoisons, withoutRefused } from '@matterbase/schemas/testing'
import { startProduct } from './product.ts'
import { quantile } from './steady.ts'

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })
const probePort = await freePort()
const probe = new URL('hold-probe.ts', import.meta.url).href
const product = await startProduct({ NODE_OPTIONS: `--import ${probe}`, HOLD_PROBE_PORT: String(probePort) })
const key = await product.createKey(product.email)
await product.createAccount('neighbor@example.com')
const other = await product.createKey('neighbor@example.com')

async function send(by: string, method: string, path: string, body: object) {
  const from = performance.now()
  const headers = { authorization: `Bearer ${by}`, 'content-type': 'application/json' }
  const response = await fetch(product.baseUrl + path, { method, headers, body: JSON.stringify(body) })
  const text = await response.text()
  return { status: response.status, text, ms: performance.now() - from }
}

const worked = async () => ((await (await fetch(`http://127.0.0.1:${probePort}/`)).json()) as { cpuMs: number }).cpuMs

const over = new AbortController()
const neighbor: { status: number; ms: number }[] = []
async function writeUntilOver() {
  while (!over.signal.aborted) neighbor.push(await send(other, 'POST', '/matters', { title: 'Neighbor' }))
}

/** The number of records that were written, and the status. */
async function poison(method: string, path: string, body: object) {
  const first = await send(key, method, path, body)
  const rest = withoutRefused(body, JSON.parse(first.text) as object)
  const { status, text } = rest ? await send(key, method, path, rest) : first
  const { results } = JSON.parse(text) as { results?: readonly { status: number }[] }
  return { status, written: results ? results.filter((one) => one.status < 300).length : Number(status < 300) }
}

const ids = new Map<string, number>()
async function idOf(collection: string): Promise<number> {
  const list = JSON.parse(
    (await send(key, 'POST', collection, { title: 'x', company_name: 'x', description: 'x' })).text,
  ) as {
    data?: { id: number }
  }
  const id = ids.get(collection) ?? list.data?.id ?? 1
  ids.set(collection, id)
  return id
}

interface Outcome {
  readonly status: number
  readonly written: number
}

function row(name: string, since: number, outcomes: readonly Outcome[], cpuMs: number) {
  const during = neighbor.slice(since)
  const times = during.map(({ ms }) => ms)
  const failed = during.filter(({ status }) => status !== 201).length
  const written = outcomes.reduce((sum, one) => sum + one.written, 0)
  const errors = outcomes.filter(({ status }) => status >= 500).length
  const figures = [quantile(times, 0.99), Math.max(0, ...times), cpuMs].map((ms) =>
    Math.round(ms).toString().padStart(6),
  )
  const counts = [outcomes.length, written, errors, during.length, failed].map((count) => String(count).padStart(6))
  console.log(`${name.padEnd(30)}${counts.join('')}${figures.join('')}`)
}

console.log(
  `${''.padEnd(30)}${['sent', 'rows', '5xx', 'other', 'failed', 'p99', 'most', 'thread'].map((head) => head.padStart(6)).join('')} ms`,
)
const writing = [writeUntilOver(), writeUntilOver()]
const all: Outcome[] = []
for (const { operation, body } of readPoisons()) {
  const name = `${operation.method.toUpperCase()} ${operation.path}`
  if (!name.includes(values.only)) continue
  const collection = operation.path.replace(/\/(?:\{.*|bulk.*)$/, '')
  const path = operation.path.includes('{')
    ? operation.path.replaceAll(/\{\w+\}/g, String(await idOf(collection)))
    : operation.path
  await worked()
  const since = neighbor.length
  const outcomes: Outcome[] = []
  for (const text of Object.values(alphabets))
    outcomes.push(await poison(operation.method.toUpperCase(), path, body(text)))
  row(name, since, outcomes, await worked())
  all.push(...outcomes)
}
row('all', 0, all, 0)
over.abort()
await Promise.all(writing)
await product.stop()
