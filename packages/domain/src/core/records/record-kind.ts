import type { Sql } from '@matterbase/db'
import { tableOf } from '@matterbase/schemas'
import { saveRecord, saveRecords } from '../write/save-records.ts'
import type { Tx } from '../write/transaction.ts'
import type { Actor } from '../verbs/actor.ts'
import { notFound } from '../verbs/refused.ts'
import { verb } from '../verbs/verb.ts'
import type { Dependents } from './dependents.ts'
import { exportRecords } from './lists/export.ts'
import type { Exported } from './lists/export.ts'
import { readPage } from './lists/list.ts'
import type { Page, PageOf } from './lists/list.ts'
import { alsoWrong } from './also-wrong.ts'
import type { Malformed } from './also-wrong.ts'
import { eachOf, noteOfImport, noteOfMany, outcomesOf } from './many.ts'
import type { Import, ManyRemovals, Upserts } from './many.ts'
import { removeOne, requireById } from './one.ts'
import type { Removal } from './one.ts'
import { shown } from './lists/shown.ts'
import type { Showing } from './lists/shown.ts'
import type { Shape } from './lists/related.ts'
import { recordFilters } from './lists/filters.ts'
import { recordListing } from './lists/record-list.ts'
import type { RecordListOptions, RecordQuery } from './lists/record-list.ts'
import type { SortKeys } from './lists/sort-keys.ts'
import type { RecordContract } from './record-contract.ts'
import { numberField } from './number-field.ts'
import { recordTable } from './table/table.ts'
import type { Outcome, RecordWrite, StoredRecord, Values } from './record.ts'
import type { WritableKind } from './writable-kind.ts'

export interface RecordOptions {
  /** Where other records refer to these. */
  readonly dependents?: Dependents
  /** Computes fields that follow from others. */
  readonly derive?: WritableKind['derive']
  /** Further problems of each write that the contract cannot express. */
  readonly problems?: WritableKind['problems']
  /** The refusal of each write that other records do not allow. */
  readonly refuse?: WritableKind['refuse']
  /** Throws for one whose dependents cannot be unlinked. */
  readonly requireUnlinkable?: (tx: Tx, id: number) => Promise<void>
  /** Throws for one that is neither deleted nor changed along with many others. People may less than API keys. */
  readonly requireOpen?: (tx: Tx, id: number, isPerson: boolean) => Promise<void>
  /** Fields that follow from other records. A sent value has no effect. */
  readonly follow?: readonly string[]
  /** Further changes after records are updated; undefined for none. */
  readonly consequence?: WritableKind['consequence']
  /** Initial values of a new record that depend on its creator. */
  readonly madeBy?: (actor: Actor) => Values
  /** Conditions of further parameters of lists. */
  readonly filters?: (workspaceId: number) => RecordListOptions['filters']
  /** How lists are sorted by what the contract names. */
  readonly sorts?: SortKeys
}

export type RecordKind = ReturnType<typeof recordKind>

