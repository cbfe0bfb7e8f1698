import { records } from '@matterbase/domain'
import type { RecordKind, Saved, Upsert } from '@matterbase/domain'
import { eachRecord } from '@matterbase/schemas'
import type { Operation, RecordContracts, RecordName, Relations, Resource } from '@matterbase/schemas'
import type { Context, Handlers } from '../http/operations/context.ts'
import { RawJson } from '../http/answer/raw-json.ts'
import { bulkDelete } from './bulk-delete.ts'
import type { Named } from './bulk-delete.ts'
import { bulkUpsert } from './bulk.ts'
import type { ItemSchema } from './bulk.ts'
import { conditionOf } from './condition-of.ts'
import { fieldsOf } from './fields-of.ts'
import type { Given } from './fields-of.ts'
import { userFilters } from './own-member.ts'
import { readHandlers } from './readable.ts'
import type { ById, ListOptions } from './readable.ts'

interface CrudContract {
  readonly relations: Relations
  readonly operations: Resource & { readonly get: Operation; readonly bulk: ItemSchema }
}

type RecordHandlers = { readonly [N in RecordName]: Handlers<RecordContracts[N]['operations']> }

/** The handlers of all ordinary resources. */
export const ofRecords = (deps: ListOptions): RecordHandlers =>
  eachRecord((contract, name) => handlersOf(contract, records[name], deps))

function handlersOf({ operations, relations }: CrudContract, kind: RecordKind, options: ListOptions) {
  const reads = readHandlers(options, {
    list: kind.list,
    export: kind.export,
    userFilters: userFilters(relations),
    shapeOf: kind.shown,
    get: async ({ caller, sql, records }, id, shape) =>
      shape ? kind.getAs(sql, caller.workspaceId, id, shape) : (await records.get(kind, id)).json,
  })

  /** The checks of the database for a request with invalid fields, so that one response lists all errors. */
  const alsoWrong = (
    { params, body }: Partial<ById> & { body: Given },
    { caller, sql }: Context,
    wrong: ReadonlySet<string>,
  ) => {
    const { if_match: _condition, ...fields } = body
    return kind.alsoWrong(sql, caller.workspaceId, { id: params?.id, ...fieldsOf(fields, relations), wrong })
  }

  const handlers = {
    ...reads,

    create: ({ body }: { body: Given }, { records, sent, noteDisregarded }: Context) =>
      records.save(kind, { as: 'create', ...fieldsOf(body, relations), sent }, ({ record, disregarded = [] }) => {
        noteDisregarded(disregarded)
        return { data: new RawJson(record.json) }
      }),

    async upsert(
      { body }: { body: Given & { external_id: string } },
      { records, seen: known, sent, isBlind, noteDisregarded }: Context,
    ) {
      const condition = conditionOf(body, { isBlind }, operations.get.scope)
      const seen = known ?? condition.seen
      const item = { ...fieldsOf<Upsert>(condition.body, relations), sent }
      const answer = ({ record, created, disregarded = [] }: Saved) => {
        noteDisregarded(disregarded)
        return { data: new RawJson(record.json), created }
      }
      // Most upserts of a sync change nothing, and need no lock.
      const isPlain = seen === undefined && item.related === undefined
      const unchanged = isPlain ? await records.findUnchanged(kind, item) : undefined
      return unchanged ? answer(unchanged) : records.save(kind, { as: 'upsert', ...item, seen }, answer)
    },

    bulk({ body, query }: { body: { data: readonly unknown[] }; query: { atomic?: boolean } }, context: Context) {
      const contract = { ...operations.bulk, relations, read: operations.get.scope }
      return bulkUpsert(kind, contract, { items: body.data, atomic: query.atomic ?? false }, context)
    },

    bulkDelete({ body, query }: { body: Named; query: { force?: unknown } }, context: Context) {
      return bulkDelete(kind, body, { force: query.force === true, read: operations.get.scope }, context)
    },

    async update(
      { params: { id }, body }: ById & { body: Given },
      { records, seen: known, sent, isBlind, noteDisregarded }: Context,
    ) {
      const condition = conditionOf(body, { isBlind }, operations.get.scope)
      const seen = known ?? condition.seen
      const changes = fieldsOf(condition.body, relations)
      return records.save(kind, { as: 'change', id, ...changes, seen, sent }, ({ record, disregarded = [] }) => {
        noteDisregarded(disregarded)
        return { data: new RawJson(record.json) }
      })
    },

    // Only records with dependents have `force`.
    async delete({ params: { id }, query }: ById & { query: { force?: unknown } }, { records, seen }: Context) {
      await records.remove(kind, { id, force: query.force === true, seen })
      return { success: true as const }
    },
  }
  for (const handler of [handlers.create, handlers.upsert, handlers.update]) Object.assign(handler, { alsoWrong })
  return handlers
}
