import { resolve } from 'node:path'
import { backUp } from '../backup/backup.ts'
import { interruptible } from '../interruption.ts'
import { readPassphrase, requireLong } from '../backup/passphrase.ts'
import type { Command } from '../command.ts'

export const backup: Command = {
  name: 'backup',
  summary: 'Writes the whole database, as it is at one moment, into one file. Programs may run meanwhile.',
  usage: '--to FILE [--passphrase-file F] [--with-key]',
  options: {
    to: 'the file, which gets its name once it is whole; - for standard output',
    'passphrase-file': 'a file with the passphrase that encrypts the backup; or set BACKUP_PASSPHRASE',
    'with-key': 'with the encryption key inside; only with a passphrase',
  },
  switches: ['with-key'],
  required: ['to'],
  positionals: [],
  example: 'backup --to matterbase-2026-03-14.backup --passphrase-file /etc/matterbase/backup-passphrase',
  async run({ env, options, warn, json }) {
    const { to = '' } = options
    const withKey = options['with-key'] !== undefined
    const passphrase = await readPassphrase(env, options['passphrase-file'])
    requireLong(passphrase)
    if (withKey && passphrase === undefined)
      throw new Error('--with-key needs a passphrase: whoever has the file would have every secret in it')
    if (to === '-' && process.stdout.isTTY) throw new Error('A backup is no text: send it into a program or a file')
    const startedAt = Date.now()
    const { manifest, bytes } = await interruptible((signal) =>
      backUp({ env, warn, to: to === '-' ? to : resolve(to), passphrase, withKey, signal }),
    )
    const encrypted = passphrase !== undefined
    const value = { file: to, bytes, encrypted, ...manifest }
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
    const what = `${manifest.rows} rows of ${manifest.tables.length} tables, ${bytes} bytes, ${encrypted ? 'encrypted' : 'not encrypted'}`
    const key = withKey ? 'The encryption key is inside.' : 'The encryption key is not inside: keep it elsewhere.'
    const answer = { json: value, text: `${to}: ${what}, in ${seconds} s. ${key}` }
    if (to !== '-') return answer
    warn(json ? JSON.stringify(answer.json) : answer.text)
    return undefined
  },
}
