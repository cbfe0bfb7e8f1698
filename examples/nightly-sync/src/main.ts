import { Pool } from 'pg'

import { Matterbase } from '@matterbase/sdk'

import { refreshCopy } from './copy.ts'
import { readDatabaseUrl } from './env.ts'

try {
  const pool = new Pool({ connectionString: readDatabaseUrl() })
  // Reads MATTERBASE_BASE_URL and MATTERBASE_API_KEY. Many retries, because a nightly run can wait.
  const mb = new Matterbase({ maxRetries: 10 })
  try {
    const { changed, deleted } = await refreshCopy(mb, pool)
    console.log(`${changed} changed, ${deleted} deleted`)
  } finally {
    await pool.end()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
