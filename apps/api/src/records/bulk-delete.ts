import type { Done, RecordKind, Seen, Tx } from '@matterbase/domain'
import { ApiError, isMissingRecord, validationFailed } from '../http/errors/api-error.ts'
import { noRecord } from '../http/errors/missing.ts'
import { answerTo } from '../http/errors/refusal.ts'
import { RawJson } from '../http/answer/raw-json.ts'
import { shortened } from '../http/input/unknown-names.ts'
import type { Context } from '../http/operations/context.ts'
import { seenIn } from './condition-of.ts'
import { failureOf } from './failures.ts'

/** The records of a request, by `ids` or by `external_ids`. */
export interface Named {
  readonly ids?: readonly number[] | undefined
  readonly external_ids?: readonly string[] | undefined
  /** The versions of each record. Null for any version. */
  readonly if_match?: readonly (string | readonly string[] | null)[] | undefined
}

interface Options {
  readonly force: boolean
  /** The scope that reads the records. */
  readonly read: string | null
}

/** Deletes records. Each result equals the response of a DELETE of the record alone. */
export const bulkDelete = (
  kind: RecordKind,
  named: Named,
  { force, read }: Options,
  { caller, write, isBlind }: Context,
) => {
  const versions = named.if_match?.map((tags) => (tags === null ? undefined : versionOf(tags, { isBlind }, read)))
  return write(async (tx) => {
    const ids = await idsOf(tx, kind, named)
    // The first row of a repeated record counts.
    const seenOf = new Map<number, Seen | undefined>()
    for (const [index, id] of ids.entries()) {
      const version = versions?.[index]
      if (id !== undefined && !(version instanceof ApiError) && !seenOf.has(id)) seenOf.set(id, version)
    }
    const done = await kind.removeMany(tx, caller, { ids: [...seenOf.keys()], force, seenOf })
    const outcomes = new Map(done.map((outcome) => [outcome.id, outcome]))
    const seen = new Set<number>()
    const results = ids.map((id, index) => {
      const version = versions?.[index]
      if (version instanceof ApiError) return resultOf(index, version)
      // A repeated record fails, as in a bulk upsert.
      const isRepeated = id !== undefined && seen.has(id)
      if (id !== undefined) seen.add(id)
      if (isRepeated) return resultOf(index, repeated(named))
      const outcome = id === undefined ? undefined : errorOrDone(outcomes.get(id))
      const missing = () => new ApiError('not_found', noRecord(nameOf(kind, named, index), caller.environment))
      return resultOf(index, outcome === undefined || isMissingRecord(outcome) ? missing() : outcome)
    })
    return { results: new RawJson(JSON.stringify(results)) }
  })
}

/** The versions of a row, or why the row is refused. */
function versionOf(...row: Parameters<typeof seenIn>): Seen | ApiError {
  try {
    return seenIn(...row)
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

/** The IDs of the named records, in order. Undefined for a missing record. */
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

/** `matter 42`, or `matter with the external_id "crm-8"`. */
const nameOf = ({ noun }: RecordKind, { ids, external_ids: externalIds = [] }: Named, index: number) =>
  ids ? `${noun} ${ids[index]}` : `${noun} with the external_id ${JSON.stringify(shortened(externalIds[index] ?? ''))}`

function errorOrDone(done: Done | undefined): Done | ApiError {
  if (!done) throw new Error('A record has no outcome')
  return done.error ? answerTo(done.error) : done
}

function resultOf(index: number, outcome: Done | ApiError) {
  if (outcome instanceof ApiError) return { index, ...failureOf(outcome, mostDetails) }
  return { index, status: 200, id: outcome.id, success: true }
}

// A refusal of a deletion has one reason.
const mostDetails = 1

const repeated = ({ ids }: Named) =>
  validationFailed([
    {
      field: ids ? 'ids' : 'external_ids',
      code: 'repeated',
      message: 'appears more than once in this request. Remove the duplicate',
    },
  ])
