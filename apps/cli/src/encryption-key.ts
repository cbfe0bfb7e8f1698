import { readSecrets } from '@matterbase/db'
import type { Env } from '@matterbase/config'

/** The encryption key of the environment, or the one that a start with the embedded database keeps. */
export async function findEncryptionKey(env: Env<'cli'>): Promise<string | undefined> {
  if (env.ENCRYPTION_KEY !== undefined) return env.ENCRYPTION_KEY
  return env.DATABASE_URL === undefined ? (await readSecrets(env.DATA_DIR))?.encryptionKey : undefined
}
