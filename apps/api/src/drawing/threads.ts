import { once } from 'node:events'
import { setTimeout as after } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

export interface ThreadOptions {
  /** What the threads run: it answers each message with one. */
  readonly file: URL
  /** What one task may take of a core. A thread that takes more is ended; waiting for its turn on a busy machine is not counted. */
  readonly mostCpuMs: number
  /** What one task may take in all, waiting included. */
  readonly deadlineMs: number
  /** How long a thread is kept that has nothing to do. */
  readonly idleMs: number
  readonly mostMegabytes: number
}

export interface Threads<In, Out> {
  /** @throws DeadlineError, or what ended the thread. */
  run(task: In): Promise<Out>
  close(): Promise<void>
}

export class DeadlineError extends Error {
  override readonly name = 'DeadlineError'
  /** What the task was allowed. */
  readonly limitMs: number

  constructor(limitMs: number) {
    super(`The thread took longer than ${limitMs} ms`)
    this.limitMs = limitMs
  }
}

const checkMs = 250

/** What a thread has had of a core; nothing where it has not begun. */
async function cpuMsOf(thread: Worker): Promise<number> {
  const { user, system } = await thread.cpuUsage().catch(() => ({ user: 0, system: 0 }))
  return (user + system) / 1_000
}

/** Fails once the thread has had that much of a core from now on. */
async function failAfterCpu(thread: Worker, mostCpuMs: number, signal: AbortSignal): Promise<never> {
  const before = await cpuMsOf(thread)
  do await after(checkMs, undefined, { signal })
  while ((await cpuMsOf(thread)) - before <= mostCpuMs)
  throw new DeadlineError(mostCpuMs)
}

/** Runs each task in a thread of its own, begun when none is idle, and replaced when it dies or is too slow. */
export function createThreads<In, Out>({
  file,
  mostCpuMs,
  deadlineMs,
  idleMs,
  mostMegabytes,
}: ThreadOptions): Threads<In, Out> {
  const all = new Set<Worker>()
  /** The last one to rest goes first; each with what ends it. */
  const idle: { readonly thread: Worker; readonly timer: NodeJS.Timeout }[] = []

  function begin(): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: mostMegabytes }
    // It sees nothing of the settings, whose secrets it does not need.
    const thread = new Worker(file, { env: {}, execArgv: [], resourceLimits })
    all.add(thread)
    // Whoever waits for it hears of an error too; this one listens for threads that nobody waits for.
    thread.on('error', () => undefined)
    thread.once('exit', () => {
      all.delete(thread)
      const place = idle.findIndex((one) => one.thread === thread)
      if (place >= 0) clearTimeout(idle.splice(place, 1)[0]?.timer)
    })
    return thread
  }

  function rest(thread: Worker) {
    thread.unref()
    const timer = setTimeout(() => void thread.terminate(), idleMs)
    timer.unref()
    idle.push({ thread, timer })
  }

  function take(): Worker {
    const rested = idle.pop()
    clearTimeout(rested?.timer)
    return rested?.thread ?? begin()
  }

  return {
    async run(task) {
      const thread = take()
      thread.ref()
      const settled = new AbortController()
      const { signal } = settled
      try {
        const answered = once(thread, 'message', { signal })
        thread.postMessage(task)
        const [answer] = (await Promise.race([
          answered,
          once(thread, 'exit', { signal }).then(() => {
            throw new Error('The thread ended before it answered')
          }),
          failAfterCpu(thread, mostCpuMs, signal),
          after(deadlineMs, undefined, { signal }).then(() => {
            throw new DeadlineError(deadlineMs)
          }),
        ])) as [Out]
        rest(thread)
        return answer
      } catch (error) {
        await thread.terminate()
        throw error
      } finally {
        settled.abort()
      }
    },
    async close() {
      await Promise.all([...all].map((thread) => thread.terminate()))
    },
  }
}
