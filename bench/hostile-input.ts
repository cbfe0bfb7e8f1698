// What the largest and deepest input does to a server that is just started: the largest answers, and the
// longest that the api's event loop was held, over every operation and shape that the tests send, all in full size:
//   npx pnpm@12 exec node bench/hostile-input.ts
import { everyOperation, hostileForms, hostileRequests } from '@matterbase/schemas/testing'
import type { HostileRequest } from '@matterbase/schemas/testing'
import { freePort } from '@matterbase/config/testing'
import { startProduct } from './product.ts'

interface Measured {
  readonly name: string
  readonly bytes: number
  readonly heldMs: number
  /** Of the api's own thread in one go, which a busy machine does not make more. */
  readonly cpuMs: number
}

const probePort = await freePort()
const probe = new URL('hold-probe.ts', import.meta.url).href
const product = await startProduct({ NODE_OPTIONS: `--import ${probe}`, HOLD_PROBE_PORT: String(probePort) })
const { origin } = new URL(product.baseUrl)
const key = await product.createKey(product.email)
const cookie = await signIn()
const measured: Measured[] = []
const seen = new Set<string>()

for (const mounted of everyOperation)
  for (const hostile of hostileRequests(mounted, seen, true)) measured.push(await measure(hostile))
for (const hostile of hostileForms([{ path: '/dash/v1/sign-in', type: 'application/json', field: '' }]))
  measured.push(await measure(hostile))
await product.stop()

report('longest holds of the event loop', 'ms', ({ heldMs }) => heldMs)
report('most work', 'ms', ({ cpuMs }) => cpuMs)
report('largest answers', 'bytes', ({ bytes }) => bytes)
console.log(`${measured.length} requests to ${everyOperation.length} operations`)

async function signIn(): Promise<string> {
  const { email, password } = product
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${origin}/dash/v1/sign-in`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password }),
  })
  return response.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
}

async function measure({ shape, method, path, headers, body }: HostileRequest): Promise<Measured> {
  await held()
  const auth: Record<string, string> = path.startsWith('/api/') ? { authorization: `Bearer ${key}` } : { cookie }
  const response = await fetch(origin + path, {
    method,
    redirect: 'manual',
    headers: { ...auth, ...headers },
    ...(body && { body }),
  })
  const { byteLength: bytes } = await response.arrayBuffer()
  return { name: `${response.status} ${method} ${path.slice(0, 60)}, ${shape}`, bytes, ...(await held()) }
}

/** What the requests did to the api since this was last asked. */
async function held() {
  const response = await fetch(`http://127.0.0.1:${probePort}/`)
  const { ms, cpuMs } = (await response.json()) as { ms: number; cpuMs: number }
  return { heldMs: ms, cpuMs }
}

function report(title: string, unit: string, of: (one: Measured) => number) {
  console.log(`${title}:`)
  for (const one of measured.toSorted((a, b) => of(b) - of(a)).slice(0, 10))
    console.log(`  ${of(one).toFixed(0).padStart(7)} ${unit}  ${one.name}`)
}
