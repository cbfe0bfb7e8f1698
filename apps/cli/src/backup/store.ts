import { findPostgres, readSecrets } from '@matterbase/db'
import { checkDatabase } from '../database.ts'
import { openEmbedded } from '../start/embedded-store.ts'
import type { Context } from '../command.ts'

/** The database that is backed up, and the encryption key that goes with it, as far as it is known. */
export interface Source {
  readonly url: string
  readonly encryptionKey: string | undefined
  close(): Promise<void>
}

type Given = Pick<Context, 'env' | 'warn'>

const stay = async () => undefined

/** The database of DATABASE_URL, or the embedded one, which is started for as long as it takes if it does not run. */
export async function openSource({ env, warn }: Given): Promise<Source> {
  const { DATA_DIR, ENCRYPTION_KEY } = env
  const url = await checkDatabase(env)
  if (url !== undefined) return { url, encryptionKey: ENCRYPTION_KEY, close: stay }
  const secrets = await readSecrets(DATA_DIR)
  if (!secrets) throw new Error(`No database in DATA_DIR ${DATA_DIR}: set DATA_DIR or DATABASE_URL to the database`)
  const encryptionKey = ENCRYPTION_KEY ?? secrets.encryptionKey
  const running = await findPostgres(DATA_DIR, secrets.databasePassword)
  if (running !== null) return { url: running, encryptionKey, close: stay }
  return { ...(await openOwn({ env, warn })), encryptionKey }
}

/** The embedded database, started and locked, so that no other process can start on its folder. */
async function openOwn({ env, warn }: Given): Promise<Pick<Source, 'url' | 'close'>> {
  const store = await openEmbedded({ env, say: warn, onLost: () => undefined })
  return { url: store.url, close: () => store.close(false) }
}

/** The database of DATABASE_URL, or the embedded one, which is started if it does not run. */
export async function openTarget({ env, warn }: Pick<Context, 'env' | 'warn'>) {
  const url = await checkDatabase(env)
  return url === undefined ? openOwn({ env, warn }) : { url, close: async () => undefined }
}
