// The crowd of overload.ts, a process of its own: so many writers and readers with one key, each over a connection of
// its own, one request after the other; who is refused comes back when the answer says, unless impatient. Tells its parent how they were
// answered: after some seconds, when all have left.
import { Agent, request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

export interface CrowdOrder {
  readonly baseUrl: string
  readonly key: string
  readonly writers: number
  readonly readers: number
  readonly seconds: number
  /** Comes back at once instead of when the answer says. Default false. */
  readonly isImpatient?: boolean
}

export interface CrowdAnswers {
  /** Milliseconds that each accepted request took. */
  readonly accepted: { readonly writes: number[]; readonly reads: number[] }
  /** By status, or by what was wrong instead. */
  readonly counts: Record<string, number>
  readonly refusedWithoutRetryAfter: number
  /** Connections that were open at once, at most. */
  readonly connections: number
}

const order = JSON.parse(process.argv[2] ?? '{}') as CrowdOrder
const { baseUrl, key, writers, readers, seconds, isImpatient = false } = order
const agent = new Agent({ keepAlive: true })
const accepted = { writes: [] as number[], reads: [] as number[] }
const counts: Record<string, number> = {}
const until = performance.now() + seconds * 1_000
let refusedWithoutRetryAfter = 0
let connections = 0

function ask(method: 'GET' | 'POST', path: string, body?: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    request(baseUrl + path, { agent, method, headers }, (response) => {
      response.resume().once('end', () => resolve(response))
    })
      .once('error', reject)
      .end(body)
  })
}

async function repeat(name: keyof typeof accepted, n: number): Promise<void> {
  for (let turn = 0; performance.now() < until; turn++) {
    const from = performance.now()
    let wait = 0
    try {
      const body = JSON.stringify({ title: `Crowd ${n} ${turn}` })
      const { statusCode = 0, headers } = await (name === 'writes'
        ? ask('POST', '/matters', body)
        : ask('GET', `/matters?limit=50&offset=${(n * 7 + turn) % 1_000}`))
      counts[statusCode] = (counts[statusCode] ?? 0) + 1
      if (statusCode < 300) accepted[name].push(performance.now() - from)
      else {
        wait = Number(headers['retry-after'])
        if (!(wait > 0)) refusedWithoutRetryAfter++
      }
    } catch (error) {
      const what = error instanceof Error && 'code' in error ? String(error.code) : 'Error'
      counts[what] = (counts[what] ?? 0) + 1
      wait = 1
    }
    if (wait > 0 && !isImpatient) await delay(wait * 1_000)
  }
}

const counting = setInterval(() => {
  const open = [...Object.values(agent.sockets), ...Object.values(agent.freeSockets)]
  connections = Math.max(connections, open.flat().length)
}, 250)
await Promise.all([
  ...Array.from({ length: writers }, (_, n) => repeat('writes', n)),
  ...Array.from({ length: readers }, (_, n) => repeat('reads', n)),
])
clearInterval(counting)
agent.destroy()
const answers: CrowdAnswers = { accepted, counts, refusedWithoutRetryAfter, connections }
process.send?.(answers)
