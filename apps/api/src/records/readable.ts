import { shown } from '@matterbase/domain'
import type { PageOf, Readable, RecordQuery, Showing } from '@matterbase/domain'
import type { Relations } from '@matterbase/schemas'
import { RawJson } from '../http/answer/raw-json.ts'
import type { Context } from '../http/operations/context.ts'
import { exportAnswer } from './export.ts'
import { pageAnswer } from './list.ts'

interface ById {
  readonly params: { readonly id: number }
  readonly query: Showing
}

/** The handlers of records that are read only. */
export function readableHandlers(
  { sealer, counting, pageBytes }: Pick<PageOf, 'sealer' | 'counting' | 'pageBytes'>,
  reads: Readable,
  relations: Relations,
) {
  const members = { columns: reads.columns, relations }
  return {
    async list({ query }: { query: RecordQuery }, { caller, sql }: Context) {
      const shape = shown(caller, members, query)
      const { workspaceId, history } = caller
      return pageAnswer(
        'data',
        await reads.list({ sql, sealer, history, counting, pageBytes }, workspaceId, query, shape),
      )
    },

    export: async ({ query }: { query: RecordQuery }, context: Context) => exportAnswer(query, context, reads.export),

    async get({ params: { id }, query }: ById, { caller, sql }: Context) {
      const shape = shown(caller, members, query)
      return { data: new RawJson(await reads.get(sql, caller.workspaceId, id, shape)) }
    },
  }
}
