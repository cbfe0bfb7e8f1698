import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { cpuOf } from '../cpu.ts'
import { quantile } from '../steady.ts'
import type { Load, LoadOrder } from './load.ts'
import type { System } from './systems.ts'

export interface Measured extends Load {
  perSecond: number
  /** CPU an operation, microseconds: the system's own processes, and PostgreSQL. */
  own: number
  postgres: number
  /** Cores of which the load process had so much. */
  loadCores: number
}

export interface Loader {
  pid: number
  send(order: LoadOrder): Promise<Load>
  stop(): void
}

/** The one process that all load comes from. */
export function startLoader(): Loader {
  const child = fork(fileURLToPath(new URL('load.ts', import.meta.url)))
  return {
    pid: child.pid ?? 0,
    async send(order) {
      child.send(order)
      const [load] = (await once(child, 'message')) as [Load]
      return load
    },
    stop: () => child.kill(),
  }
}

export interface Wanted {
  work: string
  /** Of how many workspaces. */
  rooms: 'one' | 'eight'
  seconds: number
  amount?: number
  rate?: number
}

export async function measure(loader: Loader, system: System, { rooms, ...wanted }: Wanted): Promise<Measured> {
  const [before, loadBefore] = [await cpu(system), await cpuOf(loader.pid)]
  const load = await loader.send({
    ...wanted,
    baseUrl: system.baseUrl,
    rooms: rooms === 'one' ? system.rooms.slice(0, 1) : system.rooms.slice(1),
    connections: 32,
  })
  const [after, loadAfter] = [await cpu(system), await cpuOf(loader.pid)]
  const each = (ms: number) => (ms * 1000) / load.done
  return {
    ...load,
    perSecond: load.done / load.seconds,
    own: each(after.own - before.own),
    postgres: each(after.postgres - before.postgres),
    loadCores: ((loadAfter ?? 0) - (loadBefore ?? 0)) / 1_000 / load.seconds,
  }
}

/** Two systems in turn (A B A B), so often; the first of each is not counted: it meets caches that are empty. */
export async function measureBoth(
  loader: Loader,
  [a, b]: readonly [System, System],
  wanted: Wanted,
  rounds: number,
): Promise<readonly [Measured[], Measured[]]> {
  const [ofA, ofB]: [Measured[], Measured[]] = [[], []]
  for (let round = 0; round <= rounds; round++) {
    ofA.push(await measure(loader, a, wanted))
    ofB.push(await measure(loader, b, wanted))
  }
  return [ofA.slice(1), ofB.slice(1)]
}

export const median = (all: readonly Measured[], value: (one: Measured) => number) => quantile(all.map(value), 0.5)

async function cpu({ pids, postgres }: System): Promise<{ own: number; postgres: number }> {
  const used = await Promise.all(pids.map(cpuOf))
  const all = used.reduce<number>((sum, ms) => sum + (ms ?? 0), 0)
  const database = (await cpuOf(postgres)) ?? 0
  return { own: all - database, postgres: database }
}
