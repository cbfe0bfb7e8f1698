import type { Table } from '../backup/catalog.ts'

// Columns that open, sign or forge something, in tables that are exported otherwise.
const secrets: Readonly<Record<string, readonly string[]>> = {
  api_keys: ['key_hash'],
  documents: ['sign_token', 'sign_token_hash'],
  invoice_shares: ['token', 'token_hash'],
  mails: ['link', 'token_hash'],
  sign_codes: ['code'],
  signature_records: ['seal'],
  test_inboxes: ['token'],
  users: ['password_hash', 'totp_secret', 'totp_last_step'],
  webhook_endpoints: ['secret', 'previous_secret'],
}

// Columns that look like secrets but are not.
const harmless: typeof secrets = {
  documents: ['content', 'sha256'],
  firm_logos: ['content', 'sha256'],
  firm_profiles: ['logo'],
  inbox_requests: ['body'],
  mails: ['attachment'],
  signature_records: ['hash', 'previous_hash'],
  users: ['password_changed_at'],
  webhook_endpoints: ['previous_secret_expires_at', 'secret_changed_at'],
}

const secretName = /token|hash|secret|password|passphrase|sealed|link$/

/** Columns that could hold a secret: bytes, which sealed values and hashes are, and columns with the name of one. */
const suspects = ({ columns, binary }: Table) =>
  columns.filter((column) => binary.includes(column) || secretName.test(column))

/** Tables of an account that are not exported, with why. */
export const leftOut: Readonly<Record<string, string>> = {
  idempotency_keys: 'stored responses, encrypted, for 24 hours',
  known_devices: 'valid sign-in credentials',
  one_time_links: 'valid sign-in credentials',
  recovery_codes: 'valid sign-in credentials',
  sessions: 'valid sign-in credentials',
  sign_in_failures: 'failed sign-ins, which belong to no account',
  sign_in_waits: 'failed sign-ins, which belong to no account',
  storage_usage: 'totals of the exported data',
  webhook_workers: 'running workers of the server',
  backup_runs: 'the last backup of the server',
}

// The columns of the search.
const made = ['words', 'conflict_names']

/** Whose rows a table holds: $1 is the account, or the workspace. */
const owners = { owner_uuid: 'owner_uuid = $1::uuid', workspace_id: 'workspace_id = $1::integer' } as const

export interface Content {
  readonly table: string
  readonly columns: readonly string[]
  /** For the account once, or once for each workspace. */
  readonly of: 'account' | 'workspace'
  readonly where: string
}

/**
 * The exported columns of each table.
 *
 * @throws Error for a table that is neither an account's nor left out, and for a column that could contain a secret and
 * is in neither list.
 */
export function contentsOf(tables: readonly Table[]): Content[] {
  return tables.flatMap((found): Content[] => {
    const { name: table, columns } = found
    if (table in leftOut) return []
    const known = [...(secrets[table] ?? []), ...(harmless[table] ?? [])]
    const unknown = suspects(found).find((column) => !known.includes(column))
    if (unknown !== undefined)
      throw new Error(
        `${table}.${unknown} could hold a secret, and is in neither list of apps/cli/src/export/contents.ts`,
      )
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
          where: `id IN (SELECT user_id FROM memberships WHERE ${owners.owner_uuid} UNION ALL SELECT user_id FROM former_members WHERE ${owners.owner_uuid})`,
        },
      ]
    throw new Error(
      `The table ${table} belongs to no account and is not in the list of tables that an export leaves out`,
    )
  })
}
