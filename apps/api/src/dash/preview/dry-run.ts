import type { Tx } from '@matterbase/domain'
import type { ErrorDetail, Fields } from '@matterbase/schemas'
import type { z } from 'zod'
import { ApiError, validationFailed } from '../../http/errors/api-error.ts'
import type { Context } from '../../http/operations/context.ts'
import { decodeBody } from '../../http/input/decode.ts'
import { recordTable } from '../../rest/crud/table.ts'
import type { StoredRecord, Values } from '../../rest/crud/table.ts'
import { within } from './rest-handlers.ts'
import type { RestHandlers } from './rest-handlers.ts'
import { rolledBack } from './rolled-back.ts'

interface Contract {
  readonly path: string
  readonly fields: Fields
  readonly operations: { readonly update: { readonly body: z.ZodObject; readonly readOnly: readonly string[] } }
}

interface Failure {
  readonly error: string
  readonly code: string
  readonly details?: ErrorDetail[]
  readonly details_omitted?: number
}

type Result = Failure | { readonly created: boolean; readonly data: StoredRecord['values'] }

/** Upserts records as the REST API would, says what came of it, and takes all of it back. */
export const dryRun = (contract: Contract, handlers: RestHandlers) => {
  const table = recordTable(contract.path.replaceAll('-', '_'), contract.fields)
  return async ({ body }: { body: { data: readonly unknown[] } }, context: Context) => {
    const items = body.data
    const results = await rolledBack(context, async (tx) => {
      const before = await knownRecords(tx, table, items)
      const after = await resultsOf(tx, items, context, contract, handlers)
      return after.map((result, index) => verdict(index, result, before(items[index]), Object.keys(contract.fields)))
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
async function knownRecords(
  { sql, workspaceId }: Tx,
  table: ReturnType<typeof recordTable>,
  items: readonly unknown[],
) {
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
  handlers: RestHandlers,
) {
  const inside = within(tx, context)
  const withExternalId = items.filter((item) => idOf(item) === undefined)
  const { results } = await handlers.bulk({ params: {}, query: {}, body: { data: withExternalId } }, inside)
  const upserted = JSON.parse(results.text) as Result[]
  let next = 0
  const all: Result[] = []
  for (const item of items) {
    const id = idOf(item)
    const upsert = id === undefined ? upserted[next++] : undefined
    all.push(upsert ?? (await updated(id ?? 0, item, inside, contract, handlers)))
  }
  return all
}

async function updated(id: number, item: unknown, context: Context, { operations }: Contract, handlers: RestHandlers) {
  try {
    const { update } = operations
    const { external_id: _none, ...given } = item as Record<string, unknown>
    const { data } = decodeBody(update.body, given, update.readOnly, context.strict)
    const answer = await handlers.update({ params: { id }, query: {}, body: data }, context)
    return { created: false, data: JSON.parse(answer.data.text) as StoredRecord['values'] }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return failureOf(error.code === 'not_found' ? noSuchRecord(id) : error)
  }
}

const noSuchRecord = (id: number) =>
  validationFailed([
    { field: 'id', code: 'not_found', message: `${id} is no record of this workspace; new ones need an external_id` },
  ])

function failureOf({ message, code, body }: ApiError): Failure {
  return { error: message, code, ...body }
}

function verdict(index: number, result: Result, before: StoredRecord['values'] | undefined, names: readonly string[]) {
  const id = before?.id ?? null
  if ('error' in result) {
    const { error, code, details, details_omitted } = result
    const found = { ...(details && { details }), ...(details_omitted && { details_omitted }) }
    return { index, outcome: 'error' as const, id, changes: [], error, code, ...found }
  }
  const changes = names
    .map((field) => ({ field, from: valueOf(before, field), to: valueOf(result.data, field) }))
    .filter(({ from, to }) => from !== to)
  const outcome = result.created
    ? ('created' as const)
    : changes.length > 0
      ? ('changed' as const)
      : ('unchanged' as const)
  return { index, outcome, id, changes }
}

const valueOf = (record: Values | undefined, name: string) => record?.[name] ?? null
