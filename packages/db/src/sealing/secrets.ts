import { randomBytes, randomUUID } from 'node:crypto'
import { chmod, link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { folderName } from '../embedded/place.ts'

/** Secrets that the first start on an embedded database generates. Later starts need the same ones. */
export interface Secrets {
  databasePassword: string
  /** 32 bytes in base64; seals what is kept encrypted. */
  encryptionKey: string
}

/** The secrets in `$DATA_DIR/secrets.json`; null when the data folder has none yet. */
export async function readSecrets(dataDir: string): Promise<Secrets | null> {
  const file = join(dataDir, 'secrets.json')
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return text === null ? null : parseSecrets(text, file)
}

/**
 * The secrets of the data folder, generated and kept for its owner's eyes only if it is new.
 *
 * @throws Error when the folder has a database but its secrets are gone: new ones would not open it.
 */
export async function ensureSecrets(dataDir: string): Promise<Secrets> {
  const known = await readSecrets(dataDir)
  if (known) return known
  const file = join(dataDir, 'secrets.json')
  if (await stat(join(dataDir, folderName)).catch(() => null))
    throw new Error(`${file} is missing. The database in the same folder does not open without it. Put the file back`)
  await mkdir(dataDir, { recursive: true })
  const secrets = {
    databasePassword: randomBytes(24).toString('base64url'),
    encryptionKey: randomBytes(32).toString('base64'),
  }
  const draft = await writeDraft(file, secrets)
  // A link never replaces a file: of two first starts at once, both end up with the same secrets.
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
  return (await readSecrets(dataDir)) ?? secrets
}

/** Puts another encryption key in the place of one that nothing was sealed with yet. */
export async function keepEncryptionKey(dataDir: string, encryptionKey: string): Promise<void> {
  const known = await ensureSecrets(dataDir)
  if (known.encryptionKey === encryptionKey) return
  const file = join(dataDir, 'secrets.json')
  await rename(await writeDraft(file, { ...known, encryptionKey }), file)
}

async function writeDraft(file: string, secrets: Secrets): Promise<string> {
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  await chmod(draft, 0o600)
  return draft
}

function parseSecrets(text: string, file: string): Secrets {
  try {
    const { databasePassword, encryptionKey } = JSON.parse(text) as Record<string, unknown>
    if (typeof databasePassword === 'string' && typeof encryptionKey === 'string')
      return { databasePassword, encryptionKey }
  } catch {
    // Said below, like a member that is missing.
  }
  throw new Error(`${file} is damaged: put back the one this data folder was started with`)
}
