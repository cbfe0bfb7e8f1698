import { chmod, chown, lstat, mkdir, mkdtemp, realpath, rename, rm, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { run, sharedFolder } from './programs.ts'
import type { User } from './programs.ts'

export interface Place {
  /** The folder of the server: `data` (the cluster) and `log`. Real path. */
  folder: string
  /** Who runs the server and owns the folder. */
  user: User
}

/** The name of the server's folder in the data folder; a link if the folder had to be kept elsewhere. */
export const folderName = 'postgres'

/**
 * Finds or makes the server's folder. PostgreSQL refuses to run as root, so root runs it as the
 * folder's owner, `postgres` for a new one. A data folder that user cannot enter gets a link to a
 * folder they can.
 *
 * @throws Error when the folder belongs to another user and this process is not root.
 */
export async function preparePlace(dataDir: string): Promise<Place> {
  await mkdir(dataDir, { recursive: true })
  const wanted = join(dataDir, folderName)
  const isRoot = process.getuid?.() === 0
  if (!(await isThere(wanted))) await makeFolder(wanted, isRoot ? await findOrAddUser('postgres') : undefined)
  return openPlace(wanted)
}

// A folder with the final name is complete. The first rename of two simultaneous starts wins.
async function makeFolder(wanted: string, owner: User): Promise<void> {
  const draft = await mkdtemp(`${wanted}-`)
  if (owner) await chown(draft, owner.uid, owner.gid)
  if (!owner || (await canEnter(draft, owner))) await rename(draft, wanted).catch(unlessThere(wanted))
  else await linkElsewhere(wanted, owner)
  await rm(draft, { recursive: true, force: true })
}

async function linkElsewhere(wanted: string, owner: { uid: number; gid: number }): Promise<void> {
  await mkdir(sharedFolder, { recursive: true })
  await chmod(sharedFolder, 0o755)
  const folder = await mkdtemp(join(sharedFolder, 'data-'))
  await chown(folder, owner.uid, owner.gid)
  await symlink(folder, wanted).catch(async (error: unknown) => {
    await rm(folder, { recursive: true })
    await unlessThere(wanted)(error)
  })
}

const isThere = async (path: string) => Boolean(await lstat(path).catch(() => null))

const unlessThere = (path: string) => async (error: unknown) => {
  if (!(await isThere(path))) throw error
}

async function openPlace(wanted: string): Promise<Place> {
  const folder = await realpath(wanted).catch((cause: unknown) => {
    throw new Error(
      `${wanted} points to a folder that no longer exists: move ${wanted} away to start with an empty database`,
      {
        cause,
      },
    )
  })
  const { uid, gid } = await stat(folder)
  const own = process.getuid?.() ?? uid
  if (own !== 0 && own !== uid)
    throw new Error(
      `${folder} belongs to another user (uid ${uid}): start as that user, or set DATA_DIR to another folder`,
    )
  if (own === 0 && uid === 0)
    throw new Error(
      `${folder} belongs to root, and PostgreSQL does not run as root: give it to another user with chown -R`,
    )
  return { folder, user: own === uid ? undefined : { uid, gid } }
}

async function canEnter(folder: string, user: User): Promise<boolean> {
  return run('sh', ['-c', 'cd "$1" && test -w .', 'sh', folder], user).then(
    () => true,
    () => false,
  )
}

async function findOrAddUser(name: string): Promise<{ uid: number; gid: number }> {
  const known = await findUser(name)
  if (known) return known
  await run(
    'useradd',
    ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name],
    undefined,
  )
    .catch(() => run('adduser', ['-S', '-D', '-H', name], undefined))
    .catch((cause: unknown) => {
      throw new Error(
        `PostgreSQL does not run as root, and the user "${name}" could not be added: start as an ordinary user`,
        { cause },
      )
    })
  const added = await findUser(name)
  if (!added) throw new Error(`The user "${name}" was added, but cannot be found`)
  return added
}

async function findUser(name: string): Promise<{ uid: number; gid: number } | null> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name], undefined), run('id', ['-g', name], undefined)])
    return { uid: Number(uid), gid: Number(gid) }
  } catch {
    return null
  }
}
