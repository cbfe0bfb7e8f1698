import { statfs } from 'node:fs/promises'
import { isLoopback } from '@matterbase/config'
import { text } from '@matterbase/db'
import { ok, problem, warning } from './finding.ts'
import type { Check } from './finding.ts'

const gib = 1024 ** 3

/** Checks the disk of a PostgreSQL on this machine. A remote disk is not visible. */
export const checkDisk: Check = async ({ db, env }) => {
  const url = env.DATABASE_DIRECT_URL ?? env.DATABASE_URL
  if (url !== undefined && !isLoopback(new URL(url).hostname)) return []
  const [row] = await db.rows({ folder: text })`
    SELECT coalesce((SELECT setting FROM pg_settings WHERE name = 'data_directory'), '') AS folder`
  const folder = url === undefined ? env.DATA_DIR : row?.folder
  const disk = folder ? await statfs(folder).catch(() => undefined) : undefined
  if (!disk)
    return [
      ok(
        'not checked: GRANT pg_read_all_settings to the role of DATABASE_URL lets doctor find the data folder of PostgreSQL',
      ),
    ]
  const free = disk.bavail * disk.bsize
  const share = free / (disk.blocks * disk.bsize)
  const found = `${(free / gib).toFixed(1)} GiB free for the database (${Math.round(share * 100)} %)`
  const todo = 'free some space: with a full disk the API returns 503 to every change'
  if (free < gib / 2) return [problem(found, todo)]
  return [share < 0.1 && free < 20 * gib ? warning(found, todo) : ok(found)]
}
