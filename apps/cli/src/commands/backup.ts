import { resolve } from 'node:path'
import { backUp } from '../backup/backup.ts'
import { interruptible } from '../interruption.ts'
import { readPassphrase, requireLong } from '../backup/passphrase.ts'
import type { Command, Context } from '../command.ts'

export const backup: Command = {
  name: 'backup',
  summary: 'Writes a snapshot of the whole database into one file, while the server runs.',
  usage: '--to FILE [--passphrase-file FILE [--with-key] | --plain]',
  options: {
    to: 'the file, which appears once the backup is complete; - for standard output',
    'passphrase-file':
      'a file with the passphrase that encrypts the backup, at least 12 characters; or set BACKUP_PASSPHRASE',
    plain: 'write an unencrypted backup without a warning',
    'with-key': 'include the encryption key; needs a passphrase',
  },
  switches: ['with-key', 'plain'],
  required: ['to'],
  positionals: [],
  example: 'backup --to matterbase-2026-03-14.backup --passphrase-file /etc/matterbase/backup-passphrase',
  async run({ env, options, warn, json }) {
    const { to = '' } = options
    const withKey = options['with-key'] !== undefined
    const passphrase = await readPassphrase(env, options['passphrase-file'])
    requireLong(passphrase)
    checkPlain(passphrase, options['plain'], warn)
    if (withKey && passphrase === undefined)
      throw new Error(
        '--with-key needs a passphrase, because the file would contain every secret: give --passphrase-file or BACKUP_PASSPHRASE',
      )
    if (to === '-' && process.stdout.isTTY)
      throw new Error('A backup is binary, and standard output is a terminal: redirect it into a file or a program')
    const startedAt = Date.now()
    const { manifest, bytes } = await interruptible((signal) =>
      backUp({ env, warn, to: to === '-' ? to : resolve(to), passphrase, withKey, signal }),
    )
    const encrypted = passphrase !== undefined
    const value = { file: to, bytes, encrypted, ...manifest }
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
    const what = `${manifest.rows} rows of ${manifest.tables.length} tables, ${bytes} bytes, ${encrypted ? 'encrypted' : 'not encrypted'}`
    const key = withKey
      ? 'The encryption key is in the backup.'
      : 'The encryption key is not in the backup. Keep a copy of it elsewhere.'
    const answer = { json: value, text: `${to}: ${what}, in ${seconds} s. ${key}` }
    if (to !== '-') return answer
    warn(json ? JSON.stringify(answer.json) : answer.text)
    return undefined
  },
}

function checkPlain(passphrase: string | undefined, plain: string | undefined, warn: Context['warn']): void {
  if (passphrase !== undefined && plain !== undefined)
    throw new Error('--plain and a passphrase cannot be used together: leave out --plain, or unset BACKUP_PASSPHRASE')
  if (passphrase === undefined && plain === undefined)
    warn(
      'Not encrypted: anyone with the file can read documents and client data. Give a passphrase with --passphrase-file or BACKUP_PASSPHRASE, or add --plain.',
    )
}
