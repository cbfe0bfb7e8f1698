import type { Sql } from '@matterbase/db'
import { grantableScopes, roles } from '@matterbase/schemas'
import type { Role } from '@matterbase/schemas'
import { revokeMemberKeys } from '../keys/member-keys.ts'
import type { MemberKey } from '../keys/member-keys.ts'
import { findUser } from '../sign-in/users.ts'
import { named } from '../verbs/actor.ts'
import { accountVerb } from '../verbs/verb.ts'
import type { Note } from '../verbs/verb.ts'
import { giveRole, takeOut } from './members.ts'

interface OfMember {
  readonly userId: string
  /** Whether the keys that they made go on working. */
  readonly keepKeys: boolean
}

interface RoleChange extends OfMember {
  readonly role: Role
}

/** What became of a member, and which of their keys were revoked. */
interface Changed {
  readonly email: string
  readonly revoked: readonly MemberKey[]
}

/** Gives a member another role, and revokes those of their keys that are beyond it. */
export const changeRole = accountVerb({
  allow: ['members:write'],
  password: 'always',
  async run({ sql }, { ownerUuid }, { userId, role, keepKeys }: RoleChange): Promise<Changed> {
    await giveRole(sql, ownerUuid, userId, role)
    const beyond = grantableScopes(roles[role])
    const revoked = keepKeys ? [] : await revokeMemberKeys(sql, { ownerUuid, userId, beyond })
    return { email: await emailOf(sql, userId), revoked }
  },
  action: 'member.role_changed',
  note: ({ role, keepKeys }, { email, revoked }) => [
    { target: email, details: { role, keep_keys: keepKeys } },
    ...notesOf(revoked, `${email} is ${role} now`),
  ],
})

/** Takes a member out of the account, and revokes the keys that they made. */
export const removeMember = accountVerb({
  allow: ['members:write'],
  password: 'always',
  async run({ sql }, { ownerUuid }, { userId, keepKeys }: OfMember): Promise<Changed> {
    const email = await emailOf(sql, userId)
    await takeOut(sql, ownerUuid, userId)
    return { email, revoked: keepKeys ? [] : await revokeMemberKeys(sql, { ownerUuid, userId }) }
  },
  action: 'member.removed',
  note: ({ keepKeys }, { email, revoked }) => [
    { target: email, details: { keep_keys: keepKeys } },
    ...notesOf(revoked, `${email} was removed`),
  ],
})

const emailOf = async (sql: Sql, userId: string) => (await findUser(sql, { id: userId }))?.email ?? userId

/** Each key has an entry of its own, in its workspace. */
const notesOf = (keys: readonly MemberKey[], because: string) =>
  keys.map<Note>((key) => ({
    action: 'key.revoked',
    environment: key.environment,
    target: named(key),
    details: { because },
  }))
