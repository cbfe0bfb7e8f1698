import { readFile } from 'node:fs/promises'

/** MiB of memory that a process has resident. */
export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s*(\d+)/m.exec(status)?.[1]) / 1024
}