/** The operations on ordinary records, for any contract of `crud`. */
export function recordKind(contract: RecordContract, options: RecordOptions = {}) {
  const { dependents = {}, requireOpen, madeBy, filters: further, sorts } = options
  const { derive, problems, refuse, consequence, requireUnlinkable, follow } = options
  const { path, noun, fields, derived, rules, events, operations, relations } = contract
  const table = recordTable(tableOf(path), fields, derived)
  const number = numberField(fields)
  const special = { number, derive, problems, refuse, follow, consequence }
  const writable: WritableKind = { table, noun, fields, derived, rules, events, ...special }
  const definedFor = fields['custom_fields']?.definedFor
  const by = (actor: Actor, write: RecordWrite): RecordWrite => ({
    ...write,
    ...(madeBy && { defaults: madeBy(actor) }),
    ...(definedFor && { isEnforced: actor.by.kind === 'key' }),
  })
  const filtersFor = recordFilters(contract)
  const allow = [operations.create.scope]
  // The name of a record in the audit log.
  const name = noun.replaceAll(' ', '_')

  const requireOpenTo = (tx: Tx, { by: { kind } }: Actor, id: number) => requireOpen?.(tx, id, kind === 'user')
  const removable = { ...writable, path, noun, requireUnlinkable }
  const imported = {
    action: `${name}.imported`,
    note: (items: Import | Upserts, outcomes: readonly Outcome[], actor: Actor) =>
      noteOfImport(noun, items, outcomes, actor),
  }

  return {
    table,
    noun,
    name,

    /** @throws RefusedError not_found. */
    get: (sql: Sql, workspaceId: number, id: number): Promise<StoredRecord> => requireById(table, sql, workspaceId, id),

    /** The same in this shape. @throws RefusedError not_found. */
    async getAs(sql: Sql, workspaceId: number, id: number, shape: Shape): Promise<string> {
      const json = await table.byIdAs(sql, workspaceId, id, shape)
      if (json === undefined) throw notFound()
      return json
    },

    /**
     * The form of records in responses: some of their fields, with related records.
     *
     * @throws RefusedError insufficient_scope.
     */
    shown: (actor: Actor, showing: Showing) => shown(actor, { columns: table.columns, relations }, showing),

    list: (of: Omit<PageOf, 'scope'>, workspaceId: number, query: RecordQuery, shape?: Shape): Promise<Page> => {
      const json = shape ? shape(table.json) : table.json
      const listing = async (wanted: RecordQuery) => {
        const all = { ...(await filtersFor(of.sql, workspaceId, wanted)), ...further?.(workspaceId) }
        return recordListing(workspaceId, { table: table.name, json, filters: all, sorts })(wanted)
      }
      return readPage({ ...of, scope: `lists/${workspaceId}/${path}` }, query, listing)
    },

    /** The write with the initial values that depend on its actor. */
    by,

    writable,

    /** @param sql of a snapshot. @throws as `exportRecords`. */
    export: (sql: Sql, workspaceId: number, ofCopy?: string): Promise<Exported> =>
      exportRecords(sql, workspaceId, { table: table.name, json: table.json }, ofCopy),

    create: verb({
      allow,
      run: async (tx, actor, changes: Values) =>
        (await saveRecord(tx, by(actor, { as: 'create', changes }), writable)).record,
    }),

    /** Creates, upserts or changes one record. */
    save: verb({ allow, run: (tx, actor, write: RecordWrite) => saveRecord(tx, by(actor, write), writable) }),

    /** Upserts records by their external_id; each has its own outcome, in their order. */
    upsertMany: verb({
      allow,
      run: async (tx, actor, { items, inserted }: Upserts) => {
        const writes = items.map((item) => by(actor, { as: 'upsert', ...item }))
        return outcomesOf(await saveRecords(tx, writes, writable, inserted))
      },
      ...imported,
    }),

    /** Creates, upserts and changes the records of a file; each has its own outcome, in their order. */
    importMany: verb({
      allow,
      run: async (tx, actor, { items }: Import) => {
        const writes = items.map((write) => by(actor, write))
        return outcomesOf(await saveRecords(tx, writes, writable))
      },
      ...imported,
    }),

    /** The same changes to each of many records; one that cannot have them does not hold up the others. */
    changeMany: verb({
      allow,
      run: (tx, actor, { ids, changes }: { ids: readonly number[]; changes: Values }) =>
        eachOf(ids, async (id) => {
          await requireOpenTo(tx, actor, id)
          await saveRecord(tx, { as: 'change', id, changes }, writable)
        }),
      action: `${name}.updated`,
      note: ({ changes }, results) => noteOfMany(noun, results, { fields: Object.keys(changes) }),
    }),

    remove: verb({
      allow,
      run: async (tx, actor, removal: Removal) => {
        await requireOpenTo(tx, actor, removal.id)
        return removeOne(tx, removal, removable, dependents)
      },
      action: `${name}.deleted`,
      note: ({ id }) => ({ target: `${noun} ${id}` }),
    }),

    /** Deletes each of many records that can be deleted. */
    removeMany: verb({
      allow,
      run: (tx, actor, { ids, force, seenOf }: ManyRemovals) =>
        eachOf(ids, async (id) => {
          await requireOpenTo(tx, actor, id)
          await removeOne(tx, { id, force, seen: seenOf?.get(id) }, removable, dependents)
        }),
      action: `${name}.deleted`,
      note: (_removals, results) => noteOfMany(noun, results),
    }),

    alsoWrong: (sql: Sql, workspaceId: number, malformed: Malformed) =>
      alsoWrong(sql, workspaceId, malformed, writable),
  }
}
