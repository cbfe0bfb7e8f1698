// How long the worst request of each kind keeps the api from answering anybody else:
//   npx pnpm@12 exec node bench/event-loop.ts
// "held" is the longest by the clock, "worked" the most that the api's own thread computed in one go: on a
// busy machine only the second is the api's doing. None should be over 200 ms.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { freePort } from '@matterbase/config/testing'
import { startProduct } from './product.ts'

const probe = new URL('hold-probe.ts', import.meta.url).href
const probePort = await freePort()
const product = await startProduct({ NODE_OPTIONS: `--import ${probe}`, HOLD_PROBE_PORT: String(probePort) })
const demo = parseEnv(await readFile(join(product.dataDir, 'demo.env'), 'utf8'))
const baseUrl = demo['MATTERBASE_BASE_URL'] ?? ''
const origin = new URL(baseUrl).origin
const dash = `${origin}/dash/v1`

const signedIn = await fetch(`${dash}/sign-in`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email: demo['MATTERBASE_DEMO_EMAIL'], password: demo['MATTERBASE_DEMO_PASSWORD'] }),
})
const cookie = signedIn.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
if (!signedIn.ok) throw new Error(`sign-in: ${signedIn.status} ${await signedIn.text()}`)

/** A request of a signed-in user; the answer is read to its end. */
async function ask(method: string, path: string, body?: object | string, type = 'application/json') {
  const init = body && { body: typeof body === 'string' ? body : JSON.stringify(body) }
  const headers = { cookie, ...(body && { 'content-type': type }) }
  const response = await fetch(path.startsWith('http') ? path : dash + path, { method, headers, ...init })
  const text = await response.text()
  if (response.status >= 500 && response.status !== 503) throw new Error(`${path}: ${response.status} ${text}`)
  return {
    status: response.status,
    text,
    json: () => JSON.parse(text) as { data: Record<string, number>; url: string },
  }
}

async function must(method: string, path: string, body?: object | string, type?: string) {
  const reply = await ask(method, path, body, type)
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text.slice(0, 500)}`)
  return reply
}

async function longestHold() {
  const response = await fetch(`http://127.0.0.1:${probePort}/`)
  return (await response.json()) as { ms: number; cpuMs: number }
}

/** Runs a kind of request and prints its longest hold. */
async function measure(kind: string, work: () => Promise<{ status: number } | readonly { status: number }[]>) {
  await longestHold()
  const started = performance.now()
  const statuses = [await work()].flat().map(({ status }) => status)
  const took = performance.now() - started
  const { ms, cpuMs } = await longestHold()
  const over = cpuMs > 200 ? '  OVER 200 ms' : ''
  const figures = `held ${ms.toFixed(0).padStart(5)} ms, worked ${cpuMs.toFixed(0).padStart(5)} ms`
  console.log(`${kind.padEnd(46)} ${figures}, took ${took.toFixed(0).padStart(6)} ms, ${statuses.join(' ')}${over}`)
}

const times = <T>(count: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)))
const long = (length: number) => 'lorem ipsum dolor sit amet '.repeat(length / 27 + 1).slice(0, length)

async function invoiceOf(count: number, description: (n: number) => string) {
  const lines = Array.from({ length: count }, (_, n) => ({
    description: description(n),
    hours: 1.5,
    rate: 310,
    amount: 465,
  }))
  const { data } = (await must('POST', '/live/invoices', { lines })).json()
  return data['invoice_id'] ?? 0
}

async function documentOf(length: number) {
  const body = { title: 'Large', signer_name: 'Jane', signer_email: 'jane@example.com', text: null }
  const made = (await must('POST', '/live/documents', body)).json()
  const id = made.data['document_id'] ?? 0
  await must('PUT', `/live/documents/${id}/content`, long(length), 'text/plain')
  return new URL(made.url).pathname
}

const rows = (count: number, size: number, run: string) =>
  Array.from({ length: count }, (_, n) => ({
    external_id: `${run}-${n}`,
    title: `Matter ${n}`,
    description: long(size),
  }))

try {
  await measure('nothing', () => times(1, () => ask('GET', `${origin}/healthz`)))
  const many = await times(4, (n) => invoiceOf(1000, (at) => `${n} ${at} ${long(240)}`))
  await measure('4 invoices of 1,000 lines as PDF at once', () =>
    times(4, (n) => ask('GET', `/live/invoices/${many[n]}/file`)),
  )
  const unbroken = await times(2, (n) => invoiceOf(64, () => `${n}${'x'.repeat(4_090)}`))
  await measure('2 invoices of 64 unbroken lines as PDF', () =>
    times(2, (n) => ask('GET', `/live/invoices/${unbroken[n]}/file`)),
  )
  await measure('an invoice of 1,000 lines, made', () => invoiceOf(1000, () => long(240)).then(() => ({ status: 201 })))
  await measure('the lines of the largest invoice', () => ask('GET', `/live/invoices/${many[0]}/lines`))

  const [page, tooLong] = [await documentOf(256 * 1024), await documentOf(10 * 1024 * 1024)]
  await measure('the largest document page, 5 at once', () => times(5, () => ask('GET', origin + page)))
  await measure('the page of a document of 10 MiB, 5 at once', () => times(5, () => ask('GET', origin + tooLong)))
  await measure('a document of 10 MiB as a file', () => ask('GET', `${origin}${tooLong}/file`))
  await measure('a document of 10 MiB sent', () => documentOf(10 * 1024 * 1024).then(() => ({ status: 200 })))

  const docs = await (await fetch(`${origin}/docs/api/frame`)).text()
  const [, script = ''] = /modulepreload" href="([^"]+)"/.exec(docs) ?? []
  const whole = script.replace('standalone.esm.js', 'standalone.js')
  await measure('the script of /docs, first time', () => times(4, () => ask('GET', origin + script)))
  await measure('a file of 4 MB of /docs, first time', () => times(4, () => ask('GET', origin + whole)))
  await measure('the same again, 8 at once', () => times(8, () => ask('GET', origin + whole)))
  await measure('the guides', () => ask('GET', `${origin}/docs/`))
  await measure('openapi.json, 8 at once', () => times(8, () => ask('GET', `${baseUrl}/openapi.json`)))

  await measure('bulk of 200', () => ask('POST', '/live/matters/bulk', { data: rows(200, 4_000, 'bulk') }))
  for (let batch = 0; batch < 20; batch++)
    await must('POST', '/live/matters/bulk', { data: rows(200, 2_000, `fill${batch}`) })
  await measure('bulk of 200 as 4 at once', () =>
    times(4, (n) => ask('POST', '/live/matters/bulk', { data: rows(200, 4_000, `b${n}`) })),
  )
  await measure('the preview of an import of 200', () =>
    ask('POST', '/live/matters/bulk-preview', { data: rows(200, 4_000, 'bulk') }),
  )
  await measure('a list of 200, 8 at once', () => times(8, () => ask('GET', '/live/matters?limit=200')))
  await measure('a list of 200 with a search and its total', () =>
    ask('GET', '/live/matters?limit=200&q=lorem&include=total'),
  )
  await measure('a CSV export of 4,000 rows', () => ask('POST', '/live/matters/export', {}))
  await measure('the search of the dashboard, 8 at once', () => times(8, () => ask('GET', '/live/search?q=lorem')))
  await measure('the home page', () => ask('GET', '/live/home'))
} finally {
  await product.stop()
}
