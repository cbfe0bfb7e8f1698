import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** One request that reached the receiver. */
export interface Receipt {
  path: string
  /** When it was there in full, epoch milliseconds. */
  at: number
  title: string
}

/** What floor.ts is to do, as JSON in its first argument. */
export interface FloorOrder {
  origin: string
  paths: readonly string[]
  perEndpoint: number
  count: number
  /** The `data` of each body, as JSON. */
  data: string
  secret: string
  client: 'undici' | 'fetch'
}

export interface Receiver {
  origin: string
  pid: number
  /** What came since it was last asked. */
  take(): Promise<Receipt[]>
  stop(): void
}

const program = (name: string) => fileURLToPath(new URL(name, import.meta.url))

export async function startReceiver(...args: 'titles'[]): Promise<Receiver> {
  const child = fork(program('./receiver.ts'), args)
  const [port] = (await once(child, 'message')) as [number]
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async take() {
      child.send('take')
      const [receipts] = (await once(child, 'message')) as [Receipt[]]
      return receipts
    },
    stop: () => void child.kill(),
  }
}

export async function runFloor(order: FloorOrder): Promise<void> {
  const child = fork(program('./floor.ts'), [JSON.stringify(order)])
  await ended(child)
}

/** The product's worker as it is started in production. */
export async function startWorker(env: Record<string, string>): Promise<{ pid: number; stop(): Promise<void> }> {
  const { PATH = '' } = process.env
  const child = fork(program('../../apps/worker/dist/main.js'), { env: { PATH, ...env }, stdio: 'pipe' })
  let output = ''
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => chunk.includes('the worker is running') && resolve())
    child.once('exit', () => reject(new Error(`The worker did not start: ${output}`)))
  })
  return {
    pid: child.pid ?? 0,
    async stop() {
      child.kill()
      await once(child, 'exit')
    },
  }
}

async function ended(child: ChildProcess): Promise<void> {
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${child.spawnfile} ended with ${code}`)
}
