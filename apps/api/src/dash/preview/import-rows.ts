import type { RecordKind, StoredRecord, Tx, Values } from '@matterbase/domain'
import type { Fields } from '@matterbase/schemas'
import { validationFailed } from '../../http/errors/api-error.ts'
import type { Context } from '../../http/operations/context.ts'
import { resultOf } from '../../records/bulk.ts'
import { failureOf, mostDetailsEach } from '../../records/failures.ts'
import type { Result } from '../../records/failures.ts'
import { decodeRows, externalIdOf, idOf } from './import-items.ts'
import type { RowContract } from './import-items.ts'
import { linkRows } from './linked-rows.ts'

interface Contract extends RowContract {
  readonly fields: Fields
}

interface Imported {
  readonly result: Result
  readonly before: StoredRecord['values'] | undefined
}

/** Saves the records of a file in a transaction, and says what became of each. */
export const importRows =
  (contract: Contract, kind: RecordKind) =>
  async (tx: Tx, items: readonly unknown[], { caller, strict }: Pick<Context, 'caller' | 'strict'>) => {
    const before = await knownRecords(tx, kind, items)
    const linked = await linkRows(tx, items, contract.relations)
    const rows = decodeRows(linked, contract, { strict, before })
    const wanted = rows.flatMap((row) => ('wanted' in row ? [row.wanted] : []))
    const outcomes = await kind.importMany(tx, caller, { items: wanted, refused: rows.length - wanted.length })
    let next = 0
    const imported = rows.map((row, at): Imported => ({
      result: 'error' in row ? row : named(resultOf(outcomes[next++]), row.wanted),
      before: before(items[at]),
    }))
    return verdictsOf(imported, Object.keys(contract.fields))
  }

/** Finds the record that a row is about, as it was before. */
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

/** A record that is not there is named by its id. */
function named(result: Result, wanted: { readonly as: string; readonly id?: number }): Result {
  if (!('error' in result) || result.error.code !== 'not_found' || wanted.as !== 'change') return result
  const message = `${wanted.id} is not a record of this workspace. Leave the cell empty to create a new one`
  return { error: validationFailed([{ field: 'id', code: 'not_found', message }]) }
}

function verdictsOf(imported: readonly Imported[], names: readonly string[]) {
  const most = mostDetailsEach(imported.map(({ result }) => result))
  const results = imported.map(({ result, before }, index) => {
    const id = before?.id ?? null
    if ('error' in result) {
      const { error, code, details, details_omitted } = failureOf(result.error, most)
      const found = { ...(details && { details }), ...(details_omitted && { details_omitted }) }
      return { index, outcome: 'error' as const, id, changes: [], error, code, ...found }
    }
    const changes = changesOf(names, before, result.record.values)
    const unlessCreated = changes.length > 0 ? ('changed' as const) : ('unchanged' as const)
    return { index, outcome: result.created ? ('created' as const) : unlessCreated, id, changes }
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

const changesOf = (names: readonly string[], before: Values | undefined, after: Values) =>
  names
    .map((field) => ({ field, from: valueOf(before, field), to: valueOf(after, field) }))
    .filter(({ from, to }) => from !== to)

function valueOf(record: Values | undefined, name: string) {
  const value = record?.[name] ?? null
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}
