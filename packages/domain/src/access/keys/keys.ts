import { hash, randomBytes } from 'node:crypto'
import { tierWithin } from '../../core/storage/account-limits.ts'
import { hasAccount, noSuchAccount, normaliseEmail } from '../accounts/accounts.ts'
import { environment, filled, int, orNull, Prisma, rateTier, text, texts, timestamp, uuid } from '@matterbase/db'
import type { Db, Environment, RateTier, Sql } from '@matterbase/db'
import { scopes as allScopes } from '@matterbase/schemas'
import type { Workspace } from '../../core/verbs/actor.ts'
import { requireAllowed } from './key-limits.ts'

export interface NewKey {
  readonly name: string
  /** Default `free`. */
  readonly tier?: RateTier | undefined
  /** Default: all of them. */
  readonly scopes?: readonly string[] | undefined
  /** The ID of the member whose time an entry is, where a request names no member. */
  readonly actsFor?: string | null | undefined
}

interface KeySummary {
  id: number
  name: string
  environment: Environment
  scopes: string[]
  rate_tier: RateTier
  acts_for: string | null
}

/** A new key; the only time that it is seen. */
export interface CreatedKey extends KeySummary {
  key: string
}

/** Who made a key. */
interface KeyCreator {
  id: string
  email: string
  name: string
}

export interface ListedKey extends KeySummary {
  /** Null for the command line, and for keys from before this was kept. */
  created_by: KeyCreator | null
  last_used_at: Date | null
  revoked_at: Date | null
}

export interface NewWorkspaceKey extends NewKey {
  readonly workspaceId: number
  readonly environment: Environment
  /** Refused from then on. Default: never. */
  readonly expiresAt?: Date | undefined
  /** The user who creates the key. Default: none, for the command line. */
  readonly createdBy?: string | undefined
}

/**
 * Creates an API key. Only its hash is stored.
 *
 * @throws Error when the name is blank or a scope is unknown.
 * @throws RefusedError limit_reached, validation_failed, when the account may not have it.
 */
export async function addKey(sql: Sql, newKey: NewWorkspaceKey): Promise<CreatedKey> {
  const { workspaceId, environment, tier = 'free', scopes = allScopes, expiresAt = null } = newKey
  const { createdBy = null, actsFor = null } = newKey
  const name = newKey.name.trim()
  if (!name || name.length > 255) throw new Error('The name of a key has 1 to 255 characters')
  const checked = checkScopes(scopes)
  await requireAllowed(sql, workspaceId, tier)
  const key = `mb_${environment}_${toBase62(randomBytes(32))}`
  const [row] = await sql.rows({ id: int })`
    INSERT INTO api_keys (workspace_id, name, key_hash, scopes, rate_tier, expires_at, created_by, acts_for)
    VALUES (${workspaceId}, ${name}, ${hashKey(key)}, ${checked}, ${tier}::text::"RateTier", ${expiresAt},
            ${createdBy}::text::uuid, ${actsFor}::text::uuid) RETURNING id`
  return { id: row?.id ?? 0, key, name, environment, scopes: checked, rate_tier: tier, acts_for: actsFor }
}

/**
 * The API keys of both workspaces, oldest first, with the revoked ones.
 *
 * @throws Error when there is no such account.
 */
export async function listKeys(db: Db, email: string): Promise<ListedKey[]> {
  const account = normaliseEmail(email)
  const keys = await db.rows(listed)`
    SELECT api_keys.id, api_keys.name, environment::text, scopes,
           (${tierWithin(Prisma.sql`rate_tier`, Prisma.sql`accounts.owner_uuid`)})::text AS rate_tier, acts_for, last_used_at, revoked_at,
           users.id AS creator_id, users.email AS creator_email, users.name AS creator_name
    FROM accounts JOIN workspaces USING (owner_uuid) JOIN api_keys ON workspace_id = workspaces.id
    LEFT JOIN users ON users.id = created_by
    WHERE accounts.email = ${account} ORDER BY api_keys.id`
  if (keys.length === 0 && !(await hasAccount(db, account))) throw noSuchAccount(email)
  return keys.map(({ creator_id: id, creator_email: email, creator_name: name, ...key }) => ({
    ...key,
    created_by: id === null || email === null || name === null ? null : { id, email, name },
  }))
}

const listed = {
  id: int,
  name: text,
  environment,
  scopes: texts,
  rate_tier: filled(rateTier),
  acts_for: orNull(uuid),
  last_used_at: orNull(timestamp),
  revoked_at: orNull(timestamp),
  creator_id: orNull(uuid),
  creator_email: orNull(text),
  creator_name: orNull(text),
}

/** The rate tier that a key has at use, also a revoked one; undefined for a key that does not exist. */
export async function tierOfKey(sql: Sql, key: string): Promise<RateTier | undefined> {
  const [row] = await sql.rows({ tier: filled(rateTier) })`
    SELECT (${tierWithin(Prisma.sql`rate_tier`, Prisma.sql`workspace.owner_uuid`)})::text AS tier
    FROM api_keys JOIN workspaces AS workspace ON workspace.id = workspace_id WHERE key_hash = ${hashKey(key)}`
  return row?.tier
}

/**
 * The workspace of a key of the account.
 *
 * @throws Error when there is no such account or it has no such key.
 */
export async function findWorkspaceOfKey(db: Db, email: string, id: number): Promise<Workspace> {
  const account = normaliseEmail(email)
  const [found] = await db.rows({ workspace_id: int, owner_uuid: uuid, environment })`
    SELECT workspace_id, owner_uuid, environment::text
    FROM accounts JOIN workspaces USING (owner_uuid) JOIN api_keys ON workspace_id = workspaces.id
    WHERE email = ${account} AND api_keys.id = ${id}`
  if (found) return { workspaceId: found.workspace_id, ownerUuid: found.owner_uuid, environment: found.environment }
  if (!(await hasAccount(db, account))) throw noSuchAccount(email)
  throw new Error(`${account} has no key ${id}`)
}

/** Revokes an API key, and returns when it was revoked first. Undefined when the key does not exist. */
export async function endKey(sql: Sql, workspaceId: number, id: number): Promise<Date | undefined> {
  const now = new Date()
  const [row] = await sql.rows({ revoked_at: filled(timestamp) })`
    UPDATE api_keys SET revoked_at = coalesce(revoked_at, ${now}) WHERE workspace_id = ${workspaceId} AND id = ${id}
    RETURNING revoked_at`
  return row?.revoked_at
}

/** The stored form of an API key, its SHA-256. */
export function hashKey(key: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hash('sha256', key, 'buffer'))
}

function checkScopes(scopes: readonly string[]): string[] {
  const known: readonly string[] = allScopes
  const unknown = scopes.find((scope) => !known.includes(scope))
  if (unknown !== undefined) throw new Error(`There is no scope "${unknown}": the scopes are ${allScopes.join(', ')}`)
  return [...new Set(scopes)]
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

// 32 bytes fit into 43 digits; shorter numbers are padded, so that every key has the same length.
function toBase62(bytes: Buffer): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`)
  let digits = ''
  for (; rest > 0n; rest /= 62n) digits = alphabet.charAt(Number(rest % 62n)) + digits
  return digits.padStart(43, '0')
}
