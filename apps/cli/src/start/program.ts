import { fork } from 'node:child_process'
import { createInterface } from 'node:readline'
import { memoryEnv, nodeFlagsOf } from './programs.ts'

export interface ProgramOptions {
  /** What people know it by. */
  name: string
  /** Its entry point. */
  file: string
  env: NodeJS.ProcessEnv
  say(text: string): void
}

export interface Program {
  /** Rejects when it ends before `markReady`. */
  failed: Promise<never>
  /** From now on it is started again whenever it ends. */
  markReady(): void
  /** Ends it; at once when `hurry` is or gets aborted, else as it likes, within 15 s. */
  stop(hurry: AbortSignal): Promise<void>
}

const firstDelay = 500
const longestDelay = 10_000
const grace = 15_000

/** Runs one of our programs as a process of its own; it ends when this process does, however that ends. */
export function runProgram({ name, file, env, say }: ProgramOptions): Program {
  const { promise: failed, reject } = Promise.withResolvers<never>()
  failed.catch(() => undefined)
  let isReady = false
  let isStopping = false
  let delay = firstDelay
  let ended: Promise<void>
  let again: NodeJS.Timeout | undefined

  const launch = () => {
    const startedAt = Date.now()
    // The channel is how it learns that this process is gone.
    const child = fork(file, {
      env: { ...memoryEnv, ...env },
      execArgv: nodeFlagsOf(file),
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      serialization: 'json',
    })
    // Its log is whole and says whose it is; what else it has to say does not.
    if (child.stdout) createInterface({ input: child.stdout }).on('line', say)
    if (child.stderr)
      createInterface({ input: child.stderr }).on('line', (line) => line.trim() && say(`${name}: ${line}`))
    ended = new Promise((resolve) => {
      const finish = (how: string) => {
        resolve()
        onEnd(how, Date.now() - startedAt)
      }
      child.once('error', ({ message }) => finish(message))
      child.once('exit', (code, signal) => finish(signal ?? `exit code ${code}`))
    })
    return child
  }

  const onEnd = (how: string, lived: number) => {
    if (isStopping) return
    if (!isReady) {
      reject(new Error(`The ${name} ended while it was starting (${how})`))
      return
    }
    if (lived > 60_000) delay = firstDelay
    say(`The ${name} ended (${how}), and is started again`)
    again = setTimeout(() => (child = launch()), delay)
    delay = Math.min(delay * 2, longestDelay)
  }

  let child = launch()
  return {
    failed,
    markReady: () => (isReady = true),
    async stop(hurry) {
      isStopping = true
      clearTimeout(again)
      child.kill('SIGTERM')
      const deadline = AbortSignal.any([hurry, AbortSignal.timeout(grace)])
      const kill = () => child.kill('SIGKILL')
      if (deadline.aborted) kill()
      deadline.addEventListener('abort', kill)
      await ended
      deadline.removeEventListener('abort', kill)
    },
  }
}
