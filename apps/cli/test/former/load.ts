import { setTimeout as delay } from 'node:timers/promises'
import type { Firm, Reply } from './firm.ts'

export interface Load {
  /** Ends it, and deletes the records that it created. */
  stop(): Promise<Outcome>
  /** The number of writes so far. */
  count(): number
}

export interface Outcome {
  readonly writes: number
  readonly slowestMs: number
  readonly failed: readonly string[]
}

const everyMs = 100

/** Creates and changes matters and time entries, one write after the other, at most one each tenth of a second. */
export function startLoad(firm: Firm, clientId: number): Load {
  const stopping = new AbortController()
  const failed: string[] = []
  const created: string[] = []
  let [writes, slowestMs] = [0, 0]

  async function write(method: string, path: string, body: object): Promise<Reply | undefined> {
    const began = performance.now()
    const reply = await firm.rest(method, path, body).catch((error: unknown) => {
      failed.push(`${method} ${path}: ${String(error)}`)
      return undefined
    })
    writes++
    slowestMs = Math.max(slowestMs, performance.now() - began)
    if (reply && reply.status >= 300) failed.push(`${method} ${path}: ${reply.status} ${reply.text}`)
    await delay(Math.max(0, everyMs - (performance.now() - began)))
    return reply
  }

  async function create(path: string, body: object): Promise<string | undefined> {
    const id: unknown = (await write('POST', path, body))?.json.data?.id
    if (id === undefined) return undefined
    created.push(`${path}/${String(id)}`)
    return String(id)
  }

  async function run(): Promise<void> {
    for (let place = 0; !stopping.signal.aborted; place++) {
      const matter = await create('/matters', { title: `Load ${place}`, client_id: clientId })
      const entry = await create('/time-entries', { case_id: Number(matter), duration: 1, description: 'Load' })
      await write('PATCH', `/time-entries/${entry}`, { duration: 2 })
    }
  }

  const running = run()
  return {
    count: () => writes,
    async stop() {
      stopping.abort()
      await running
      for (const path of created.toReversed()) await firm.rest('DELETE', path)
      return { writes, slowestMs: Math.round(slowestMs), failed }
    },
  }
}
