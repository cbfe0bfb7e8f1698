import { spawn } from 'node:child_process'
import type { ChildProcess, SpawnOptions } from 'node:child_process'
import { once } from 'node:events'

export interface Program {
  readonly pid: number
  /** Whether it has not ended. */
  isAlive(): boolean
  signal(name: NodeJS.Signals): void
  /** Resolves when it has ended. */
  kill(name: NodeJS.Signals): Promise<void>
}

/** Starts a program that says `ready` on one of its outputs. @throws Error with what it said when it ends before. */
export async function startProgram(
  file: string,
  args: readonly string[],
  { ready, ...options }: SpawnOptions & { ready: string },
): Promise<Program> {
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = await says(child, ready)
  let isOver = false
  child.once('exit', (code) => !isOver && console.error(`${args[0]} ended by itself with ${code}: ${said()}`))
  const isAlive = () => child.exitCode === null && child.signalCode === null
  return {
    pid: child.pid ?? 0,
    isAlive,
    signal: (name) => void child.kill(name),
    async kill(name) {
      if (!isAlive()) return
      isOver = true
      const gone = once(child, 'exit')
      child.kill(name)
      await gone
    },
  }
}

/** Answers with what it has said last, whenever asked. */
async function says(child: ChildProcess, ready: string): Promise<() => string> {
  let said = ''
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        said = (said + chunk.toString()).slice(-4_000)
        if (said.includes(ready)) resolve()
      })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${child.spawnfile} ended with ${code}: ${said}`)))
  })
  return () => said
}

/** Runs a program to its end, and answers what it said. @throws Error with that when it ends with anything but 0. */
export async function run(file: string, args: readonly string[], options: SpawnOptions = {}): Promise<string> {
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${file} ended with ${code}: ${said}`)
  return said
}
