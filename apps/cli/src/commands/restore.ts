import { writeFile } from 'node:fs/promises'
import { interruptible } from '../interruption.ts'
import { readPassphrase } from '../backup/passphrase.ts'
import { inspect, restore as restoreFrom } from '../backup/restore.ts'
import type { Restored } from '../backup/restore.ts'
import type { Manifest } from '../backup/write-backup.ts'
import type { Command, Context } from '../command.ts'

export const restore: Command = {
  name: 'restore',
  summary: 'Reads a backup into an empty database, whole or not at all, and brings it to this version.',
  usage: '--from FILE [--passphrase-file F] [--key-to FILE] [--check]',
  options: {
    from: 'the file; - for standard input',
    'passphrase-file': 'a file with the passphrase of the backup; or set BACKUP_PASSPHRASE',
    'key-to': 'a new file for the encryption key, if the backup has it; a DATA_DIR gets it anyway',
    check: 'only reads all of it and says what is in it',
  },
  switches: ['check'],
  required: ['from'],
  positionals: [],
  example: 'restore --from matterbase-2026-03-14.backup --passphrase-file /etc/matterbase/backup-passphrase',
  async run({ env, options, warn }) {
    const { from = '', 'key-to': keyTo } = options
    const passphrase = await readPassphrase(env, options['passphrase-file'])
    return interruptible(async (signal) => {
      const given = { env, warn, from, passphrase, signal }
      if (options['check'] !== undefined) return describe('It is whole', await inspect(given))
      const restored = await restoreFrom(given)
      await giveKey(restored, env, keyTo, warn)
      for (const name of restored.leftOut) warn(`Left out: ${name}, which is no table of Matterbase`)
      return describe('Restored', restored.manifest)
    })
  },
}

function describe(done: string, manifest: Manifest) {
  const { rows, tables, taken_at } = manifest
  return { json: manifest, text: `${done}: ${rows} rows of ${tables.length} tables, as they were at ${taken_at}.` }
}

async function giveKey(
  { encryptionKey, manifest }: Restored,
  env: Context['env'],
  keyTo: string | undefined,
  warn: Context['warn'],
): Promise<void> {
  const needed = manifest.sealed_with.join(' or ')
  if (keyTo !== undefined && encryptionKey === null) warn('--key-to: the encryption key is not in this backup')
  else if (keyTo !== undefined)
    await writeFile(keyTo, `${encryptionKey}\n`, { mode: 0o600, flag: 'wx' }).catch((cause: unknown) =>
      warn(`--key-to ${keyTo} could not be written (${String(cause)}): the rows are restored all the same`),
    )
  else if (env.DATABASE_URL !== undefined && env.ENCRYPTION_KEY === undefined && needed !== '')
    warn(
      encryptionKey === null
        ? `Not checked: ENCRYPTION_KEY is not set. The programs need the key whose SHA-256 begins with ${needed}.`
        : 'The encryption key is in the backup: restore with --key-to FILE writes it down.',
    )
}
