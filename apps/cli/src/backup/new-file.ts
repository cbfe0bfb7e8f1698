import { randomUUID } from 'node:crypto'
import { lstat, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { explain } from '../explain.ts'

/**
 * Makes a file for its owner's eyes only, whole or not at all: it gets its name once every byte is on the disk.
 * A file that had the name before is replaced. Behind a symbolic link it is the file that the link points to.
 *
 * @returns its length.
 * @throws Error when the name is that of a folder, a pipe or a device, which a file would replace.
 */
export async function writeWhole(named: string, write: (into: Writable) => Promise<void>): Promise<number> {
  const file = await placeOf(named)
  const folder = dirname(file)
  const draft = join(folder, `.${basename(file)}.${randomUUID()}.part`)
  const handle = await open(draft, 'wx', 0o600).catch((cause: unknown) => {
    throw new Error(`${file} cannot be written (${explain(cause)}): make the folder writable, or choose another one`, {
      cause,
    })
  })
  try {
    await handle.chmod(0o600)
    // Closing it writes everything to the disk first.
    const into = handle.createWriteStream({ flush: true })
    await write(into)
    await finished(into)
    await rename(draft, file)
    await sync(folder)
    return into.bytesWritten
  } catch (error) {
    await handle.close().catch(() => undefined)
    await rm(draft, { force: true })
    throw explained(error, file)
  }
}

async function placeOf(named: string): Promise<string> {
  const [known, target] = await Promise.all([lstat(named).catch(() => undefined), stat(named).catch(() => undefined)])
  if (known && !target)
    throw new Error(`${named} is a symbolic link to a file that does not exist: create that file, or give its name`)
  if (target?.isDirectory()) throw new Error(`${named} is a folder: give the name of a file`)
  if (target && !target.isFile())
    throw new Error(`${named} is a pipe or a device: write to standard output instead, as in --to - > ${named}`)
  if (!known?.isSymbolicLink()) return named
  // Opened by its name, since Linux then refuses the link of another user in a folder that all can write to.
  const link = await open(named).catch((cause: unknown) => {
    throw new Error(`${named} cannot be written (${explain(cause)}): make it writable, or choose another file`, {
      cause,
    })
  })
  await link.close()
  return realpath(named)
}

// The new name is on the disk once its folder is.
async function sync(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function explained(error: unknown, file: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error
  return new Error(
    `The disk has no room for ${file}, and nothing was written: free some space, or choose another folder`,
    {
      cause: error,
    },
  )
}
