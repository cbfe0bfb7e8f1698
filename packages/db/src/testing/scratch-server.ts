import { chmod, mkdtemp, readdir, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../embedded/embedded-postgres.ts'
import { guardPostgres } from '../embedded/guard.ts'
import { isAlive, stopServer } from '../embedded/running.ts'

const prefix = 'matterbase-scratch-'

/** A PostgreSQL of this process's own, empty and fast. `remove` stops it and leaves nothing behind. */
export async function startScratchServer(): Promise<{ url: string; remove(): Promise<void> }> {
  await removeLeftovers()
  const dataDir = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`))
  await chmod(dataDir, 0o755)
  const server = await startPostgres({ dataDir, password: 'matterbase', throwaway: true })
  const unguard = guardPostgres(server.folder)
  return {
    url: server.adminUrl,
    async remove() {
      await server.stop({ hurry: true })
      unguard()
      await removeFolders(dataDir)
    },
  }
}

// For killed processes: their servers continue in sessions of their own.
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN
    if (Number.isNaN(pid) || isAlive(pid)) continue
    const dataDir = join(tmpdir(), name)
    await stopServer(join(dataDir, 'postgres', 'data'), true)
      .then(() => removeFolders(dataDir))
      .catch(() => undefined)
  }
}

async function removeFolders(dataDir: string): Promise<void> {
  const elsewhere = await readlink(join(dataDir, 'postgres')).catch(() => null)
  if (elsewhere) await rm(elsewhere, { recursive: true, force: true })
  await rm(dataDir, { recursive: true, force: true })
}
