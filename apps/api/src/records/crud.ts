import { records } from '@matterbase/domain'
import type { PageOf, RecordKind, RecordQuery, Saved, Showing, Values } from '@matterbase/domain'
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
type ListOptions = Pick<PageOf, 'sealer' | 'counting' | 'pageBytes'>

interface CrudContract {
  readonly operations: Resource & { readonly bulk: ItemContract }
}

interface ById {
  readonly params: { readonly id: number }
}

type RecordHandlers = { readonly [N in RecordName]: Handlers<RecordContracts[N]['operations']> }

/** The members of a record, as they were sent. */
type Given = Readonly<Record<string, Values[string] | undefined>>

// A schema that is made from `fields` leaves out what was not sent.
const valuesOf = <S extends Given>(sent: S) => sent as S & Values

/** The handlers of all ordinary resources. */
export const ofRecords = (deps: ListOptions): RecordHandlers =>
  eachRecord((contract, name) => handlersOf(contract, records[name], deps))

function handlersOf({ operations }: CrudContract, kind: RecordKind, { sealer, counting, pageBytes }: ListOptions) {
  /** The same checks for a request that is malformed already, so that it learns of everything at once. */
  const alsoWrong = (
    { params, body }: Partial<ById> & { body: Given },
    { caller, sql }: Context,
    wrong: ReadonlySet<string>,
  ) => kind.alsoWrong(sql, caller.workspaceId, { id: params?.id, changes: valuesOf(body), wrong })

  const handlers = {
    async list({ query }: { query: RecordQuery }, { caller, sql }: Context) {
      const shape = kind.shown(caller, query)
      const { workspaceId, history } = caller
      return pageAnswer(
        'data',
        await kind.list({ sql, sealer, history, counting, pageBytes }, workspaceId, query, shape),
      )
    },

    export: async ({ query }: { query: RecordQuery }, context: Context) => exportAnswer(query, context, kind.export),

    create: ({ body }: { body: Given }, { records, sent, noteDisregarded }: Context) =>
      records.save(kind, { as: 'create', changes: valuesOf(body), sent }, ({ record, disregarded = [] }) => {
        noteDisregarded(disregarded)
        return { data: new RawJson(record.json) }
      }),

    async upsert(
      { body }: { body: Given & { external_id: string } },
      { records, seen, sent, noteDisregarded }: Context,
    ) {
      const changes = valuesOf(body)
      const answer = ({ record, created, disregarded = [] }: Saved) => {
        noteDisregarded(disregarded)
        return { data: new RawJson(record.json), created }
      }
      // A sync mostly sends what is there already: that needs no lock.
      const known = seen === undefined ? await records.alreadySo(kind, { changes, sent }) : undefined
      return known ? answer(known) : records.save(kind, { as: 'upsert', changes, seen, sent }, answer)
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

    update: ({ params: { id }, body }: ById & { body: Given }, { records, seen, sent, noteDisregarded }: Context) =>
      records.save(kind, { as: 'change', id, changes: valuesOf(body), seen, sent }, ({ record, disregarded = [] }) => {
        noteDisregarded(disregarded)
        return { data: new RawJson(record.json) }
      }),

    // Without dependents there is no `force`, so its type is not known for all.
    async delete({ params: { id }, query }: ById & { query: { force?: unknown } }, { records, seen }: Context) {
      await records.remove(kind, { id, force: query.force === true, seen })
      return { success: true as const }
    },
  }
  for (const handler of [handlers.create, handlers.upsert, handlers.update]) Object.assign(handler, { alsoWrong })
  return handlers
}
