import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const hash = /^[0-9a-f]{40,64}$/

/**
 * The commit that is checked out in a folder; null when the folder is not a checkout. Reads the files of Git itself, because
 * Git may be missing, and refuses folders of another user.
 */
export function readCommit(folder: string): string | null {
  const gitDir = gitDirOf(folder)
  const head = read(join(gitDir, 'HEAD'))
  if (hash.test(head)) return head
  const [, ref] = /^ref: (.+)$/.exec(head) ?? []
  if (ref === undefined) return null
  // A worktree shares its branches with the repository that it belongs to.
  const shared = resolve(gitDir, read(join(gitDir, 'commondir')))
  const loose = read(join(shared, ref))
  return hash.test(loose) ? loose : packedCommit(read(join(shared, 'packed-refs')), ref)
}

/** In a worktree or submodule `.git` is a file that names the folder. */
function gitDirOf(folder: string): string {
  const [, elsewhere] = /^gitdir: (.+)$/.exec(read(join(folder, '.git'))) ?? []
  return elsewhere === undefined ? join(folder, '.git') : resolve(folder, elsewhere)
}

function packedCommit(packed: string, ref: string): string | null {
  const line = packed.split('\n').find((one) => one.endsWith(` ${ref}`))
  return line?.split(' ')[0] ?? null
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return ''
  }
}
