import { readdir, readFile } from 'node:fs/promises'

// Linux counts in hundredths of a second.
const tickMs = 10

/** Milliseconds of CPU that a process and its children have used; null where there is no /proc. */
export async function cpuOf(pid: number): Promise<number | null> {
  const own = await statOf(pid)
  if (!own) return null
  const all = await Promise.all(
    (await readdir('/proc'))
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .map(statOf),
  )
  const children = all.filter((stat) => stat?.parent === pid)
  return children.reduce((sum, stat) => sum + (stat?.ms ?? 0), own.ms)
}

async function statOf(pid: number): Promise<{ parent: number; ms: number } | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (text === null) return null
  // Behind the name, which may contain anything: state, parent, …, and from the 12th on user, system and those of ended children.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const ticks = fields.slice(11, 15).reduce((sum, value) => sum + value, 0)
  return { parent: fields[1] ?? 0, ms: ticks * tickMs }
}
