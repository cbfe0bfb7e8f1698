import { z } from 'zod'
import { fieldsParam } from '../fields/fields-param.ts'
import { filterParams, listQuery, pageOf, Tombstone } from '../fields/lists.ts'
import { PathId } from '../fields/primitives.ts'
import type { Operation } from '../operations/operation.ts'
import type { Scope } from '../operations/scopes.ts'
import { deletedText, oneOf, pluralOf } from './crud-texts.ts'
import { exportOperation } from './export.ts'
import { expandParam, relatedMembers, withRelated } from './related.ts'
import type { Contents, Relations } from './related.ts'

interface ReadOnlyOptions<P extends string, E extends z.ZodRawShape, F extends z.ZodRawShape, S extends string> {
  readonly path: P
  /** `invoice` */
  readonly noun: string
  /** `Invoice` */
  readonly name: string
  readonly read: Scope
  /** Its first member is its id. */
  readonly entity: z.ZodObject<E>
  readonly relations: Relations
  /** Parts that `expand` adds. Default: none. */
  readonly contents?: Contents
  readonly filters: F
  /** More text in the description of its list. */
  readonly about: string
  /** True if records can be deleted, so that lists can include tombstones. */
  readonly hasDeletions: boolean
  readonly sortedBy?: readonly S[]
}

/** The operations of records that the API does not write: list, export and get. */
export function readOnly<
  const P extends string,
  E extends z.ZodRawShape,
  F extends z.ZodRawShape,
  const S extends string = never,
>(options: ReadOnlyOptions<P, E, F, S>) {
  const { path, noun, name, read, entity, relations, contents, filters, about, hasDeletions, sortedBy = [] } = options
  const shown = { ...expandParam(relations, name, contents), ...fieldsParam(entity) }
  const Read = withRelated(entity, relations, { name, noun, contents })
  const Deleted = z
    .object({ ...entity.partial().shape, ...relatedMembers(relations, contents), ...Tombstone.shape })
    .meta({ id: `Deleted${name}`, description: deletedText(noun) })
  // To those who do not ask for deletions it is the record.
  const Row = (hasDeletions ? z.union([Read, Deleted]) : Read) as typeof Read
  const many = pluralOf(noun)
  return {
    list: {
      method: 'get',
      path: `/${path}`,
      operationId: `list${pluralOf(name)}`,
      summary: `List ${many}`,
      description: `Returns one page of the ${many} of the workspace, ordered by \`${Object.keys(entity.shape)[0]}\`. With \`updated_since\`, returns only the ${many} that changed since then, oldest change first. ${about}`,
      scope: read,
      query: listQuery({ ids: filterParams.ids, ...filters, ...shown }, { deletions: hasDeletions, search: false }),
      sortedBy,
      responses: {
        200: pageOf('data', Row, {
          id: `${name}List`,
          description: `One page of ${many}.`,
        }),
      },
    },
    export: exportOperation({ path, many, names: pluralOf(name), read, record: entity }),
    get: {
      method: 'get',
      path: `/${path}/{id}`,
      operationId: `get${name}`,
      summary: `Get ${oneOf(noun)}`,
      description: `Returns the ${noun} with this ID.`,
      scope: read,
      params: z.object({ id: PathId }),
      query: z.object(shown),
      responses: { 200: z.object({ data: Read }) },
    },
  } as const satisfies Record<string, Operation>
}
