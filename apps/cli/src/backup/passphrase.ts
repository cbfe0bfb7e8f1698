import { readFile } from 'node:fs/promises'
import type { Env } from '@matterbase/config'
import { explain } from '../explain.ts'

const shortest = 12

/** The passphrase of the option's file or the environment; never of an argument, which others can see. */
export async function readPassphrase(
  { BACKUP_PASSPHRASE }: Pick<Env<'cli'>, 'BACKUP_PASSPHRASE'>,
  file: string | undefined,
): Promise<string | undefined> {
  if (file === undefined) return BACKUP_PASSPHRASE
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Error(`--passphrase-file cannot be read (${explain(cause)})`, { cause })
  })
  return text.replace(/\r?\n$/, '')
}

/** @throws Error when it is too short to keep a new backup closed. */
export function requireLong(passphrase: string | undefined): void {
  if (passphrase !== undefined && passphrase.length < shortest)
    throw new Error(`The passphrase must have at least ${shortest} characters`)
}
