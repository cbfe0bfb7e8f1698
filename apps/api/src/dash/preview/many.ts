import type { Tx } from '@matterbase/domain'
import type { ErrorDetail } from '@matterbase/schemas'
import { ApiError } from '../../http/errors/api-error.ts'
import type { Context } from '../../http/operations/context.ts'
import { audit } from '../audit/audit-log.ts'
import { within } from './rest-handlers.ts'
import type { RestHandlers } from './rest-handlers.ts'

interface Done {
  readonly id: number
  readonly ok: boolean
  readonly error?: string
  readonly code?: string
  readonly details?: ErrorDetail[]
  readonly details_omitted?: number
  readonly dependents?: { matters: number; time_entries: number }
}

interface Many {
  readonly body: { readonly ids: readonly number[] }
}

/** The same changes to each of many records; one that cannot have them does not hold up the others. */
export const changeMany =
  (kind: string, { update }: RestHandlers) =>
  ({ body }: Many & { body: { changes: object } }, context: Context) =>
    context.write(async (tx) => {
      const inside = within(tx, context)
      const change = (id: number) => update({ params: { id }, query: {}, body: body.changes }, inside)
      const results = await eachOf(body.ids, change)
      await noteMany(tx, context, `${kind}.updated`, results, { fields: Object.keys(body.changes) })
      return { results }
    })

/** Deletes each of many records that can be deleted. */
export const deleteMany =
  (kind: string, handlers: RestHandlers) =>
  ({ body, query }: Many & { query: { force?: boolean | undefined } }, context: Context) =>
    context.write(async (tx) => {
      const inside = within(tx, context)
      const results = await eachOf(body.ids, (id) => handlers.delete({ params: { id }, query, body: {} }, inside))
      await noteMany(tx, context, `${kind}.deleted`, results)
      return { results }
    })

/** One entry for all that could be done. */
async function noteMany({ sql }: Tx, { caller }: Context, action: string, results: readonly Done[], more: object = {}) {
  const ids = results.filter(({ ok }) => ok).map(({ id }) => id)
  if (ids.length === 0) return
  const target = ids.length === 1 ? `${action.split('.')[0]} ${ids[0]}` : `${ids.length} records`
  await audit(sql, caller, { action, target, details: { ...more, ids, failed: results.length - ids.length } })
}

/** A refusal comes before anything of its record is written, so the rest of the transaction stands. */
async function eachOf(ids: readonly number[], act: (id: number) => Promise<unknown>): Promise<Done[]> {
  const results: Done[] = []
  for (const id of new Set(ids)) {
    try {
      await act(id)
      results.push({ id, ok: true })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      results.push({ id, ok: false, error: error.message, code: error.code, ...error.body })
    }
  }
  return results
}
