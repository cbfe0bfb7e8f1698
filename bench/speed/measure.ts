import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { cpuOf } from '../cpu.ts'
import type { Load, LoadOrder } from './load.ts'
import type { System } from './systems.ts'

export interface Measured extends Load {
  perSecond: number
  /** CPU an operation, microseconds: the system's own processes, and PostgreSQL. */
  own: number
  postgres: number
}

export interface Loader {
  send(order: LoadOrder): Promise<Load>
  stop(): void
}

/** The one process that all load comes from. */
export function startLoader(): Loader {
  const child = fork(fileURLToPath(new URL('load.ts', import.meta.url)))
  return {
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
  rate?: number
}

export async function measure(loader: Loader, system: System, { rooms, ...wanted }: Wanted): Promise<Measured> {
  const before = await cpu(system)
  const load = await loader.send({
    ...wanted,
    baseUrl: system.baseUrl,
    rooms: rooms === 'one' ? system.rooms.slice(0, 1) : system.rooms.slice(1),
    connections: 32,
  })
  const after = await cpu(system)
  const each = (ms: number) => (ms * 1000) / load.done
  return {
    ...load,
    perSecond: load.done / load.seconds,
    own: each(after.own - before.own),
    postgres: each(after.postgres - before.postgres),
  }
}

async function cpu({ pids, postgres }: System): Promise<{ own: number; postgres: number }> {
  const used = await Promise.all(pids.map(cpuOf))
  const all = used.reduce<number>((sum, ms) => sum + (ms ?? 0), 0)
  const database = (await cpuOf(postgres)) ?? 0
  return { own: all - database, postgres: database }
}
