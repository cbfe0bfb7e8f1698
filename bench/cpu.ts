import { readdir, readFile } from 'node:fs/promises'

// Linux counts in hundredths of a second.
const tickMs = 10

interface Process {
  pid: number
  parent: number
  ms: number
}

/** Milliseconds of CPU that a process and all that it started have used; null where there is no /proc. */
export async function cpuOf(pid: number): Promise<number | null> {
  const tree = await treeOf(pid)
  return tree.length === 0 ? null : tree.reduce((sum, { ms }) => sum + ms, 0)
}

/** A process and all that it started, itself first; none where there is no /proc or no such process. */
export async function treeOf(pid: number): Promise<Process[]> {
  const names = await readdir('/proc').catch(() => [])
  const all = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map((name) => readProcess(Number(name))))
  const running = all.filter((process) => process !== null)
  const withChildren = (parent: number): Process[] =>
    running.filter((process) => process.parent === parent).flatMap((child) => [child, ...withChildren(child.pid)])
  return [...running.filter((process) => process.pid === pid), ...withChildren(pid)]
}

async function readProcess(pid: number): Promise<Process | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (text === null) return null
  // Behind the name, which may contain anything: state, parent, …, and from the 12th on user, system and those of ended children.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const ticks = fields.slice(11, 15).reduce((sum, value) => sum + value, 0)
  return { pid, parent: fields[1] ?? 0, ms: ticks * tickMs }
}
