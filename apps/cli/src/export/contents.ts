import type { Table } from '../backup/catalog.ts'

// What somebody could sign in, sign or forge with, in tables that are exported otherwise.
const secrets: Readonly<Record<string, readonly string[]>> = {
  api_keys: ['key_hash'],
  documents: ['sign_token', 'sign_token_hash'],
  test_inboxes: ['token'],
  users: ['password_hash', 'totp_secret', 'totp_last_step'],
  webhook_endpoints: ['secret', 'previous_secret'],
}

/** Tables of an account that are not exported, with why. */
export const leftOut: Readonly<Record<string, string>> = {
  idempotency_keys: 'answers that are kept, sealed, for 24 hours',
  known_devices: 'what somebody could sign in with',
  one_time_links: 'what somebody could sign in with',
  recovery_codes: 'what somebody could sign in with',
  sessions: 'what somebody could sign in with',
  sign_in_failures: 'attempts to sign in, which belong to no account',
  sign_in_waits: 'attempts to sign in, which belong to no account',
  storage_usage: 'sums of what is exported',
  webhook_workers: 'the programs that run',
}

// What searches go by.
const made = ['words']

/** Whose rows a table holds: $1 is the account, or the workspace. */
const owners = { owner_uuid: 'owner_uuid = $1::uuid', workspace_id: 'workspace_id = $1::integer' } as const

export interface Content {
  readonly table: string
  readonly columns: readonly string[]
  /** Of the account once, or once for each workspace. */
  readonly of: 'account' | 'workspace'
  readonly where: string
}

/**
 * What of each table is exported.
 *
 * @throws Error for a table that is neither an account's nor left out: somebody has to say what it is.
 */
export function contentsOf(tables: readonly Table[]): Content[] {
  return tables.flatMap(({ name: table, columns }): Content[] => {
    if (table in leftOut) return []
    const hidden = [...(secrets[table] ?? []), ...made]
    const shown = columns.filter((column) => !hidden.includes(column) && column !== 'workspace_id')
    if (columns.includes('workspace_id'))
      return [{ table, columns: shown, of: 'workspace', where: owners.workspace_id }]
    if (columns.includes('owner_uuid')) return [{ table, columns: shown, of: 'account', where: owners.owner_uuid }]
    if (table === 'users')
      return [
        {
          table,
          columns: shown,
          of: 'account',
          where: `id IN (SELECT user_id FROM memberships WHERE ${owners.owner_uuid})`,
        },
      ]
    throw new Error(`The table ${table} belongs to no account, and is not among those that are left out of an export`)
  })
}
