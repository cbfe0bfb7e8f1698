import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@matterbase/config/testing'

export const withPgbouncer = spawnSync('pgbouncer', ['--version']).status === 0

if (!withPgbouncer) console.warn('pgbouncer is not installed: what is tested behind it is left out')

export interface Pgbouncer {
  /** The address of the database behind it. */
  url: string
  close(): Promise<void>
}

/**
 * Debian's PgBouncer in transaction mode, with fewer connections than those who use it.
 * @param more settings of its own.
 */
export async function startPgbouncer(database: string, more: Record<string, string> = {}): Promise<Pgbouncer> {
  const folder = await mkdtemp(join(tmpdir(), 'matterbase-pgbouncer-'))
  await chmod(folder, 0o755)
  const port = await freePort()
  const { hostname, port: theirs, username, password, pathname } = new URL(database)
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    default_pool_size: 3,
    max_client_conn: 200,
    ...more,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  const behind = `host=${hostname} port=${theirs} user=${username} password=${password}`
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, `[databases]\n* = ${behind}\n[pgbouncer]\n${lines.join('\n')}\n`)
  // It does not run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn('pgbouncer', [...user, file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('process up')) resolve()
    })
    child.once('exit', () => reject(new Error(`pgbouncer: ${said}`)))
  })
  return {
    url: `postgresql://${username}@127.0.0.1:${port}${pathname}`,
    async close() {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
      await rm(folder, { recursive: true })
    },
  }
}
