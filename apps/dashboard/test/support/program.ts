import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface Program {
  /** Fails when it ends, whoever ended it. */
  readonly ended: Promise<never>
  stop(): Promise<void>
}

/** The api or the worker, as a process of its own. `onError` is given its log of errors; by default it is shown. */
export function startProgram(
  name: 'api' | 'worker',
  env: Record<string, string>,
  onError = (line: string): void => void process.stderr.write(`${name}: ${line}\n`),
): Program {
  const main = fileURLToPath(new URL(`../../../${name}/dist/main.js`, import.meta.url))
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  // Its log is of interest when something went wrong.
  child.stdout.on('data', (chunk: Buffer) => {
    for (const line of chunk.toString().split('\n')) if (line.includes('"level":50')) onError(line)
  })
  const exit = once(child, 'exit')
  const ended = exit.then(([code, signal]) => {
    throw new Error(`The ${name} ended while the tests ran (${String(signal ?? code)})`)
  })
  ended.catch(() => undefined)
  return {
    ended,
    async stop() {
      child.kill('SIGTERM')
      await exit
    },
  }
}

export async function untilReady(origin: string): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline;) {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
  throw new Error('The api was not ready within a minute')
}
