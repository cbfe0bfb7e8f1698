import { Environment } from '@matterbase/db'
import { findWorkspace } from '@matterbase/domain'
import type { Db } from '@matterbase/db'
import { withDatabase } from './database.ts'
import type { Env } from '@matterbase/config'
import { oneOf } from './one-of.ts'

/** The options by which a command says which workspace it works in. */
export const workspaceOptions = {
  account: 'the email of the account',
  environment: 'live (default) or test: the workspace',
}

/** Runs `work` in the workspace that the options name and answers its record, for machines and people. */
export async function inWorkspace(
  env: Env<'cli'>,
  { account = '', environment = 'live' }: Readonly<Record<string, string>>,
  work: (db: Db, workspaceId: number) => Promise<string>,
) {
  const name = oneOf('--environment', Object.values(Environment), environment)
  const record = await withDatabase(env, async (db) => work(db, await findWorkspace(db, account, name)))
  const json: unknown = JSON.parse(record)
  return { json, text: JSON.stringify(json, null, 2) }
}

/** @throws Error when it is not the id of a record. */
export function recordId(label: string, text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new Error(`${label} must be the id of a record, not "${text}"`)
  return Number(text)
}

/** The same for an option that may be missing. */
export function optionalId(option: string, text: string | undefined): number | undefined {
  return text === undefined ? undefined : recordId(option, text)
}
