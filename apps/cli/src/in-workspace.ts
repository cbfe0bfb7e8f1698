import { Environment } from '@matterbase/db'
import { findWorkspaceOf, systemActor, write } from '@matterbase/domain'
import type { Actor, Tx } from '@matterbase/domain'
import { withDatabase } from './database.ts'
import type { Env } from '@matterbase/config'
import { oneOf } from './one-of.ts'

/** The options that name a workspace. */
export const workspaceOptions = {
  account: 'the email address of the account',
  environment: 'the workspace: live (default) or test',
}

/** Runs `work` as one write of the workspace that the options name. */
export async function inWorkspace<T>(
  env: Env<'cli'>,
  { account = '', environment = 'live' }: Readonly<Record<string, string>>,
  work: (tx: Tx, actor: Actor) => Promise<T>,
): Promise<T> {
  const name = oneOf('--environment', Object.values(Environment), environment)
  return withDatabase(env, async (db) => {
    const actor = systemActor(await findWorkspaceOf(db, account, name))
    return write(db, actor.workspaceId, (tx) => work(tx, actor))
  })
}

/** A record that is JSON text, for machines and people. */
export function shownRecord(record: string) {
  const json: unknown = JSON.parse(record)
  return { json, text: JSON.stringify(json, null, 2) }
}

/** @throws Error when it is not the id of a record. */
export function recordId(label: string, text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new Error(`${label} must be the ID of a record, not "${text}"`)
  return Number(text)
}

/** The same for an option that may be missing. */
export function optionalId(option: string, text: string | undefined): number | undefined {
  return text === undefined ? undefined : recordId(option, text)
}
