import type { Env } from '@matterbase/config'
import { readSecretFile } from '../secret-file.ts'

const shortest = 12

/** The passphrase of the option's file or the environment; never from an argument, which other users can see. */
export async function readPassphrase(
  { BACKUP_PASSPHRASE }: Pick<Env<'cli'>, 'BACKUP_PASSPHRASE'>,
  file: string | undefined,
): Promise<string | undefined> {
  if (file === undefined) return BACKUP_PASSPHRASE
  return readSecretFile('--passphrase-file', file)
}

/** @throws Error when it is too short to protect a new backup. */
export function requireLong(passphrase: string | undefined): void {
  if (passphrase !== undefined && passphrase.length < shortest)
    throw new Error(`The passphrase has ${passphrase.length} characters: use at least ${shortest}`)
}
