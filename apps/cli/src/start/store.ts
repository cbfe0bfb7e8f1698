import { checkDatabase } from '../database.ts'
import { openEmbedded } from './embedded-store.ts'
import type { Store, StoreOptions } from './embedded-store.ts'

/** Opens the database named by DATABASE_URL, or starts the embedded one in DATA_DIR. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { DATABASE_URL, ENCRYPTION_KEY: encryptionKey } = options.env
  if (DATABASE_URL === undefined) return openEmbedded(options)
  if (encryptionKey === undefined)
    throw new Error(
      'ENCRYPTION_KEY is needed with DATABASE_URL: set it to what "openssl rand -base64 32" prints, and keep it',
    )
  const url = (await checkDatabase(options.env)) ?? DATABASE_URL
  return { url, encryptionKey, isEmbedded: false, close: async () => undefined }
}
