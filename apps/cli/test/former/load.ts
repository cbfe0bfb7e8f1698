import { setTimeout as delay } from 'node:timers/promises'
import type { Firm, Reply } from './firm.ts'

export interface Load {
  /** Ends it, and deletes the records that it created. */
  stop(): Promise<Outcome>
  /** The number of writes so far. */
  count(): number
  /** Names what happens to the server from now on. */
  enter(phase: string): void
}

interface Outcome {
  readonly writes: number
  /** The slowest write, in milliseconds, that began in each phase. */
  readonly slowest: Readonly<Record<string, number>>
  readonly failed: readonly string[]
}

const everyMs = 100

// oxlint-disable-next-line no-restricted-globals -- the times are printed, and no test asserts them
const clock = () => performance.now()

/** Creates and changes matters and time entries, one write after the other, at most one each tenth of a second. */
export function startLoad(firm: Firm, clientId: number): Load {
  const stopping = new AbortController()
  const failed: string[] = []
  const created: string[] = []
  const slowest: Record<string, number> = {}
  let [writes, phase] = [0, 'before']

  async function write(method: string, path: string, body: object): Promise<Reply | undefined> {
    const [began, of] = [clock(), phase]
    const reply = await firm.rest(method, path, body).catch((error: unknown) => {
      failed.push(`${method} ${path}: ${String(error)}`)
      return undefined
    })
    writes++
    slowest[of] = Math.max(slowest[of] ?? 0, Math.round(clock() - began))
    if (reply && reply.status >= 300) failed.push(`${method} ${path}: ${reply.status} ${reply.text}`)
    await delay(Math.max(0, everyMs - (clock() - began)))
    return reply
  }

  async function create(path: string, body: object): Promise<string | undefined> {
    const { data } = ((await write('POST', path, body))?.json ?? {}) as { data?: { id: number } }
    if (data === undefined) return undefined
    created.push(`${path}/${data.id}`)
    return String(data.id)
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
    enter: (next) => (phase = next),
    async stop() {
      stopping.abort()
      await running
      for (const path of created.toReversed()) await firm.rest('DELETE', path)
      return { writes, slowest, failed }
    },
  }
}
