import type { Env } from '@matterbase/config'
import { explain } from '../explain.ts'
import { ok, problem, warning } from './finding.ts'
import type { Outcome } from './finding.ts'

/** The oldest that BullMQ advises. */
const oldest = [6, 2]

export async function checkRedis({ REDIS_URL: url }: Env<'cli'>): Promise<readonly Outcome[]> {
  if (url === undefined)
    return [ok('not used: the queues are in PostgreSQL, and one API process counts requests in memory')]
  const { connectRedis } = await import('@matterbase/jobs')
  try {
    const { version, topology } = await connectRedis({ url, onError: () => undefined })
    const found = `Redis ${version}, ${topology}, evicts nothing`
    const [major = 0, minor = 0] = version.split('.').map(Number)
    const isOld = major < (oldest[0] ?? 0) || (major === oldest[0] && minor < (oldest[1] ?? 0))
    return [isOld ? warning(found, `use Redis ${oldest.join('.')} or newer`) : ok(found)]
  } catch (error) {
    const [what = '', todo = 'start it, or correct REDIS_URL'] = explain(error).split('; ')
    return [problem(what, todo)]
  }
}
