import { createServer } from 'node:net'
import { chown, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { applicationUrl, ensureApplicationRole } from './application-role.ts'
import { isAlive, readRunning, stopServer } from './running.ts'
import { preparePlace } from './place.ts'
import type { Place } from './place.ts'
import { exists, findPrograms, run } from './programs.ts'
import { keptSettings, settings, throwawaySettings } from './settings.ts'
import { adminUrl } from './urls.ts'

export { findPostgres } from './running.ts'

export interface StartPostgresOptions {
  /** The data folder; the server keeps its own under `postgres` in it. */
  dataDir: string
  /** The password of the database's superuser. It is set when the folder is new and must be the same ever after. */
  password: string
  /** The port on 127.0.0.1. Default: a free one. */
  port?: number
  /** For tests: nothing survives a crash of the machine, and everything is faster. Default false. */
  throwaway?: boolean
}

export interface RunningPostgres {
  /** For the programs: the role that owns the database and is not a superuser. */
  url: string
  /** For the superuser. */
  adminUrl: string
  port: number
  /** True when the server was running already, left behind by a start that was killed. */
  adopted: boolean
  /** Where the server keeps its files, which is not in the data folder if its user cannot enter that. */
  folder: string
  /** Stops it within 5 s and cancels queries in flight. `hurry` leaves recovery to the next start. */
  stop(options?: { hurry?: boolean }): Promise<void>
}

const attempts = 8

/**
 * Starts PostgreSQL on 127.0.0.1 in a session of its own, so that a Ctrl-C meant for the caller does
 * not reach it; makes the cluster and the database first if they are not there.
 *
 * @throws Error with the end of the server's log when it does not start.
 */
export async function startPostgres(options: StartPostgresOptions): Promise<RunningPostgres> {
  const { dataDir, password, throwaway = false } = options
  const place = await preparePlace(dataDir)
  const data = join(place.folder, 'data')
  const running = await readRunning(dataDir, password)
  if (running) return describe(place, running.port, password, true)
  const programs = await findPrograms(place.user)
  if (!(await exists(data))) await initialise(programs, place, { password, throwaway })
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await findFreePort())
    const failure = await launch(programs, place, port, throwaway).catch((error: unknown) => error)
    // Another start may have been faster, and a Ctrl-C may have hit pg_ctl but not the server.
    const server = await readRunning(dataDir, password).catch(async (error: unknown) => {
      if (failure === undefined) await stopServer(data, true)
      throw error
    })
    if (server) return describe(place, server.port, password, failure !== undefined)
    // A killed server's last children take a moment to go.
    if (attempt === attempts)
      throw new Error(`The embedded PostgreSQL does not start:\n${await findReason(place, failure)}`, {
        cause: failure,
      })
    await sleep(250)
  }
}

async function describe(place: Place, port: number, password: string, adopted: boolean): Promise<RunningPostgres> {
  const { folder } = place
  await ensureApplicationRole(port, password)
  return {
    url: applicationUrl(port, password),
    adminUrl: adminUrl(port, password),
    port,
    adopted,
    folder,
    stop: async ({ hurry = false } = {}) => stopServer(join(folder, 'data'), hurry),
  }
}

async function initialise(
  programs: string,
  place: Place,
  { password, throwaway }: { password: string; throwaway: boolean },
): Promise<void> {
  await removeUnfinished(place)
  const work = await mkdtemp(join(place.folder, `new-${process.pid}-`))
  const passwordFile = join(work, 'password')
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (place.user) for (const path of [work, passwordFile]) await chown(path, place.user.uid, place.user.gid)
  const args = ['--username=matterbase', `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--encoding=UTF8']
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const speed = throwaway ? ['--no-sync', ...throwawaySettings.flatMap((setting) => ['-c', setting])] : []
  try {
    await run(join(programs, 'initdb'), [...args, ...locale, ...speed, `--pgdata=${join(work, 'data')}`], place.user)
    // Whole or not at all, and if another start was faster, its cluster is the one.
    await rename(join(work, 'data'), join(place.folder, 'data')).catch(async (error: unknown) => {
      if (!(await exists(join(place.folder, 'data')))) throw error
    })
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function removeUnfinished({ folder }: Place): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = /^new-(\d+)-/.exec(name)?.[1]
    if (pid && !isAlive(Number(pid))) await rm(join(folder, name), { recursive: true, force: true })
  }
}

async function launch(programs: string, { folder, user }: Place, port: number, throwaway: boolean): Promise<void> {
  const chosen = [`port=${port}`, ...settings, ...(throwaway ? throwawaySettings : keptSettings())]
  const options = chosen.map((setting) => `-c ${setting}`).join(' ')
  const log = join(folder, 'log')
  await rename(log, `${log}.old`).catch(() => undefined)
  // pg_ctl hands both paths to a shell, in quotes: what that would read in them is left out of the names.
  const within = /["$`\\\n]/.test(folder) ? '' : folder
  const args = ['start', '-w', '-t', '120', '-s', '-D', join(within, 'data'), '-l', join(within, 'log'), '-o', options]
  await run(join(programs, 'pg_ctl'), args, user, folder)
}

/** The end of the server's log; where the server did not come to write one, that of pg_ctl. */
async function findReason({ folder }: Place, failure: unknown): Promise<string> {
  const log = await readFile(join(folder, 'log'), 'utf8').catch(() => '')
  const text = log.trim() || (failure instanceof Error ? failure.message.trim() : 'and does not say why')
  return text.split('\n').slice(-5).join('\n')
}

export async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof address !== 'object' || address === null) throw new Error('No free port')
  return address.port
}
