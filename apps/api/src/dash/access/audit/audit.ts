import { auditListing } from '@matterbase/domain'
import type { AccountContract } from '@matterbase/schemas'
import type { Handlers } from '../../../http/operations/context.ts'
import { listPage } from '../../../records/list.ts'
import type { DashDeps } from '../../deps.ts'

export const audit = ({ sealer }: DashDeps): Handlers<AccountContract['audit']> => ({
  async list({ query }, { caller: { ownerUuid }, sql }) {
    const page = { sql, sealer, scope: `lists/${ownerUuid}/audit`, endsEarly: true, member: 'data' as const }
    const { offset: _alwaysZero, ...answer } = await listPage(page, query, (given) => auditListing(ownerUuid, given))
    return answer
  },
})
