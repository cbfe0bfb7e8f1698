import { randomUUID } from 'node:crypto'
import type { Db } from '@matterbase/db'
import { findWorkspace, insertAccount } from '../access/accounts/accounts.ts'
import type { AccountSummary } from '../access/accounts/accounts.ts'
import { systemActor } from '../core/verbs/actor.ts'
import type { Actor } from '../core/verbs/actor.ts'

/** The password of everybody in tests. */
export const password = 'correct horse battery'

/** Its hash as `hashPassword` made it once: each takes a core 50 ms, longer than many a test. */
export const passwordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$2XCml39CuaEQ+y0ew+qHCA$jYpvixhigV4ZKiwE8QEQDhtwliGOmkPGb0JkllGHMiQ'

interface TestAccount {
  /** Default: an unused one. */
  readonly email?: string
  /** Default: the part of the email before the @. */
  readonly name?: string
}

/** An account as `createAccount` makes it, whose owner has that password. */
export async function addAccount(
  db: Db,
  { email = `${randomUUID()}@example.com`, name = email.slice(0, email.indexOf('@')) }: TestAccount = {},
): Promise<AccountSummary> {
  const ownerUuid = randomUUID()
  await insertAccount(db, { ownerUuid, email, name, passwordHash })
  return { owner_uuid: ownerUuid, email, name }
}

/** Who may do everything in the live workspace of a new account. */
export async function addActor(db: Db): Promise<Actor> {
  const { email, owner_uuid: ownerUuid } = await addAccount(db)
  const workspaceId = await findWorkspace(db, email, 'live')
  return systemActor({ workspaceId, ownerUuid, environment: 'live' })
}
