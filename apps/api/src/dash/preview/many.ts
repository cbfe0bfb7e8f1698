import type { ErrorDetail } from '@matterbase/schemas'
import { ApiError } from '../../http/api-error.ts'
import type { Context } from '../../http/context.ts'
import { audit } from '../audit-log.ts'
import { within } from './rest-handlers.ts'
import type { RestHandlers } from './rest-handlers.ts'

interface Done {
  readonly id: number
  readonly ok: boolean
  readonly error?: string
  readonly code?: string
  readonly details?: ErrorDetail[]
  readonly dependents?: { matters: number; time_entries: number }
}

interface Many {
  readonly body: { readonly ids: readonly number[] }
}

/** The same changes to each of many records; one that cannot have them does not hold up the others. */
export const changeMany =
  ({ update }: RestHandlers) =>
  ({ body }: Many & { body: { changes: object } }, context: Context) =>
    context.write(async (tx) => {
      const inside = within(tx, context)
      const change = (id: number) => update({ params: { id }, query: {}, body: body.changes }, inside)
      return { results: await eachOf(body.ids, change) }
    })

/** Deletes each of many records that can be deleted. */
export const deleteMany =
  (kind: string, handlers: RestHandlers) =>
  ({ body, query }: Many & { query: { force?: boolean | undefined } }, context: Context) =>
    context.write(async (tx) => {
      const inside = within(tx, context)
      const results = await eachOf(body.ids, (id) => handlers.delete({ params: { id }, query, body: {} }, inside))
      const ids = results.filter(({ ok }) => ok).map(({ id }) => id)
      const target = ids.length === 1 ? `${kind} ${ids[0]}` : `${ids.length} records`
      if (ids.length > 0) await audit(tx.sql, context.caller, { action: `${kind}.deleted`, target, details: { ids } })
      return { results }
    })

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
