import type { Db } from './client.ts'
import { Prisma } from './generated/client.ts'
import type { Environment } from './generated/client.ts'
import { hashPassword } from './passwords.ts'

export interface NewAccount {
  /** Kept trimmed and in lower case. */
  email: string
  /** 8 to 128 characters; kept as an Argon2id hash. */
  password: string
  /** Default: what stands before the @ of the email. */
  name?: string | undefined
}

export interface AccountSummary {
  owner_uuid: string
  email: string
  name: string
}

/**
 * Makes an account with its two workspaces, live and test, and the user who owns it.
 *
 * @throws Error when the email is taken or not an email, or the password is too short or too long.
 */
export async function createAccount(db: Db, account: NewAccount): Promise<AccountSummary> {
  const email = normaliseEmail(account.email)
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254)
    throw new Error(`"${account.email}" is not an email address`)
  const { length } = account.password
  if (length < 8 || length > 128) throw new Error('A password has 8 to 128 characters')
  const name = account.name?.trim() || email.slice(0, email.indexOf('@'))
  const workspaces = { create: [{ environment: 'live' as const }, { environment: 'test' as const }] }
  const owner = { email, name, password_hash: await hashPassword(account.password) }
  const memberships = { create: [{ role: 'owner', user: { create: owner } }] }
  try {
    const data = { email, name, workspaces, memberships }
    return await db.account.create({ data, select: { owner_uuid: true, email: true, name: true } })
  } catch (error) {
    if (isUniqueViolation(error)) throw new Error(`There is already an account for ${email}`, { cause: error })
    throw error
  }
}

/**
 * The id of one of the account's workspaces.
 *
 * @throws Error when there is no such account.
 */
export async function findWorkspace(db: Db, email: string, environment: Environment): Promise<number> {
  const account = { email: normaliseEmail(email) }
  const workspace = await db.workspace.findFirst({ where: { environment, account }, select: { id: true } })
  if (!workspace) throw noSuchAccount(email)
  return workspace.id
}

/** What is said of an email that no account has. */
export function noSuchAccount(email: string): Error {
  return new Error(`There is no account for ${normaliseEmail(email)}`)
}

/** The one form an account's email is kept and looked up in. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase()
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'
}
