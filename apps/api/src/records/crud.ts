import { records } from '@matterbase/domain'
import type { PageOf, RecordKind, RecordQuery, Showing, Values } from '@matterbase/domain'
import { eachRecord } from '@matterbase/schemas'
import type { RecordContracts, RecordName, Resource } from '@matterbase/schemas'
import type { Context, Handlers } from '../http/operations/context.ts'
import { RawJson } from '../http/answer/raw-json.ts'
import { bulkDelete } from './bulk-delete.ts'
import type { Named } from './bulk-delete.ts'
import { bulkUpsert } from './bulk.ts'
import type { ItemContract } from './bulk.ts'
import { exportAnswer } from './export.ts'
import { pageAnswer } from './list.ts'

/** How lists are read. */
type ListOptions = Pick<PageOf, 'sealer' | 'counting'>

interface CrudContract {
  readonly operations: Resource & { readonly bulk: ItemContract }
}

interface ById {
  readonly params: { readonly id: number }
}

type RecordHandlers = { readonly [N in RecordName]: Handlers<RecordContracts[N]['operations']> }

/** The members of a record, as they were sent. */
type Sent = Readonly<Record<string, Values[string] | undefined>>

// A schema that is made from `fields` leaves out what was not sent.
const valuesOf = <S extends Sent>(sent: S) => sent as S & Values

/** The handlers of all ordinary resources. */
export const ofRecords = (deps: ListOptions): RecordHandlers =>
  eachRecord((contract, name) => handlersOf(contract, records[name], deps))

function handlersOf({ operations }: CrudContract, kind: RecordKind, { sealer, counting }: ListOptions) {
  /** The same checks for a request that is malformed already, so that it learns of everything at once. */
  const alsoWrong = (
    { params, body }: Partial<ById> & { body: Sent },
    { caller, sql }: Context,
    wrong: ReadonlySet<string>,
  ) => kind.alsoWrong(sql, caller.workspaceId, { id: params?.id, changes: valuesOf(body), wrong })

  const handlers = {
    async list({ query }: { query: RecordQuery }, { caller, sql }: Context) {
      const shape = kind.shown(caller, query)
      return pageAnswer('data', await kind.list({ sql, sealer, counting }, caller.workspaceId, query, shape))
    },

    export: async (_input: unknown, context: Context) => exportAnswer(context, kind.export),

    create: ({ body }: { body: Sent }, { records }: Context) =>
      records.save(kind, { as: 'create', changes: valuesOf(body) }, ({ record }) => ({
        data: new RawJson(record.json),
      })),

    async upsert({ body }: { body: Sent & { external_id: string } }, { records, seen }: Context) {
      const changes = valuesOf(body)
      // A sync mostly sends what is there already: that needs no lock.
      const known = seen === undefined ? await records.alreadySo(kind, changes) : undefined
      if (known) return { data: new RawJson(known.json), created: false }
      return records.save(kind, { as: 'upsert', changes, seen }, ({ record, created }) => ({
        data: new RawJson(record.json),
        created,
      }))
    },

    bulk({ body, query }: { body: { data: readonly unknown[] }; query: { atomic?: boolean } }, context: Context) {
      return bulkUpsert(kind, operations.bulk, { items: body.data, atomic: query.atomic ?? false }, context)
    },

    bulkDelete({ body, query }: { body: Named; query: { force?: unknown } }, context: Context) {
      return bulkDelete(kind, body, query.force === true, context)
    },

    async get({ params: { id }, query }: ById & { query: Showing }, context: Context) {
      const { caller, sql, records } = context
      const shape = kind.shown(caller, query)
      const json = shape ? await kind.getAs(sql, caller.workspaceId, id, shape) : (await records.get(kind, id)).json
      return { data: new RawJson(json) }
    },

    update: ({ params: { id }, body }: ById & { body: Sent }, { records, seen }: Context) =>
      records.save(kind, { as: 'change', id, changes: valuesOf(body), seen }, ({ record }) => ({
        data: new RawJson(record.json),
      })),

    // Without dependents there is no `force`, so its type is not known for all.
    async delete({ params: { id }, query }: ById & { query: { force?: unknown } }, { records, seen }: Context) {
      await records.remove(kind, { id, force: query.force === true, seen })
      return { success: true as const }
    },
  }
  for (const handler of [handlers.create, handlers.upsert, handlers.update]) Object.assign(handler, { alsoWrong })
  return handlers
}
