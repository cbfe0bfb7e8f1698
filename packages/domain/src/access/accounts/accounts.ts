import { randomUUID } from 'node:crypto'
import { int, orNull, timestamp, transaction, uuid, text } from '@matterbase/db'
import type { Db, Environment, RateTier, Sql } from '@matterbase/db'
import { isOneLine, oneLineMessage } from '@matterbase/schemas'
import { passwordProblem } from '../sign-in/password-rules.ts'
import { hashPassword } from '../sign-in/passwords.ts'
import type { Workspace } from '../../core/verbs/actor.ts'

export interface NewAccount {
  /** Kept trimmed and in lower case. */
  email: string
  /** One that `passwordProblem` has nothing against; kept as an Argon2id hash. */
  password: string
  /** Default: the part of the email before the @. */
  name?: string | undefined
  /** The highest rate tier of its keys. Default: that of accounts without limits. */
  maxTier?: RateTier | undefined
}

export interface AccountSummary {
  owner_uuid: string
  email: string
  name: string
}

/**
 * Creates an account with its two workspaces, live and test, and its owner.
 *
 * @throws Error when the email is taken or not an email, or the password is not allowed.
 */
export async function createAccount(db: Db, account: NewAccount): Promise<AccountSummary> {
  const email = normaliseEmail(account.email)
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254)
    throw new Error(`"${account.email}" is not an email address`)
  const name = account.name?.trim() || email.slice(0, email.indexOf('@'))
  if (!isOneLine(name)) throw new Error(`The name ${oneLineMessage}`)
  const problem = passwordProblem(account.password, { email, name })
  if (problem !== undefined) throw new Error(`The password ${problem}`)
  const passwordHash = await hashPassword(account.password)
  const ownerUuid = randomUUID()
  try {
    await transaction(db, (sql) =>
      insertAccount(sql, { ownerUuid, email, name, passwordHash, maxTier: account.maxTier }),
    )
    return { owner_uuid: ownerUuid, email, name }
  } catch (error) {
    if (isUniqueViolation(error)) throw new Error(`There is already an account for ${email}`, { cause: error })
    throw error
  }
}

interface AccountToInsert {
  readonly ownerUuid?: string
  readonly userId?: string
  readonly email: string
  readonly name: string
  readonly passwordHash: string
  readonly maxTier?: RateTier | undefined
}

/** Creates an account with its two workspaces and its owner, inside the caller's transaction. */
export async function insertAccount(
  sql: Sql,
  { ownerUuid = randomUUID(), userId = randomUUID(), email, name, passwordHash, maxTier }: AccountToInsert,
): Promise<void> {
  await sql.run`
    WITH account AS (INSERT INTO accounts (owner_uuid, email, name) VALUES (${ownerUuid}::text::uuid, ${email}, ${name}) RETURNING owner_uuid),
         owner AS (INSERT INTO users (id, email, name, password_hash)
                   VALUES (${userId}::text::uuid, ${email}, ${name}, ${passwordHash}) RETURNING id),
         joined AS (INSERT INTO memberships (owner_uuid, user_id, role) SELECT owner_uuid, id, 'owner' FROM account, owner)
    INSERT INTO workspaces (owner_uuid, environment)
    SELECT owner_uuid, environment FROM account, unnest(enum_range(NULL::"Environment")) AS environment`
  if (maxTier !== undefined)
    await sql.run`
      INSERT INTO account_limits (owner_uuid, max_tier) VALUES (${ownerUuid}::text::uuid, ${maxTier}::text::"RateTier")`
}

/**
 * One of the account's workspaces.
 *
 * @throws Error when there is no such account.
 */
export async function findWorkspaceOf(db: Db, email: string, environment: Environment): Promise<Workspace> {
  const account = normaliseEmail(email)
  const [found] = await db.rows({ id: int, owner_uuid: uuid, closed_at: orNull(timestamp) })`
    SELECT workspaces.id, owner_uuid, closed_at FROM accounts JOIN workspaces USING (owner_uuid)
    WHERE email = ${account} AND environment = ${environment}::text::"Environment"`
  if (!found) throw noSuchAccount(email)
  if (found.closed_at !== null)
    throw new Error(`The account of ${account} is closed: run "matterbase accounts restore" first`)
  return { workspaceId: found.id, ownerUuid: found.owner_uuid, environment }
}

/** Finds the ID of a workspace. */
export async function findWorkspace(db: Db, email: string, environment: Environment): Promise<number> {
  return (await findWorkspaceOf(db, email, environment)).workspaceId
}

/** True if an account has this email. Without an email, true if an account exists. */
export async function hasAccount(sql: Sql, email: string | null = null): Promise<boolean> {
  return (await sql.run`SELECT FROM accounts WHERE ${email}::text IS NULL OR email = ${email} LIMIT 1`) > 0
}

/** The message for an email without an account. */
export function noSuchAccount(email: string): Error {
  return new Error(`No account has the email address ${normaliseEmail(email)}`)
}

/** The form in which an account's email is stored and compared. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase()
}

// PostgreSQL's unique_violation.
function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505'
}

export async function findAccountName(sql: Sql, ownerUuid: string | null): Promise<string | undefined> {
  const [account] = await sql.rows({
    name: text,
  })`SELECT name FROM accounts WHERE owner_uuid = ${ownerUuid}::text::uuid`
  return account?.name
}
