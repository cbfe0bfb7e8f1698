import { once } from 'node:events'
import { setTimeout as after } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

interface PoolOptions {
  /** The program of the threads. It answers each message with one message. */
  readonly file: URL
  /** The time after which an idle thread ends. */
  readonly idleMs: number
  readonly mostMegabytes: number
}

export interface ThreadOptions extends PoolOptions {
  /** The most CPU time of a task. Waiting for the CPU on a busy machine does not count. */
  readonly mostCpuMs: number
  /** The longest time of a task, including waiting. */
  readonly deadlineMs: number
}

export interface Threads<In, Out> {
  /** @throws DeadlineError, or the error that ended the thread. */
  run(task: In): Promise<Out>
  close(): Promise<void>
}

export class DeadlineError extends Error {
  override readonly name = 'DeadlineError'
  /** The limit of the task. */
  readonly limitMs: number

  constructor(limitMs: number) {
    super(`The thread took longer than ${limitMs} ms`)
    this.limitMs = limitMs
  }
}

const checkMs = 250

/** The CPU time of a thread, 0 before its start. */
async function cpuMsOf(thread: Worker): Promise<number> {
  const { user, system } = await thread.cpuUsage().catch(() => ({ user: 0, system: 0 }))
  return (user + system) / 1_000
}

/** Fails when the thread has used this much CPU time from now on. */
async function failAfterCpu(thread: Worker, mostCpuMs: number, signal: AbortSignal): Promise<never> {
  const before = await cpuMsOf(thread)
  do await after(checkMs, undefined, { signal })
  while ((await cpuMsOf(thread)) - before <= mostCpuMs)
  throw new DeadlineError(mostCpuMs)
}

/**
 * Runs each task in a thread of its own, which is replaced when it dies or exceeds a limit.
 *
 * Piscina (5.3) does not replace it: it can end a task after a deadline, but knows no limit of CPU time, and does not tell
 * which thread runs a task.
 */
export function createThreads<In, Out>({ mostCpuMs, deadlineMs, ...options }: ThreadOptions): Threads<In, Out> {
  const pool = createPool(options)
  return {
    async run(task) {
      const thread = pool.take()
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
        pool.rest(thread)
        return answer
      } catch (error) {
        await thread.terminate()
        throw error
      } finally {
        settled.abort()
      }
    },
    close: () => pool.close(),
  }
}

/** Threads that are kept for a while between tasks. */
function createPool({ file, idleMs, mostMegabytes }: PoolOptions) {
  const all = new Set<Worker>()
  /** The most recently used thread is last. */
  const idle: { readonly thread: Worker; readonly timer: NodeJS.Timeout }[] = []

  function begin(): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: mostMegabytes }
    // The thread needs no secrets, so it gets no environment.
    const thread = new Worker(file, { env: {}, execArgv: [], resourceLimits })
    all.add(thread)
    // Without this listener, the error of an idle thread would end the process.
    thread.on('error', () => undefined)
    thread.once('exit', () => {
      all.delete(thread)
      const place = idle.findIndex((one) => one.thread === thread)
      if (place >= 0) clearTimeout(idle.splice(place, 1)[0]?.timer)
    })
    return thread
  }

  return {
    take(): Worker {
      const rested = idle.pop()
      clearTimeout(rested?.timer)
      const thread = rested?.thread ?? begin()
      thread.ref()
      return thread
    },
    rest(thread: Worker) {
      thread.unref()
      const timer = setTimeout(() => void thread.terminate(), idleMs)
      timer.unref()
      idle.push({ thread, timer })
    },
    async close() {
      await Promise.all([...all].map((thread) => thread.terminate()))
    },
  }
}
