import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Orders } from './worker-process.ts'

export interface Running {
  process: ChildProcess
  kill(signal: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

/** A worker in a process of its own, with settings a test chooses; resolves when it runs, or has ended. */
export async function spawnWorker(orders: Orders): Promise<Running> {
  const child = start('../dist/worker-process.js', [JSON.stringify(orders)], {}, [
    'ignore',
    'inherit',
    'inherit',
    'ipc',
  ])
  // One that is to die may do so before it has said a word.
  await Promise.race([once(child, 'message'), once(child, 'exit')])
  return toRunning(child)
}

/** The program as it is started in production; resolves when it says that it is running, rejects with its error. */
export async function spawnMain(env: Record<string, string>): Promise<Running> {
  const child = start('../../dist/main.js', [], env, ['ignore', 'pipe', 'pipe'])
  let complaint = ''
  child.stderr?.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => chunk.includes('the worker is running') && resolve())
    child.once('exit', (code) => reject(new Error(`exit ${code}: ${complaint.trim()}`)))
  })
  return toRunning(child)
}

function start(
  file: string,
  args: string[],
  env: Record<string, string>,
  stdio: ('ignore' | 'inherit' | 'pipe' | 'ipc')[],
): ChildProcess {
  const path = fileURLToPath(new URL(file, import.meta.url))
  const { PATH = '', NODE_COMPILE_CACHE = '', NODE_OPTIONS = '' } = process.env
  return spawn(process.execPath, [path, ...args], { stdio, env: { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS, ...env } })
}

const toRunning = (child: ChildProcess): Running => ({
  process: child,
  async kill(signal) {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit')
      child.kill(signal)
      await gone
    }
    return { code: child.exitCode, signal: child.signalCode }
  },
})
