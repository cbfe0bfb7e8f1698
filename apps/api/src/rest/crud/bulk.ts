import type { Tx } from '@matterbase/domain'
import type { ErrorDetail } from '@matterbase/schemas'
import type { z } from 'zod'
import { ApiError, atMost, validationFailed } from '../../http/errors/api-error.ts'
import type { Context } from '../../http/operations/context.ts'
import { decodeBody } from '../../http/input/decode.ts'
import { RawJson } from '../../http/answer/raw-json.ts'
import type { Names } from '../../http/input/unknown-names.ts'
import { save } from './save.ts'
import type { Outcome, SaveOptions } from './save.ts'
import type { Values } from './table.ts'

/** How a record of a bulk request is decoded. */
export interface ItemContract {
  readonly item: z.ZodObject
  readonly itemReadOnly: readonly string[]
}

interface ErrorMembers {
  readonly details: readonly ErrorDetail[]
  readonly details_omitted: number
}

type Decoded = { readonly changes: Values & { readonly external_id: string } } | { readonly error: ApiError }

interface BulkRequest {
  readonly items: readonly unknown[]
  /** All or none. */
  readonly atomic: boolean
}

/** Upserts records, each answered as PUT would have answered it alone. */
export async function bulkUpsert(
  { write, strict, noteIgnored }: Context,
  { items, atomic }: BulkRequest,
  contract: ItemContract,
  options: SaveOptions,
) {
  const decoded = items.map((item, index) => {
    if (standsEarlier(items, index)) return { error: repeated() }
    return decodeItem(item, contract, strict, ({ listed, count }) =>
      noteIgnored({ listed: listed.map((name) => `data[${index}].${name}`), count }),
    )
  })
  return write(async (tx) => {
    const outcomes = await saveAll(tx, decoded, options)
    if (atomic && outcomes.some((outcome) => 'error' in outcome)) throw bulkFailed(outcomes)
    return { results: new RawJson(resultsOf(outcomes)) }
  })
}

async function saveAll(tx: Tx, decoded: readonly Decoded[], options: SaveOptions): Promise<Outcome[]> {
  const good = decoded.filter((item) => 'changes' in item)
  const externalIds = good.map(({ changes }) => changes.external_id)
  const known = await options.table.byExternalIds(tx.sql, tx.workspaceId, externalIds)
  const byExternalId = new Map(known.map((record) => [record.values['external_id'], record]))
  const saved = await save(
    tx,
    good.map(({ changes }) => ({ existing: byExternalId.get(changes.external_id), changes, byExternalId: true })),
    options,
  )
  let next = 0
  return decoded.map((item) => ('error' in item ? item : (saved[next++] ?? notApplied())))
}

function decodeItem(
  item: unknown,
  { item: schema, itemReadOnly }: ItemContract,
  strict: boolean,
  noteIgnored: (names: Names) => void,
): Decoded {
  try {
    const { data, ignored } = decodeBody(schema, item, itemReadOnly, strict)
    noteIgnored(ignored)
    return { changes: data as Values & { external_id: string } }
  } catch (error) {
    if (error instanceof ApiError) return { error }
    throw error
  }
}

const externalIdOf = (item: unknown): unknown =>
  typeof item === 'object' && item !== null && 'external_id' in item ? item.external_id : undefined

/** Of two records with one external_id the later one fails: there is no telling which is meant. */
function standsEarlier(items: readonly unknown[], index: number): boolean {
  const id = externalIdOf(items[index])
  return typeof id === 'string' && items.findIndex((item) => externalIdOf(item) === id) < index
}

const repeated = () =>
  validationFailed([{ field: 'external_id', code: 'repeated', message: 'stands earlier in this request too' }])

// Of all records together; each shows three at least.
const mostDetails = 600

/** The results as a JSON array. */
function resultsOf(outcomes: readonly Outcome[]): string {
  const failures = outcomes.filter((outcome) => 'error' in outcome && 'details' in outcome.error.body).length
  const most = Math.max(3, Math.floor(mostDetails / failures))
  const results = outcomes.map((outcome, index) => {
    if ('error' in outcome) return failureOf(outcome.error, index, most)
    const { record, created } = outcome
    return `{"index":${index},"status":${created ? 201 : 200},"created":${created},"data":${record.json}}`
  })
  return `[${results.join(',')}]`
}

function failureOf({ status, message, code, body }: ApiError, index: number, most: number): string {
  const { details, details_omitted: omitted = 0, ...rest } = body as Partial<ErrorMembers>
  const found = details && atMost(most, { details, omitted })
  return JSON.stringify({ index, status, error: message, code, ...found, ...rest })
}

const notApplied = (): Outcome => ({ error: new ApiError('not_applied', 'Not written, because another record failed') })

function bulkFailed(outcomes: readonly Outcome[]) {
  const failures = outcomes.filter((outcome) => 'error' in outcome).length
  const results: unknown = JSON.parse(
    resultsOf(outcomes.map((outcome) => ('error' in outcome ? outcome : notApplied()))),
  )
  return new ApiError('bulk_failed', `Nothing was written: ${failures} of ${outcomes.length} records failed`, {
    body: { results },
  })
}
