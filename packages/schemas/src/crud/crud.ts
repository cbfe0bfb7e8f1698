import { z } from 'zod'
import { bulkDeleteOperation } from './bulk-delete.ts'
import { bulkOperation } from './bulk.ts'
import { errorsFor } from './crud-errors.ts'
import { crudTexts, pluralOf, sentenceCase } from './crud-texts.ts'
import { crudEvents } from './crud-events.ts'
import type { CrudOptions } from './crud-options.ts'
import { exportOperation } from './export.ts'
import { filtersOf } from './filters.ts'
import { manyOperations } from './many.ts'
import { expandParam, makeReferable, relationsOf, withRelated } from './related.ts'
import { bodiesOf, deletedOf, mapValues, outputsOf, readOnlyNames, writtenOf } from './shapes.ts'
import type { Outputs } from './shapes.ts'
import { externalId } from '../fields/fields.ts'
import { fieldsParam } from '../fields/fields-param.ts'
import type { DayRange } from '../fields/day-range.ts'
import type { Deriveds, Fields } from '../fields/fields.ts'
import { filterParams, listQuery, pageOf } from '../fields/lists.ts'
import { force } from './force.ts'
import { Created, CreatedAt, Etag, IfMatch, PathId, readOnlyId, Success, UpdatedAt } from '../fields/primitives.ts'
import type { Operation } from '../operations/operation.ts'

const { ids, external_id } = filterParams

/**
 * The operations of an ordinary resource: list, create, upsert by `external_id` (one and many), get,
 * partial update and delete. `fields` is the one source of its record, its bodies and its columns.
 */
export function crud<
  const F extends Fields,
  const P extends string = string,
  const L extends keyof F | keyof D = keyof F,
  const N extends string = string,
  const K extends string = never,
  const D extends Deriveds = Deriveds,
  const S extends string = never,
  const R extends keyof DayRange = never,
>(options: CrudOptions<F, P, L, N, K, D, S, R>) {
  const { path, noun, name, about, fields, filters, read, write, rules, isReferenced = false, created, found } = options
  const derived = (options.derived ?? {}) as D
  const readOnly = readOnlyNames(derived)
  const texts = crudTexts({ noun, fields, rules, isReferenced })
  const Entity = z
    .object({
      id: readOnlyId(noun),
      ...(mapValues(fields, ({ output }) => output) as Outputs<F>),
      created_at: CreatedAt,
      updated_at: UpdatedAt,
      ...(outputsOf(derived) as Outputs<D>),
      etag: Etag,
    })
    .meta({ id: name, description: `${texts.record}.` })
  makeReferable(path, { entity: Entity, noun, read })
  const relations = relationsOf(fields, derived)
  const shown = { ...expandParam(relations, name), ...fieldsParam(Entity) }
  const Read = withRelated(Entity, relations, { name, noun })
  const Deleted = deletedOf({ name, noun, fields: { ...fields, ...derived }, relations })
  const { plain, partial, complete } = bodiesOf(fields, derived)
  const Upsert = partial
    .extend({ external_id: externalId.input.unwrap(), if_match: IfMatch })
    .meta({ id: `${name}Upsert`, description: texts.upserted })
  const Written = writtenOf({ name, noun, read, Entity })
  const [Single, Upserted] = [z.object({ data: Written }), z.object({ data: Written, created: Created })]
  const of = (verb: string) => `${verb}${name}`
  const errors = errorsFor(fields, options)
  const one = { path: `/${path}/{id}`, params: z.object({ id: PathId }) } as const
  const isSearchable = Object.values(fields).some(({ kind }) => kind === 'text')
  const narrowing = { ...filtersOf<L>({ ...fields, ...derived }, filters), ...(options.days as Pick<DayRange, R>) }

  const operations = {
    list: {
      path: `/${path}`,
      method: 'get',
      operationId: pluralOf(of('list')),
      ...texts.list,
      scope: read,
      query: listQuery({ ids, external_id, ...narrowing, ...shown }, { deletions: true, search: isSearchable }),
      sortedBy: options.sortedBy ?? [],
      responses: {
        200: pageOf('data', z.union([Read, Deleted]), { id: `${name}List`, description: texts.page }),
      },
    },
    create: {
      path: `/${path}`,
      method: 'post',
      operationId: of('create'),
      ...texts.create,
      scope: write,
      body: complete.meta({ id: `${name}Create`, description: `${texts.record} to create.` }),
      readOnly,
      responses: { 201: Single },
      location: one.path,
      errors: errors.create,
    },
    upsert: {
      path: `/${path}`,
      method: 'put',
      operationId: of('upsert'),
      ...texts.upsert,
      scope: write,
      body: Upsert,
      readOnly,
      responses: { 200: Upserted, 201: Upserted },
      location: one.path,
      errors: errors.upsert,
    },
    export: exportOperation({ path, many: pluralOf(noun), names: pluralOf(name), read, record: Entity }),
    bulk: bulkOperation({ path, noun, name, write, Written, Upsert, readOnly }),
    bulkDelete: bulkDeleteOperation({ path, noun, name, write, isReferenced }),
    get: {
      ...one,
      method: 'get',
      operationId: of('get'),
      ...texts.get,
      scope: read,
      query: z.object(shown),
      responses: { 200: z.object({ data: Read }) },
    },
    update: {
      ...one,
      method: 'patch',
      operationId: of('update'),
      ...texts.update,
      scope: write,
      body: partial.extend({ if_match: IfMatch }).meta({ id: `${name}Update`, description: texts.changes }),
      readOnly,
      responses: { 200: Single },
      errors: errors.update,
    },
    delete: {
      ...one,
      method: 'delete',
      operationId: of('delete'),
      ...texts.delete,
      scope: write,
      query: z.object({ ...(isReferenced && { force }) }),
      responses: { 200: z.object({ success: Success }) },
      errors: errors.delete,
    },
  } as const satisfies Record<string, Operation>
  return {
    path,
    noun,
    tag: { name: sentenceCase(pluralOf(noun)), description: about },
    entity: Entity,
    fields,
    derived,
    filters,
    relations,
    rules: rules ?? {},
    events: crudEvents({ noun, name, created, scope: read }),
    found,
    operations,
    ...manyOperations({ path, name, write, update: plain }),
  }
}
