import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@matterbase/config/testing'
import { startAlone } from './postgres.ts'
import { startProgram } from './programs.ts'
import type { Program } from './programs.ts'

/** PostgreSQL with Debian's PgBouncer before it, in transaction mode, as docs/self-host/high-availability.md sets it up. */
export async function startBehindPgbouncer() {
  const { url, folder, close } = await startAlone()
  const [port, file] = [await freePort(), join(folder, 'pgbouncer.ini')]
  const { hostname, port: theirs, username, pathname } = new URL(url)
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    default_pool_size: 20,
    max_client_conn: 200,
    query_timeout: 60,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  const behind = `* = host=${hostname} port=${theirs} user=${username}`
  await writeFile(file, ['[databases]', behind, '[pgbouncer]', ...lines, ''].join('\n'))
  await chmod(file, 0o644)
  const user = process.getuid?.() === 0 ? ['-u', 'postgres'] : []
  let program: Program
  const start = async () => {
    program = await startProgram('pgbouncer', [...user, file], { ready: 'process up' })
    return program.pid
  }
  await start()
  const pooled = `postgresql://${username}@127.0.0.1:${port}${pathname}`
  return {
    databaseUrl: url,
    env: { DATABASE_URL: pooled, DATABASE_DIRECT_URL: url },
    pooled,
    start,
    /** @returns its process */
    async kill() {
      await program.kill('SIGKILL')
      return program.pid
    },
    async close() {
      await program.kill('SIGKILL')
      await close()
    },
  }
}
