import { accountVerb } from '../../core/verbs/verb.ts'

/** Gives the account another name. */
export const renameAccount = accountVerb({
  allow: ['settings:write'],
  async run({ sql }, { ownerUuid }, name: string) {
    await sql.run`UPDATE accounts SET name = ${name} WHERE owner_uuid = ${ownerUuid}::text::uuid`
  },
  action: 'account.updated',
  note: (name) => ({ target: name }),
})
