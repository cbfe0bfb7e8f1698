import type { Outcome, RecordKind, Upsert, UpsertItem } from '@matterbase/domain'
import type { Relations } from '@matterbase/schemas'
import type { z } from 'zod'
import { ApiError, validationFailed } from '../http/errors/api-error.ts'
import type { Context } from '../http/operations/context.ts'
import { decodeBody, sentOf } from '../http/input/decode.ts'
import { RawJson } from '../http/answer/raw-json.ts'
import { answerTo } from '../http/errors/refusal.ts'
import type { Names } from '../http/input/unknown-names.ts'
import { conditionOf } from './condition-of.ts'
import { fieldsOf } from './fields-of.ts'
import type { Given } from './fields-of.ts'
import { failureOf, mostDetailsEach } from './failures.ts'
import type { Failed, Result } from './failures.ts'

/** The schema of a record in a bulk request. */
export interface ItemSchema {
  readonly item: z.ZodObject
  readonly itemReadOnly: readonly string[]
}

export interface ItemContract extends ItemSchema {
  readonly relations: Relations
  /** The scope that reads the records. */
  readonly read: string | null
}

export type Decoded = UpsertItem | Failed

interface BulkRequest {
  readonly items: readonly unknown[]
  /** True to write all records or none. */
  readonly atomic: boolean
}

/** Upserts records. Each result equals the response of a PUT of the record alone. */
export async function bulkUpsert(
  kind: RecordKind,
  contract: ItemContract,
  { items, atomic }: BulkRequest,
  context: Context,
) {
  const decoded = decodeItems(items, contract, context)
  const { ahead, save } = context.records.saveMany(kind, partsOf(decoded))
  return context.write(async (tx) => {
    const results = withOutcomes(decoded, await save(tx))
    context.noteDisregarded(results.flatMap(disregardedIn))
    if (atomic && results.some((result) => 'error' in result)) throw bulkFailed(results)
    return { results: new RawJson(resultsOf(results)) }
  }, ahead)
}

function decodeItems(
  items: readonly unknown[],
  contract: ItemContract,
  { strict, isBlind, noteIgnored }: Pick<Context, 'strict' | 'isBlind' | 'noteIgnored'>,
): Decoded[] {
  const seen = new Set<unknown>()
  return items.map((item, index) => {
    const id = externalIdOf(item)
    // The later of two records with the same external_id fails, because the intended one is unknown.
    if (typeof id === 'string' && seen.has(id)) return { error: repeated() }
    seen.add(id)
    return decodeItem(item, contract, { isStrict: strict, isBlind }, ({ listed, count }) =>
      noteIgnored({ listed: listed.map((name) => `data[${index}].${name}`), count }),
    )
  })
}

function partsOf(decoded: readonly Decoded[]) {
  const items = decoded.flatMap((item) => ('changes' in item ? [item] : []))
  return { items, refused: decoded.length - items.length }
}

function withOutcomes(decoded: readonly Decoded[], outcomes: readonly Outcome[]): Result[] {
  let next = 0
  return decoded.map((item) => ('error' in item ? item : resultOf(outcomes[next++])))
}

export function resultOf(outcome: Outcome | undefined): Result {
  if (!outcome) return notApplied()
  return 'record' in outcome ? outcome : { error: answerTo(outcome.error) }
}

function decodeItem(
  item: unknown,
  { item: schema, itemReadOnly, relations, read }: ItemContract,
  sender: { readonly isStrict: boolean; readonly isBlind: boolean },
  noteIgnored: (names: Names) => void,
): Decoded {
  try {
    const { data, ignored, readOnly } = decodeBody(schema, item, itemReadOnly, sender.isStrict)
    noteIgnored(ignored)
    const { seen, body } = conditionOf(data as Given, sender, read)
    return { ...fieldsOf<Upsert>(body, relations), seen, sent: sentOf(readOnly, sender) }
  } catch (error) {
    if (error instanceof ApiError) return { error }
    throw error
  }
}

const externalIdOf = (item: unknown): unknown =>
  typeof item === 'object' && item !== null && 'external_id' in item ? item.external_id : undefined

export const repeated = () =>
  validationFailed([
    { field: 'external_id', code: 'repeated', message: 'appears more than once in this request. Remove the duplicate' },
  ])

const disregardedIn = (result: Result, index: number) =>
  'record' in result ? (result.disregarded ?? []).map((name) => `data[${index}].${name}`) : []

/** The results as a JSON array. */
function resultsOf(results: readonly Result[]): string {
  const most = mostDetailsEach(results)
  const texts = results.map((result, index) => {
    if ('error' in result) return JSON.stringify({ index, ...failureOf(result.error, most) })
    const { record, created, unchanged } = result
    const outcome = created ? 'created' : unchanged ? 'unchanged' : 'updated'
    const status = created ? 201 : 200
    return `{"index":${index},"status":${status},"created":${created},"outcome":"${outcome}","data":${record.json}}`
  })
  return `[${texts.join(',')}]`
}

const notApplied = (): Failed => ({
  error: new ApiError('not_applied', 'Not written, because another record of this request failed'),
})

function bulkFailed(results: readonly Result[]) {
  const failures = results.filter((result) => 'error' in result).length
  const answered = results.map((result) => ('error' in result ? result : notApplied()))
  const most = mostDetailsEach(answered)
  return new ApiError(
    'bulk_failed',
    `Nothing was written, because ${failures} of ${results.length} records failed. Fix them, then send all records again.`,
    {
      body: { results: answered.map(({ error }, index) => ({ index, ...failureOf(error, most) })) },
    },
  )
}
