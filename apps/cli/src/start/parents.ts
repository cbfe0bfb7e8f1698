import { readFileSync } from 'node:fs'

interface Link {
  pid: number
  parent: number
}

const manager = /^(\S*\/)?(node\S* )?(\S*\/)?(npm|npx|pnpm)(-cli)?(\.[cm]?js)?( |$)/
const shell = /^(\S*\/)?(sh|ash|dash|bash|zsh) /

/**
 * Calls `onGone` when one of the package managers that run this process (`npx pnpm start` is two of
 * them, and shells between) is gone: a signal that ends one of those is not passed on to us. Does
 * nothing where there is no /proc.
 *
 * @returns ends the watch.
 */
export function watchParents(onGone: () => void): () => void {
  const links = findLinks()
  if (links.length === 0) return () => undefined
  const timer = setInterval(() => {
    if (links.some(({ pid, parent }) => readParent(pid) !== parent)) onGone()
  }, 500)
  timer.unref()
  return () => clearInterval(timer)
}

/** The way up to the topmost package manager; a parent that ends leaves its child with another one. */
function findLinks(): Link[] {
  const links: Link[] = []
  let end = 0
  for (let pid = process.pid; ;) {
    const parent = readParent(pid)
    const command = parent === null ? '' : readCommand(parent)
    const isManager = manager.test(command)
    if (parent === null || !(isManager || shell.test(command))) return links.slice(0, end)
    links.push({ pid, parent })
    if (isManager) end = links.length
    pid = parent
  }
}

function readParent(pid: number): number | null {
  // The name in brackets may hold anything; after it come the state and the parent.
  const fields = read(pid, 'stat').split(') ').at(-1)?.split(' ')
  return fields?.[1] ? Number(fields[1]) : null
}

const readCommand = (pid: number) => read(pid, 'cmdline').replaceAll('\0', ' ')

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
