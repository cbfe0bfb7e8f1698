import { chmod, chown, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort, startPostgres } from '../embedded/embedded-postgres.ts'
import { guardPostgres } from '../embedded/guard.ts'
import { findPrograms, run } from '../embedded/programs.ts'
import { stopServer } from '../embedded/running.ts'
import { adminUrl } from '../embedded/urls.ts'

const password = 'matterbase'

/** A primary, and a standby that follows it by streaming. */
export async function startPair() {
  const dataDir = await mkdtemp(join(tmpdir(), 'matterbase-pair-'))
  await chmod(dataDir, 0o755)
  const made = await startPostgres({ dataDir, password })
  await made.stop()
  const folder = join(dataDir, 'standby')
  const data = join(folder, 'data')
  const { uid, gid } = await stat(made.folder)
  const user = process.getuid?.() === 0 ? { uid, gid } : undefined
  await mkdir(folder)
  if (user) await chown(folder, uid, gid)
  // A copy of one that was ended in good order needs nothing else to begin from.
  await run('cp', ['-a', join(made.folder, 'data'), data], user)
  const primary = await startPostgres({ dataDir, password })
  const from = `host=127.0.0.1 port=${primary.port} user=matterbase password=${password}`
  await writeFile(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${from}'\n`)
  await writeFile(join(data, 'standby.signal'), '')
  const port = await findFreePort()
  const options = `-c port=${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=200`
  const programs = await findPrograms(user)
  const start = () =>
    run(join(programs, 'pg_ctl'), ['start', '-w', '-s', '-D', data, '-l', join(folder, 'log'), '-o', options], user)
  await start()
  const guards = [guardPostgres(primary.folder), guardPostgres(folder)]
  return {
    /** For the superuser of each server. */
    primaryUrl: primary.adminUrl,
    standbyUrl: adminUrl(port, password),
    startStandby: start,
    stopStandby: () => stopServer(data, true),
    async close() {
      await stopServer(data, true)
      await primary.stop({ hurry: true })
      for (const unguard of guards) unguard()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
