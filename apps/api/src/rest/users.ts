import { readUser, userListing } from '@matterbase/domain'
import type { Contract } from '@matterbase/schemas'
import type { Handlers } from '../http/operations/context.ts'
import { RawJson } from '../http/answer/raw-json.ts'
import { listPage } from '../records/list.ts'
import type { ResourceDeps } from './deps.ts'

export const users = ({ sealer, counting, pageBytes }: ResourceDeps): Handlers<Contract['users']> => ({
  list: ({ query }, { caller, sql }) => {
    const page = {
      sql,
      sealer,
      counting,
      pageBytes,
      scope: `lists/${caller.workspaceId}/users`,
      member: 'data' as const,
    }
    return listPage(page, query, userListing(caller))
  },

  get: async ({ params: { id }, query }, { caller, sql }) => ({
    data: new RawJson(await readUser(sql, caller, id, query)),
  }),
})
