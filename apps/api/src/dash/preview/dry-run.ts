import { RefusedError } from '@matterbase/domain'
import type { RecordKind, StoredRecord, Tx, Values } from '@matterbase/domain'
import type { Fields } from '@matterbase/schemas'
import type { z } from 'zod'
import { ApiError, validationFailed } from '../../http/errors/api-error.ts'
import type { Context } from '../../http/operations/context.ts'
import { decodeBody } from '../../http/input/decode.ts'
import { answerTo } from '../../http/errors/refusal.ts'
import { decodeItems, upsertDecoded } from '../../records/bulk.ts'
import type { ItemContract } from '../../records/bulk.ts'
import { failureOf, mostDetailsEach } from '../../records/failures.ts'
import type { Result } from '../../records/failures.ts'
import { rolledBack } from './rolled-back.ts'

interface Contract {
  readonly fields: Fields
  readonly operations: {
    readonly bulk: ItemContract
    readonly update: { readonly body: z.ZodObject; readonly readOnly: readonly string[] }
  }
}

/** Upserts records as the REST API would, says what came of it, and takes all of it back. */
export const dryRun =
  (contract: Contract, kind: RecordKind) =>
  async ({ body: { data: items } }: { body: { data: readonly unknown[] } }, context: Context) => {
    const results = await rolledBack(context, async (tx) => {
      const before = await knownRecords(tx, kind, items)
      const after = await resultsOf(tx, items, context, contract, kind)
      const judge = verdicts(Object.keys(contract.fields), mostDetailsEach(after))
      return after.map((result, index) => judge(index, result, before(items[index])))
    })
    const count = (outcome: string) => results.filter((result) => result.outcome === outcome).length
    const counts = {
      created: count('created'),
      changed: count('changed'),
      unchanged: count('unchanged'),
      error: count('error'),
    }
    return { counts, results }
  }

const member = (item: unknown, name: string): unknown =>
  typeof item === 'object' && item !== null && name in item ? (item as Record<string, unknown>)[name] : undefined

const externalIdOf = (item: unknown) => member(item, 'external_id') ?? undefined

/** The id of a record that has no external_id to go by. */
function idOf(item: unknown): number | undefined {
  const id = member(item, 'id')
  return externalIdOf(item) === undefined && Number.isSafeInteger(id) ? Number(id) : undefined
}

/** Finds the record that an item is about, as it was before. */
async function knownRecords({ sql, workspaceId }: Tx, { table }: RecordKind, items: readonly unknown[]) {
  const externalIds = items.map(externalIdOf).filter((id) => typeof id === 'string')
  const ids = items.map(idOf).filter((id) => id !== undefined)
  const byExternalId = await table.byExternalIds(sql, workspaceId, externalIds.filter(isStorable))
  const byId = await table.byIds(sql, workspaceId, ids)
  return (item: unknown) =>
    byExternalId.find(({ values }) => values['external_id'] === externalIdOf(item))?.values ??
    byId.find(({ values }) => values.id === idOf(item))?.values
}

const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()

/** Those with an external_id together, as in an import; the others one by one. */
async function resultsOf(
  tx: Tx,
  items: readonly unknown[],
  context: Context,
  contract: Contract,
  kind: RecordKind,
): Promise<Result[]> {
  const decoded = decodeItems(
    items.filter((item) => idOf(item) === undefined),
    contract.operations.bulk,
    context,
  )
  const upserted = await upsertDecoded(tx, context.caller, kind, decoded)
  let next = 0
  const all: Result[] = []
  for (const item of items) {
    const id = idOf(item)
    const upsert = id === undefined ? upserted[next++] : undefined
    all.push(upsert ?? (await updated(tx, id ?? 0, item, context, contract, kind)))
  }
  return all
}

async function updated(
  tx: Tx,
  id: number,
  item: unknown,
  { caller, strict }: Context,
  { operations: { update } }: Contract,
  kind: RecordKind,
): Promise<Result> {
  try {
    const { external_id: _none, ...given } = item as Record<string, unknown>
    const { data } = decodeBody(update.body, given, update.readOnly, strict)
    return await kind.save(tx, caller, { as: 'change', id, changes: data as Values })
  } catch (thrown) {
    const error = thrown instanceof RefusedError ? answerTo(thrown) : thrown
    if (!(error instanceof ApiError)) throw error
    return { error: error.code === 'not_found' ? noSuchRecord(id) : error }
  }
}

const noSuchRecord = (id: number) =>
  validationFailed([
    { field: 'id', code: 'not_found', message: `${id} is no record of this workspace; new ones need an external_id` },
  ])

const verdicts =
  (names: readonly string[], mostDetails: number) =>
  (index: number, result: Result, before: StoredRecord['values'] | undefined) => {
    const id = before?.id ?? null
    if ('error' in result) {
      const { error, code, details, details_omitted } = failureOf(result.error, mostDetails)
      const found = { ...(details && { details }), ...(details_omitted && { details_omitted }) }
      return { index, outcome: 'error' as const, id, changes: [], error, code, ...found }
    }
    const changes = names
      .map((field) => ({ field, from: valueOf(before, field), to: valueOf(result.record.values, field) }))
      .filter(({ from, to }) => from !== to)
    const unlessCreated = changes.length > 0 ? ('changed' as const) : ('unchanged' as const)
    return { index, outcome: result.created ? ('created' as const) : unlessCreated, id, changes }
  }

const valueOf = (record: Values | undefined, name: string) => record?.[name] ?? null
