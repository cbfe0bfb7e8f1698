import { randomUUID } from 'node:crypto'
import { findUser, findWorkspace } from '@matterbase/domain'
import { addAccount, addKey, createKey, signedIn } from '@matterbase/domain/testing'
import type { Db } from '@matterbase/db'
import type { Role } from '@matterbase/schemas'
import type { BrowserContext } from 'playwright-core'

type Environment = 'live' | 'test'

/** An account of its own, with an owner who can sign in. */
export interface Account {
  readonly email: string
  readonly ownerUuid: string
  /** The id of one of its workspaces, for what is put straight into the database. */
  workspace(environment?: Environment): Promise<number>
  /** An API key; by default for everything in live, without a rate limit. */
  key(options?: { environment?: Environment; scopes?: string[]; name?: string }): Promise<string>
  /** A call of the REST API with such a key: how records are made in tests. @throws Error when it is no success. */
  rest<T = unknown>(method: string, path: string, body?: object, environment?: Environment): Promise<T>
}

export async function newAccount(db: Db, origin: string, name = 'Hale & Partners'): Promise<Account> {
  const { email, owner_uuid: ownerUuid } = await addAccount(db, { name })
  const keys: Partial<Record<Environment, Promise<string>>> = {}
  const key: Account['key'] = async ({ environment = 'live', scopes, name: keyName = 'tests' } = {}) => {
    const options = { email, environment, name: keyName, tier: 'enterprise' as const, ...(scopes && { scopes }) }
    return (await createKey(db, options)).key
  }
  return {
    email,
    ownerUuid,
    key,
    workspace: (environment = 'live') => findWorkspace(db, email, environment),
    async rest<T>(method: string, path: string, body?: object, environment: Environment = 'live') {
      keys[environment] ??= key({ environment })
      const answer = await fetch(`${origin}/api/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${await keys[environment]}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
      return (await answer.json()) as T
    },
  }
}

/** Another user of the account, with a role; answers the email address to sign in with. */
export async function addMember(db: Db, { ownerUuid }: Account, role: Role): Promise<string> {
  const email = `${role}-${randomUUID()}@example.com`
  await db.run`
    WITH new AS (
      INSERT INTO users (email, name, password_hash)
      SELECT ${email}, ${role}, owner.password_hash FROM users AS owner
      JOIN memberships AS own ON own.user_id = owner.id AND own.owner_uuid = ${ownerUuid}::text::uuid LIMIT 1
      RETURNING id)
    INSERT INTO memberships (owner_uuid, user_id, role) SELECT ${ownerUuid}::text::uuid, id, ${role} FROM new`
  return email
}

/** A key that a member made in the dashboard. */
export async function keyMadeBy(
  db: Db,
  account: Account,
  member: string,
  { environment = 'live', ...key }: { name: string; scopes: string[]; environment?: Environment },
): Promise<string> {
  const createdBy = (await findUser(db, { email: member }))?.id
  const workspaceId = await account.workspace(environment)
  return (await addKey(db, { ...key, workspaceId, environment, createdBy })).key
}

/** Gives the browser a session, as it would have after the sign-in page. */
export async function signInTo(db: Db, context: BrowserContext, origin: string, email: string): Promise<void> {
  await context.addCookies([
    {
      name: '__Host-mb_session',
      value: await signedIn(db, email, 'Chromium'),
      url: origin.replace('http:', 'https:'),
      httpOnly: true,
      secure: true,
      sameSite: 'Lax',
    },
  ])
}
