import { statfs } from 'node:fs/promises'
import { isLoopback } from '@matterbase/config'
import { text } from '@matterbase/db'
import { ok, problem, warning } from './finding.ts'
import type { Check } from './finding.ts'

const gib = 1024 ** 3

/** The disk of a PostgreSQL on this machine. Of another one only its machine knows. */
export const checkDisk: Check = async ({ db, env }) => {
  const url = env.DATABASE_DIRECT_URL ?? env.DATABASE_URL
  if (url !== undefined && !isLoopback(new URL(url).hostname)) return []
  const [row] = await db.rows({ folder: text })`
    SELECT coalesce((SELECT setting FROM pg_settings WHERE name = 'data_directory'), '') AS folder`
  const folder = url === undefined ? env.DATA_DIR : row?.folder
  const disk = folder ? await statfs(folder).catch(() => undefined) : undefined
  if (!disk)
    return [
      ok('not looked at: GRANT pg_read_all_settings to the role of DATABASE_URL lets this see where PostgreSQL lies'),
    ]
  const free = disk.bavail * disk.bsize
  const share = free / (disk.blocks * disk.bsize)
  const found = `${(free / gib).toFixed(1)} GiB are free for the database (${Math.round(share * 100)} %)`
  const todo = 'make room: while the disk is full every change is answered 503'
  if (free < gib / 2) return [problem(found, todo)]
  return [share < 0.1 && free < 20 * gib ? warning(found, todo) : ok(found)]
}
