/**
 * Sends calls to the product through Prism, which checks every request and every answer against the OpenAPI
 * document: those of the Postman collection again and again, and lists with every parameter. Any violation is
 * printed and ends the program with 1.
 *
 *   npx pnpm@12 exec node bench/prism.ts [--calls 500]
 *
 * Prism is fetched by npx, unless PRISM names its program.
 */
import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { freePort } from '@matterbase/config/testing'
import { startProduct } from './product.ts'

interface Item {
  readonly name: string
  readonly request: {
    readonly method: string
    readonly url: { readonly raw: string }
    readonly body?: { readonly raw: string }
  }
}
interface Answer {
  readonly id?: number
  readonly invoice_id?: number
  readonly data?: Answer | Answer[]
}

const { values } = parseArgs({ options: { calls: { type: 'string', default: '500' } } })
const wanted = Number(values.calls)
const file = new URL('../docs/api/matterbase.postman_collection.json', import.meta.url)
const { item: folders } = JSON.parse(await readFile(file, 'utf8')) as { item: { item: Item[] }[] }
const since = 'updated_since=2020-01-01T00:00:00Z'
const queries = [
  'limit=2&include=total',
  'offset=1',
  `${since}&include_deleted=true`,
  since,
  'sort=-updated_at',
  'q=hale',
]
const lists = ['/matters', '/clients', '/time-entries'].flatMap((path) => queries.map((query) => `${path}?${query}`))
const more = [...lists, '/invoices?status=paid', '/leads?limit=1', '/matters/987654321', '/webhooks/987654321']

const product = await startProduct()
const key = await product.createKey(product.email)
const port = await freePort()
const document = join(product.dataDir, 'openapi.json')
await writeFile(document, await (await fetch(`${product.baseUrl}/openapi.json`)).text())
const [command = 'npx', ...args] = process.env['PRISM']
  ? [process.env['PRISM']]
  : ['npx', '--yes', '@stoplight/prism-cli@5']
const prism = spawn(command, [...args, 'proxy', document, product.baseUrl, '--errors', '--port', String(port)], {
  stdio: ['ignore', 'pipe', 'inherit'],
  // npx does not hand a signal on: the whole group gets it.
  detached: true,
})
await new Promise<void>((resolve, reject) => {
  prism.stdout.on('data', (chunk: Buffer) => chunk.includes('listening') && resolve())
  prism.once('exit', (code) => reject(new Error(`Prism ended with ${code}`)))
}).catch(async (error: unknown) => {
  await product.stop()
  throw error
})

const ids = new Map<string, number>()
const statuses = new Map<number, number>()
const violations: string[] = []
let calls = 0

async function call(method: string, path: string, body?: string): Promise<Answer> {
  const headers = { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) }
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers,
    ...(body !== undefined && { body }),
  })
  const text = await response.text()
  calls += 1
  statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
  if (response.headers.has('sl-violations') || text.includes('stoplight.io/prism/errors'))
    violations.push(`${method} ${path} ${response.status}: ${text.slice(0, 500)}`)
  // An export is lines of JSON.
  return JSON.parse(text.split('\n', 1)[0] ?? '') as Answer
}

while (calls < wanted) {
  for (const { request } of folders.flatMap(({ item }) => item)) {
    const path = request.url.raw.replace('{{baseUrl}}', '')
    const filled = path.replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => String(ids.get(name) ?? 1))
    const answer = await call(request.method, filled, request.body?.raw)
    const { data = answer } = answer
    const record: Answer = Array.isArray(data) ? (data[0] ?? answer) : data
    const id = record.id ?? record.invoice_id
    const resource = path.split('/').findLast((part, at) => at % 2 === 1 && !part.startsWith('{')) ?? ''
    if (id !== undefined) ids.set(`${resource.replaceAll('-', '_')}_id`, id)
  }
  for (const path of more) await call('GET', path)
}

if (prism.pid !== undefined) process.kill(-prism.pid)
await product.stop()
const counted = [...statuses].toSorted().map(([status, count]) => `${count} × ${status}`)
console.log(`${calls} calls through Prism (${counted.join(', ')}), ${violations.length} violations`)
for (const violation of violations) console.error(violation)
if (violations.length > 0) process.exitCode = 1
