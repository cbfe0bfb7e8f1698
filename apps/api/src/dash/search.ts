import { findLastEditor, search as findAnywhere, searchKey, titlesOf } from '@matterbase/domain'
import { recordContracts, recordNames } from '@matterbase/schemas'
import type { DashContract } from '@matterbase/schemas'
import type { Context, Handlers } from '../http/operations/context.ts'

export const search: Handlers<DashContract['search']> = {
  find: async ({ query }, { caller, sql }) => ({ data: await findAnywhere(sql, caller, query) }),

  findKey: async ({ body: { key } }, { caller, sql }) => ({ data: await searchKey(sql, caller.workspaceId, key) }),

  async names({ query }, context) {
    const [matters, clients] = await Promise.all([
      namesOf(context, 'matters', query.matters),
      namesOf(context, 'clients', query.clients),
    ])
    return { matters, clients }
  },

  async lastChange({ query: { path, id } }, { caller, sql }) {
    const record = recordNames.find((name) => recordContracts[name].path === path)
    if (!record || !caller.permissions.includes(recordContracts[record].operations.list.scope)) return { by: null }
    return { by: (await findLastEditor(sql, caller, record, id)) ?? null }
  },
}

async function namesOf({ caller, sql }: Context, table: 'matters' | 'clients', ids: readonly number[] = []) {
  if (!caller.permissions.includes(recordContracts[table].operations.list.scope)) return []
  const titles = await titlesOf(sql, caller.workspaceId, table, ids)
  return [...titles].map(([id, name]) => ({ id: Number(id), name }))
}
