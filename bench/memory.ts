import { readFile } from 'node:fs/promises'
import { treeOf } from './cpu.ts'
import type { System } from './speed/systems.ts'

/** MiB of memory that a process has resident. */
export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s*(\d+)/m.exec(status)?.[1]) / 1024
}

/** What a system's own processes have resident, without PostgreSQL, in MiB. */
export interface OwnMemory {
  /** Of each, added up: the pages of Node's program, some 50 MiB, count in every process. */
  readonly own: number
  /** The same with the pages that they share counted once: what they take of the machine. */
  readonly together: number
  readonly processes: number
}

export async function ownMemory(system: System): Promise<OwnMemory> {
  const own = system.pids.filter((pid) => pid !== system.postgres)
  const trees = (await Promise.all(own.map(treeOf))).flat()
  const database = new Set((await treeOf(system.postgres)).map(({ pid }) => pid))
  const pids = trees.flatMap(({ pid }) => (database.has(pid) ? [] : [pid]))
  const [sizes, alone] = await Promise.all([Promise.all(pids.map(residentMb)), Promise.all(pids.map(aloneMb))])
  const common = Math.max(...sizes.map((size, index) => size - (alone[index] ?? 0)))
  return { own: Math.round(sum(sizes)), together: Math.round(sum(alone) + common), processes: sizes.length }
}

/** MiB of a process's memory that no other process has too. */
async function aloneMb(pid: number): Promise<number> {
  const sizes = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
  return sum([...sizes.matchAll(/^Private_(?:Clean|Dirty):\s*(\d+)/gm)].map(([, kib]) => Number(kib))) / 1024
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
