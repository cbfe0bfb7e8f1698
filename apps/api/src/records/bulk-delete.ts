import type { Done, RecordKind, Tx } from '@matterbase/domain'
import { ApiError, notFound, validationFailed } from '../http/errors/api-error.ts'
import { answerTo } from '../http/errors/refusal.ts'
import { RawJson } from '../http/answer/raw-json.ts'
import type { Context } from '../http/operations/context.ts'
import { failureOf } from './failures.ts'

/** Which records a request names, by one or the other. */
export interface Named {
  readonly ids?: readonly number[] | undefined
  readonly external_ids?: readonly string[] | undefined
}

/** Deletes records, each answered as DELETE would have answered it alone. */
export const bulkDelete = (kind: RecordKind, named: Named, force: boolean, { caller, write }: Context) =>
  write(async (tx) => {
    const ids = await idsOf(tx, kind, named)
    const done = await kind.removeMany(tx, caller, { ids: ids.filter((id) => id !== undefined), force })
    const outcomes = new Map(done.map((outcome) => [outcome.id, outcome]))
    const seen = new Set<number>()
    const results = ids.map((id, index) => {
      // Of two that are the same the later one fails, as in a bulk upsert.
      const isRepeated = id !== undefined && seen.has(id)
      if (id !== undefined) seen.add(id)
      return resultOf(index, isRepeated ? repeated(named) : id === undefined ? notFound() : outcomes.get(id))
    })
    return { results: new RawJson(JSON.stringify(results)) }
  })

/** The ids of what is named, in its order; undefined where there is no such record. */
async function idsOf(
  { sql, workspaceId }: Tx,
  { table }: RecordKind,
  { ids, external_ids: externalIds = [] }: Named,
): Promise<readonly (number | undefined)[]> {
  if (ids) return ids
  const found = await table.byExternalIds(sql, workspaceId, externalIds)
  const byExternalId = new Map(found.map(({ values }) => [values['external_id'], values.id]))
  return externalIds.map((externalId) => byExternalId.get(externalId))
}

function resultOf(index: number, outcome: Done | ApiError | undefined) {
  if (!outcome) throw new Error('A record has no outcome')
  if (outcome instanceof ApiError) return { index, ...failureOf(outcome, mostDetails) }
  const { id, error } = outcome
  return error ? { index, ...failureOf(answerTo(error), mostDetails) } : { index, status: 200, id, success: true }
}

// A deletion is refused for one reason.
const mostDetails = 1

const repeated = ({ ids }: Named) =>
  validationFailed([
    { field: ids ? 'ids' : 'external_ids', code: 'repeated', message: 'stands earlier in this request too' },
  ])
