import { readFile } from 'node:fs/promises'
import { treeOf } from './cpu.ts'
import type { System } from './speed/systems.ts'

/** MiB of memory that a process has resident. */
export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s*(\d+)/m.exec(status)?.[1]) / 1024
}

/** MiB that a system's own processes have resident, without PostgreSQL. */
export async function ownMemory(system: System): Promise<{ own: number; processes: number }> {
  const own = system.pids.filter((pid) => pid !== system.postgres)
  const trees = (await Promise.all(own.map(treeOf))).flat()
  const database = new Set((await treeOf(system.postgres)).map(({ pid }) => pid))
  const processes = trees.filter(({ pid }) => !database.has(pid))
  const sizes = await Promise.all(processes.map(({ pid }) => residentMb(pid)))
  return { own: Math.round(sizes.reduce((sum, size) => sum + size, 0)), processes: sizes.length }
}
