import type { Sealer, Sql, Tx } from '@matterbase/db'
import type { crud as contractOf, EventKind, Fields, Resource } from '@matterbase/schemas'
import { notFound } from '../../http/api-error.ts'
import type { Context, Handlers } from '../../http/context.ts'
import { requireMatch } from '../../http/etag.ts'
import { RawJson } from '../../http/raw-json.ts'
import { bulkUpsert } from './bulk.ts'
import type { ItemContract } from './bulk.ts'
import { listPage } from './list.ts'
import { recordListing } from './record-list.ts'
import type { RecordQuery } from './record-list.ts'
import { releaseDependents } from './remove.ts'
import type { Dependent } from './remove.ts'
import { isGranted, save } from './save.ts'
import type { Draft, Wish } from './save.ts'
import { recordTable } from './table.ts'
import type { StoredRecord, Values } from './table.ts'

export interface CrudOptions {
  /** The event that a new record fires. */
  readonly created?: EventKind
  /** Where other records refer to this resource. */
  readonly dependents?: readonly Dependent[]
  /** Members that follow from others. */
  readonly derive?: (tx: Tx, drafts: readonly Draft[]) => Promise<Values[]>
}

type CrudContract = Pick<ReturnType<typeof contractOf<Fields>>, 'path' | 'fields' | 'rules'> & {
  readonly filters: readonly string[]
  readonly operations: Resource & { readonly bulk: ItemContract }
}

interface ById {
  readonly params: { readonly id: number }
}

/** The handlers of an ordinary resource, for any contract that `crud` made. */
export function crud<C extends CrudContract>(
  contract: C,
  sealer: Sealer,
  { created, dependents = [], derive }: CrudOptions = {},
): Handlers<C['operations']> {
  const { path, fields, rules, operations } = contract
  const table = recordTable(path.replaceAll('-', '_'), fields)
  const options = { table, fields, rules, created, derive }
  const filters = Object.fromEntries(['external_id', ...contract.filters].map((name) => [name, name]))

  async function byId(sql: Sql, workspaceId: number, { params: { id } }: ById): Promise<StoredRecord> {
    const [record] = await table.byIds(sql, workspaceId, [id])
    if (!record) throw notFound()
    return record
  }

  async function byExternalId(sql: Sql, workspaceId: number, externalId: string) {
    const [record] = await table.byExternalIds(sql, workspaceId, [externalId])
    return record
  }

  async function saveOne(tx: Tx, wish: Wish) {
    const [outcome] = await save(tx, [wish], options)
    if (!outcome || 'error' in outcome) throw outcome?.error ?? new Error('Nothing was saved')
    return { data: new RawJson(outcome.record.json), created: outcome.created }
  }

  const handlers = {
    list({ query }: { query: RecordQuery }, { caller, sql }: Context) {
      const scope = `lists/${caller.workspaceId}/${path}`
      const listing = recordListing(caller.workspaceId, { table: table.name, json: table.json, filters })
      return listPage({ sql, sealer, scope, member: 'data' }, query, listing)
    },

    create: ({ body }: { body: Values }, { write }: Context) =>
      write(async (tx) => {
        const { data } = await saveOne(tx, { changes: body })
        return { data }
      }),

    async upsert({ body }: { body: Values & { external_id: string } }, { caller, sql, write, ifMatch }: Context) {
      // A sync mostly sends what is there already: that needs no lock.
      const seen = await byExternalId(sql, caller.workspaceId, body.external_id)
      if (ifMatch === undefined && isGranted({ existing: seen, changes: body }))
        return { data: new RawJson(seen?.json ?? ''), created: false }
      return write(async (tx) => {
        const existing = await byExternalId(tx.sql, tx.workspaceId, body.external_id)
        requireMatch(ifMatch, existing?.json)
        return saveOne(tx, { existing, changes: body, byExternalId: true })
      })
    },

    bulk({ body, query }: { body: { data: readonly unknown[] }; query: { atomic?: boolean } }, context: Context) {
      const request = { items: body.data, atomic: query.atomic ?? false }
      return bulkUpsert(context, request, operations.bulk, options)
    },

    async get(input: ById, { caller, sql }: Context) {
      return { data: new RawJson((await byId(sql, caller.workspaceId, input)).json) }
    },

    update: (input: ById & { body: Values }, { write, ifMatch }: Context) =>
      write(async (tx) => {
        const existing = await byId(tx.sql, tx.workspaceId, input)
        requireMatch(ifMatch, existing.json)
        const { data } = await saveOne(tx, { existing, changes: input.body })
        return { data }
      }),

    delete: (input: ById & { query: { force?: boolean } }, { write, ifMatch }: Context) =>
      write(async (tx) => {
        requireMatch(ifMatch, (await byId(tx.sql, tx.workspaceId, input)).json)
        await releaseDependents(tx, input.params.id, dependents, input.query.force ?? false)
        await table.markDeleted(tx.sql, tx.workspaceId, input.params.id, tx.stamp())
        return { success: true as const }
      }),
  }
  // The input of every operation is decoded by a schema made from `fields`: a record of plain values.
  return handlers as unknown as Handlers<C['operations']>
}
