import { randomUUID } from 'node:crypto'
import { addUser, createSession, findUser } from '@matterbase/db'
import type { Role } from '@matterbase/schemas'
import type { Api, Reply } from './harness.ts'

interface DashCallOptions {
  readonly body?: unknown
  readonly headers?: Record<string, string>
  /** Default live. */
  readonly environment?: 'live' | 'test'
}

/** A signed-in member of an account. */
export interface Member {
  /** A request below `/dash/v1/{live|test}`. */
  call(method: string, path: string, options?: DashCallOptions): Promise<Reply>
  /** The session's cookie, for requests that are not JSON. */
  readonly cookie: string
  readonly userId: string
  /** The account's email. */
  readonly account: string
}

/** Signs in a member of `account` (a new one by default) with a role. */
export async function signedInAs(api: Api, role: Role = 'owner', account?: string): Promise<Member> {
  const email = account ?? (await api.account())
  const owner = await findUser(api.db, { email })
  const ownerUuid = owner?.owner_uuid ?? ''
  const userId = role === 'owner' ? (owner?.id ?? '') : await member(api, ownerUuid, role)
  const token = await createSession(api.db, { userId, ownerUuid, isComplete: true, ip: '127.0.0.1', userAgent: 'test' })
  const cookie = `__Host-mb_session=${token}`
  return {
    cookie,
    userId,
    account: email,
    call: (method, path, { body, headers = {}, environment = 'live' } = {}) =>
      api.request(method, `/dash/v1/${environment}${path}`, {
        headers: { cookie, ...headers },
        ...(body !== undefined && { body }),
      }),
  }
}

async function member({ db }: Api, ownerUuid: string, role: Role): Promise<string> {
  const id = (await addUser(db, { email: `${randomUUID()}@example.com`, name: role, passwordHash: 'none' })) ?? ''
  await db.$executeRaw`
    INSERT INTO memberships (owner_uuid, user_id, role) VALUES (${ownerUuid}::text::uuid, ${id}::text::uuid, ${role})`
  return id
}
