import { writeFile } from 'node:fs/promises'
import { interruptible } from '../interruption.ts'
import { readPassphrase } from '../backup/passphrase.ts'
import { inspect, restore as restoreFrom } from '../backup/restore.ts'
import { describeBegun } from '../backup/begin-again.ts'
import { readNextNumbers } from '../backup/next-numbers.ts'
import type { Restored } from '../backup/restore.ts'
import type { Manifest } from '../backup/write-backup.ts'
import type { Command, Context } from '../command.ts'

export const restore: Command = {
  name: 'restore',
  summary: 'Restores a backup into an empty database, completely or not at all, and migrates it to this version.',
  usage: '--from FILE [--passphrase-file FILE] [--key-to FILE] [--keep-sessions] [--next-numbers FILE] [--check]',
  options: {
    from: 'the backup file; - for standard input',
    'passphrase-file': 'a file with the passphrase of the backup; or set BACKUP_PASSPHRASE',
    'key-to': 'a new file for the encryption key, if the backup contains it; not needed with DATA_DIR',
    'keep-sessions': 'keep sessions, known browsers and one-time links, which a restore ends by default',
    'next-numbers': 'a JSON file with the next numbers of invoices and credit notes by account',
    check: 'read and verify the whole backup, and restore nothing',
  },
  switches: ['check', 'keep-sessions'],
  required: ['from'],
  positionals: [],
  example: 'restore --from matterbase-2026-03-14.backup --passphrase-file /etc/matterbase/backup-passphrase',
  async run({ env, options, warn }) {
    const { from = '', 'key-to': keyTo } = options
    const passphrase = await readPassphrase(env, options['passphrase-file'])
    return interruptible(async (signal) => {
      const given = { env, warn, from, passphrase, signal }
      if (options['check'] !== undefined) return describe('The backup is complete', await inspect(given))
      const keepSessions = options['keep-sessions'] !== undefined
      const nextNumbers = await readNextNumbers(options['next-numbers'])
      const restored = await restoreFrom({ ...given, keepSessions, nextNumbers })
      await giveKey(restored, env, keyTo, warn)
      for (const name of restored.leftOut) warn(`Left out: ${name} is not a table of Matterbase`)
      const { json, text } = describe('Restored', restored.manifest)
      const { access, confirm } = restored.begun
      return {
        json: { ...json, ...access, confirm_numbers: confirm },
        text: `${text}\n${describeBegun(restored.begun)}`,
      }
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
  if (keyTo !== undefined && encryptionKey === null) warn('--key-to: this backup does not contain the encryption key')
  else if (keyTo !== undefined)
    await writeFile(keyTo, `${encryptionKey}\n`, { mode: 0o600, flag: 'wx' }).catch((cause: unknown) =>
      warn(`--key-to ${keyTo} could not be written (${String(cause)}). The data is restored`),
    )
  else if (env.DATABASE_URL !== undefined && env.ENCRYPTION_KEY === undefined && needed !== '')
    warn(
      encryptionKey === null
        ? `The encryption key was not checked, because ENCRYPTION_KEY is not set. The server needs the encryption key whose SHA-256 begins with ${needed}.`
        : 'The encryption key is in the backup. To write it into a file, restore with --key-to FILE.',
    )
}
