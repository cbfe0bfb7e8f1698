import type { Sealer, Sql } from '@matterbase/db'
import type { Tx } from '@matterbase/domain'
import type { crud as contractOf, EventKind, Fields, Resource } from '@matterbase/schemas'
import { notFound } from '../../http/errors/api-error.ts'
import type { Context, Handlers } from '../../http/operations/context.ts'
import { requireMatch } from '../../http/answer/etag.ts'
import { RawJson } from '../../http/answer/raw-json.ts'
import { bulkUpsert } from './bulk.ts'
import type { ItemContract } from './bulk.ts'
import { listPage } from './list.ts'
import { recordListing } from './record-list.ts'
import type { RecordQuery } from './record-list.ts'
import { releaseDependents } from './remove.ts'
import type { Dependents } from './remove.ts'
import { isAlreadySo, save, whatIsWrong } from './save.ts'
import type { Draft, Wish } from './save.ts'
import { recordTable } from './table.ts'
import type { StoredRecord, Values } from './table.ts'

export interface CrudOptions {
  /** The event that a new record fires. */
  readonly created?: EventKind
  /** Where other records refer to this resource. */
  readonly dependents?: Dependents
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
  { created, dependents = {}, derive }: CrudOptions = {},
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

  /** The same checks for a request that is malformed already, so that it learns of everything at once. */
  async function alsoWrong(
    { params, body }: Partial<ById> & { body: Values },
    { caller, sql }: Context,
    wrong: ReadonlySet<string>,
  ) {
    const { external_id: externalId } = body
    const [existing] =
      params?.id === undefined
        ? await table.byExternalIds(sql, caller.workspaceId, typeof externalId === 'string' ? [externalId] : [])
        : await table.byIds(sql, caller.workspaceId, [params.id])
    if (params?.id !== undefined && !existing) return []
    // Of `someOf`, one that is wrong was given all the same.
    const someOf = rules.someOf?.some((name) => wrong.has(name)) ? [] : (rules.someOf ?? [])
    const judge = { ...options, rules: { ...rules, someOf } }
    return whatIsWrong(sql, caller.workspaceId, { existing, changes: body }, judge)
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
      if (ifMatch === undefined && isAlreadySo({ existing: seen, changes: body }))
        return { data: new RawJson(seen?.json ?? ''), created: false }
      return write(async (tx) => {
        const existing = await byExternalId(tx.sql, tx.workspaceId, body.external_id)
        return saveOne(tx, { existing, changes: body, byExternalId: true, ifMatch })
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
        const { data } = await saveOne(tx, { existing, changes: input.body, ifMatch })
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
  for (const handler of [handlers.create, handlers.upsert, handlers.update]) Object.assign(handler, { alsoWrong })
  // The input of every operation is decoded by a schema made from `fields`: a record of plain values.
  return handlers as unknown as Handlers<C['operations']>
}
