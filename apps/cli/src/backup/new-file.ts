import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { explain } from '../explain.ts'

/**
 * Makes a file for its owner's eyes only, whole or not at all: it gets its name once every byte is on the disk.
 * What had the name before is replaced.
 *
 * @returns its length.
 */
export async function writeWhole(file: string, write: (into: Writable) => Promise<void>): Promise<number> {
  const folder = dirname(file)
  const draft = join(folder, `.${basename(file)}.${randomUUID()}.part`)
  const handle = await open(draft, 'wx', 0o600).catch((cause: unknown) => {
    throw new Error(`${file} cannot be written (${explain(cause)})`, { cause })
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
  return new Error(`The disk has no room for ${file}: nothing was written; make room, or choose another folder`, {
    cause: error,
  })
}
