import { fork } from 'node:child_process'
import { createInterface } from 'node:readline'
import { memoryEnv, nodeFlagsOf } from './programs.ts'

export interface ProgramOptions {
  /** The name in messages. */
  name: string
  /** The entry point. */
  file: string
  env: NodeJS.ProcessEnv
  say(text: string): void
}

export interface Program {
  /** Rejects when the program ends before `markReady`. */
  failed: Promise<never>
  /** From now on the program is started again each time it ends. */
  markReady(): void
  /** Ends the program within 15 s, or immediately when `hurry` is aborted. */
  stop(hurry: AbortSignal): Promise<void>
}

const firstDelay = 500
const longestDelay = 10_000
const grace = 15_000

/** Starts the process once. Its channel tells it when this process is gone. */
function launch({ name, file, env, say }: ProgramOptions, onEnd: (how: string, livedMs: number) => void) {
  const startedAt = Date.now()
  const child = fork(file, {
    env: { ...memoryEnv, ...env },
    execArgv: nodeFlagsOf(file),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    serialization: 'json',
  })
  // Lines of its log name the program themselves. Lines on standard error do not.
  if (child.stdout) createInterface({ input: child.stdout }).on('line', say)
  if (child.stderr)
    createInterface({ input: child.stderr }).on('line', (line) => line.trim() && say(`${name}: ${line}`))
  const ended = new Promise<void>((resolve) => {
    const finish = (how: string) => {
      resolve()
      onEnd(how, Date.now() - startedAt)
    }
    child.once('error', ({ message }) => finish(message))
    child.once('exit', (code, signal) => finish(signal ?? `exit code ${code}`))
  })
  return { child, ended }
}

/** Runs one of our programs as its own process, which ends when this process does, however that ends. */
export function runProgram(options: ProgramOptions): Program {
  const { name, say } = options
  const { promise: failed, reject } = Promise.withResolvers<never>()
  failed.catch(() => undefined)
  let isReady = false
  let isStopping = false
  let delay = firstDelay
  let again: NodeJS.Timeout | undefined

  const onEnd = (how: string, livedMs: number) => {
    if (isStopping) return
    if (!isReady) {
      reject(new Error(`The ${name} ended while it was starting (${how})`))
      return
    }
    if (livedMs > 60_000) delay = firstDelay
    say(`The ${name} ended (${how}), and is started again`)
    again = setTimeout(() => (running = launch(options, onEnd)), delay)
    delay = Math.min(delay * 2, longestDelay)
  }

  let running = launch(options, onEnd)
  return {
    failed,
    markReady: () => (isReady = true),
    async stop(hurry) {
      isStopping = true
      clearTimeout(again)
      const { child, ended } = running
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
