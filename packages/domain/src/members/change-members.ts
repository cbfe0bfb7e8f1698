import type { Sql } from '@matterbase/db'
import { grantableScopes, roles } from '@matterbase/schemas'
import type { Role } from '@matterbase/schemas'
import { revokeMemberKeys } from '../keys/member-keys.ts'
import type { KeysOfMember, MemberKey } from '../keys/member-keys.ts'
import { findUser } from '../sign-in/users.ts'
import type { Tx } from '../tx/write.ts'
import { noteAction } from '../verbs/actor.ts'
import type { Actor } from '../verbs/actor.ts'
import { accountVerb } from '../verbs/verb.ts'
import type { Done } from '../verbs/verb.ts'
import { giveRole, takeOut } from './members.ts'

interface OfMember {
  readonly userId: string
  /** Whether the keys that they made go on working. */
  readonly keepKeys: boolean
}

interface RoleChange extends OfMember {
  readonly role: Role
}

const setRole = accountVerb({
  allow: ['members:write'],
  password: 'always',
  async run({ sql }, { ownerUuid }, { userId, role }: RoleChange) {
    await giveRole(sql, ownerUuid, userId, role)
    return emailOf(sql, userId)
  },
  action: 'member.role_changed',
  note: ({ role, keepKeys }, email) => ({ target: email, details: { role, keep_keys: keepKeys } }),
})

const remove = accountVerb({
  allow: ['members:write'],
  password: 'always',
  async run({ sql }, { ownerUuid }, { userId }: OfMember) {
    const email = await emailOf(sql, userId)
    await takeOut(sql, ownerUuid, userId)
    return email
  },
  action: 'member.removed',
  note: ({ keepKeys }, email) => ({ target: email, details: { keep_keys: keepKeys } }),
})

/** Gives a member another role, and revokes those of their keys that are beyond it. Answers these. */
export const changeRole: Done<Pick<Tx, 'sql'>, RoleChange, MemberKey[]> = async (tx, actor, change) => {
  const email = await setRole(tx, actor, change)
  const { userId, role } = change
  const which = { ownerUuid: actor.ownerUuid, userId, beyond: grantableScopes(roles[role]) }
  return change.keepKeys ? [] : revokeKeys(tx.sql, actor, which, `${email} is ${role} now`)
}

/** Takes a member out of the account, and revokes the keys that they made. Answers these. */
export const removeMember: Done<Pick<Tx, 'sql'>, OfMember, MemberKey[]> = async (tx, actor, member) => {
  const email = await remove(tx, actor, member)
  const which = { ownerUuid: actor.ownerUuid, userId: member.userId }
  return member.keepKeys ? [] : revokeKeys(tx.sql, actor, which, `${email} was removed`)
}

const emailOf = async (sql: Sql, userId: string) => (await findUser(sql, { id: userId }))?.email ?? userId

/** Each key has an entry of its own, in its workspace. */
async function revokeKeys(sql: Sql, actor: Actor, which: KeysOfMember, because: string): Promise<MemberKey[]> {
  const keys = await revokeMemberKeys(sql, which)
  for (const { id, name, environment } of keys)
    await noteAction(sql, actor, {
      action: 'key.revoked',
      environment,
      target: `${name} (${id})`,
      details: { because },
    })
  return keys
}
