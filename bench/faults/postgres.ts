import { execFileSync } from 'node:child_process'
import { chown, mkdtemp, readFile, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@matterbase/config/testing'
import { run } from './programs.ts'

/** Of Debian: the embedded one has no pg_basebackup. It does not run as root. */
async function openHouse() {
  const folder = await mkdtemp(join(tmpdir(), 'matterbase-faults-postgres-'))
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })))
  const user = { uid: uid ?? 0, gid: gid ?? 0 }
  const own = () => chown(folder, user.uid, user.gid)
  await own()
  const as = (program: string, args: readonly string[]) =>
    run(join('/usr/lib/postgresql/15/bin', program), args, { ...user, cwd: folder })
  const sql = (port: number, text: string) =>
    as('psql', ['-h', '127.0.0.1', '-p', String(port), '-U', 'matterbase', '-d', 'postgres', '-c', text])
  const start = (data: string, port: number, more = '') =>
    as('pg_ctl', ['-D', data, '-w', '-l', `${data}.log`, '-o', `-p ${port} -k ${folder} -h 127.0.0.1 ${more}`, 'start'])
  const stop = (data: string) => as('pg_ctl', ['-D', data, '-m', 'immediate', 'stop'])
  const make = async (data: string, port: number) => {
    await as('initdb', ['-D', data, '-U', 'matterbase', '--auth=trust', '--encoding=UTF8', '--locale=C'])
    await start(data, port)
    await sql(port, 'CREATE DATABASE matterbase')
  }
  return { folder, own, as, sql, start, stop, make, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** A primary and a standby that has all that was acknowledged (synchronous). */
export async function startPair() {
  const { folder, as, sql, start, stop, make, remove } = await openHouse()
  const [first, second] = [await freePort(), await freePort()]
  const [primary, standby] = [join(folder, 'primary'), join(folder, 'standby')]
  await make(primary, first)
  const from = ['-h', '127.0.0.1', '-p', String(first), '-U', 'matterbase', '-C', '-S', 'standby']
  await as('pg_basebackup', ['-D', standby, '-R', ...from])
  await start(standby, second)
  await sql(first, "ALTER SYSTEM SET synchronous_standby_names = '*'")
  await sql(first, 'SELECT pg_reload_conf()')
  const roleOf = (port: number) =>
    sql(port, 'SELECT pg_is_in_recovery()').then(
      (answer) => (/^ t$/m.test(answer) ? 'standby' : 'primary'),
      () => 'gone',
    )
  return {
    // Both, as operators write it and as `readEnv` makes it.
    env: {
      DATABASE_URL: `postgresql://matterbase@127.0.0.1:${first},127.0.0.1:${second}/matterbase?target_session_attrs=read-write`,
    },
    databaseUrl: `postgresql://matterbase@127.0.0.1:${first}/matterbase?server=127.0.0.1:${second}`,
    /** What each of the two says that it is. */
    roles: async () => (await Promise.all([first, second].map(roleOf))).join(', '),
    /** The primary dies, and the standby takes its place. */
    async failOver() {
      await stop(primary)
      await as('pg_ctl', ['-D', standby, '-w', 'promote'])
    },
    async close() {
      for (const data of [primary, standby]) await stop(data).catch(() => undefined)
      await remove()
    },
  }
}

/** One by itself, for what the embedded one does not take: connections without a password. */
export async function startAlone() {
  const { folder, stop, make, remove } = await openHouse()
  const [port, data] = [await freePort(), join(folder, 'data')]
  await make(data, port)
  return {
    url: `postgresql://matterbase@127.0.0.1:${port}/matterbase`,
    folder,
    async close() {
      await stop(data)
      await remove()
    },
  }
}

/** One that can be left with few connections for those who want them. */
export async function startWithConnections() {
  const { folder, start, stop, make, remove } = await openHouse()
  const [port, data] = [await freePort(), join(folder, 'data')]
  await make(data, port)
  return {
    databaseUrl: `postgresql://matterbase@127.0.0.1:${port}/matterbase`,
    /** @returns how many it refused meanwhile, and when what began, in seconds. */
    async limit(most: number, ms: number) {
      const from = performance.now()
      const passed = () => ((performance.now() - from) / 1_000).toFixed(1)
      await stop(data)
      await start(data, port, `-c max_connections=${most}`)
      const limited = passed()
      await delay(ms)
      await stop(data)
      await start(data, port)
      const refused = (await readFile(`${data}.log`, 'utf8')).split('too many clients already').length - 1
      return { refused, limited, ended: passed() }
    },
    async close() {
      await stop(data).catch(() => undefined)
      await remove()
    },
  }
}

/** One whose disk is small: a part of memory, for which this has to run as root. */
export async function startOnSmallDisk() {
  const { folder, own, start, stop, make, remove } = await openHouse()
  await run('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', folder])
  await own()
  const [port, data] = [await freePort(), join(folder, 'data')]
  await make(data, port)
  return {
    databaseUrl: `postgresql://matterbase@127.0.0.1:${port}/matterbase`,
    /**
     * Nothing more fits on it for so long. A server that gave up is started again, as systemd does.
     *
     * @returns what PostgreSQL said of it
     */
    async fill(ms: number) {
      const ballast = join(folder, 'ballast')
      await run('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=64k']).catch(() => undefined)
      const { bavail } = await statfs(folder)
      await delay(ms)
      await rm(ballast)
      const hadToStart = await start(data, port).then(
        () => true,
        () => false,
      )
      const said = (await readFile(`${data}.log`, 'utf8')).split('No space left on device').length - 1
      if (said === 0) throw new Error(`PostgreSQL did not notice: ${bavail} blocks were free`)
      const ended = hadToStart ? 'ended and was started again' : 'went on'
      return `${bavail} blocks free, PostgreSQL said "No space left on device" ${said} times and ${ended}`
    },
    async close() {
      await stop(data).catch(() => undefined)
      await run('umount', [folder])
      await remove()
    },
  }
}
