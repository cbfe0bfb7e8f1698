import { z } from 'zod'
import { externalId } from './fields.ts'
import { namedEnum } from './named-enum.ts'
import { Id, PathId, text, Timestamp } from './primitives.ts'
import { epochParam } from './epoch.ts'
import { booleanParam, moment, wholeNumber } from './query.ts'
import { repeatable, someIds } from './several.ts'

/** Records of a page. A larger number counts as 200. */
const limit = wholeNumber
  .refine((value) => value >= 1, { message: 'must be at least 1' })
  .transform((value) => Math.min(value, 200))
  .optional()
  .meta({
    type: 'integer',
    minimum: 1,
    default: 50,
    description: 'Maximum number of records in the response. Values above 200 count as 200.',
  })

const offset = wholeNumber
  .refine((value) => value <= 2147483647, { message: 'must be at most 2147483647' })
  .optional()
  .meta({
    type: 'integer',
    minimum: 0,
    maximum: 2147483647,
    default: 0,
    description: 'Number of records to skip. Use `cursor` for large lists, because it is faster and misses nothing.',
  })

/** The sort orders of every list. */
export const sortNames = ['id', 'created_at', 'updated_at'] as const

/** Each of these, and with `-` before it the other way round. */
export const bothWays = <const N extends string>(names: readonly N[]) =>
  names.flatMap((name) => [name, `-${name}`] as const)

const cursor = z.string().optional().meta({
  description:
    'The `next_cursor` of the previous page. It contains the filters and the order of that page. If you send these parameters too, they must have the same values.',
})

/** The parameters of a list that has cursors only. */
export const CursorQuery = z.object({ limit, cursor })

/** The parameters of every other list. */
export const PageQuery = z.object({
  limit,
  offset,
  cursor,
  include: z.enum(['total']).optional().meta({
    description:
      '`total` adds the number of all matching records to the response. For more than 50,000 records, or if counting is slow, the number is an estimate and `total_is_estimate` is `true`.',
  }),
})

/** More parameters of lists that support `updated_since`. */
const SyncQuery = PageQuery.extend({
  updated_since: moment(
    'Only records whose `updated_at` is after this time, oldest change first. For the next sync, send the greatest `updated_at` that you have received. Nothing is missed and nothing is repeated. A time in the future returns no records.',
  ),
  created_since: moment('Only records whose `created_at` is after this time.'),
  epoch: epochParam,
  sort: namedEnum('SortOrder', bothWays(sortNames), 'Order of a list. `-` means descending.').optional().meta({
    description: 'Order of the list. `-` means descending. Default: `id`, or `updated_at` with `updated_since`.',
  }),
})

/** Filters by name: each is the value that a record's member of that name must have. */
export const filterParams = {
  external_id: repeatable(text(255), { type: 'string', maxLength: 255 }).optional().meta({
    description:
      'Only the record with this `external_id`. Repeat the parameter for several, at most 200. `none` finds records without an `external_id`.',
  }),
  id: PathId.optional(),
  ids: someIds.optional().meta({
    description:
      'Only records with these IDs. Separate several IDs with commas, at most 200. IDs that do not exist are left out.',
  }),
} as const

export interface ListOptions {
  /** True if the list can include deleted records. */
  readonly deletions: boolean
  /** True if `q` searches the list. */
  readonly search: boolean
}

const deletionParams = {
  include_deleted: booleanParam.meta({
    type: 'boolean',
    default: false,
    description:
      'Adds records that were deleted since then, as `{id, external_id, deleted_at, updated_at}`. Needs `updated_since`.',
  }),
}

const searchParams = {
  q: text(255)
    .refine((value) => /[\p{L}\p{N}]/u.test(value), { message: 'must contain a letter or a digit' })
    .optional()
    .meta({
      description:
        'Only records that contain all of these search terms. Case and accents are ignored. At least one letter or digit. In the newest 10,000 records of a workspace, parts of words match too: three letters or more anywhere in a word, fewer letters at its beginning.',
    }),
}

/** The query of a list with these filters. */
export function listQuery<const F extends z.ZodRawShape>(filters: F, { deletions, search }: ListOptions) {
  const shape = { ...SyncQuery.shape, ...filters, ...(deletions && deletionParams), ...(search && searchParams) }
  return z
    .object(shape as typeof SyncQuery.shape & F & typeof deletionParams & typeof searchParams)
    .refine(deletionsNeedSince, {
      path: ['include_deleted'],
      message: 'needs updated_since. Send both, or leave include_deleted out',
      params: { code: 'needs_updated_since' },
    })
}

// A cursor carries the moment itself.
const deletionsNeedSince = (query: object) =>
  !('include_deleted' in query && query.include_deleted === true) || 'updated_since' in query || 'cursor' in query

const pageMembers = {
  count: z.int().min(0).meta({ description: 'Number of records on this page.', example: 1 }),
  limit: z.int().min(1).max(200).meta({ description: 'The `limit` of this page.', example: 50 }),
  offset: z.int().min(0).meta({ description: 'The `offset` of this page. 0 with a cursor.', example: 0 }),
  has_more: z.boolean().meta({ description: 'Whether there are more records after this page.', example: false }),
  next_cursor: z
    .string()
    .nullable()
    .meta({ description: 'Value of `cursor` for the next page. Null on the last page.', example: null }),
  total: z
    .int()
    .min(0)
    .optional()
    .meta({ description: 'Number of all matching records. Only with `include=total`.', example: 1 }),
  total_is_estimate: z.literal(true).optional().meta({
    description:
      'Present if `total` is an estimate, because counting is slow. Use `has_more` to find out whether there is another page.',
    example: true,
  }),
}

/** The name of a page's component in the OpenAPI document. */
interface PageWords {
  /** `MatterList` */
  readonly id: string
  readonly description: string
}

/** A page of items under the name `member`. */
export function pageOf<const N extends string, S extends z.ZodType>(
  member: N,
  item: S,
  words: Partial<PageWords> = {},
) {
  const items = z.array(item).meta({ description: 'Records of this page.' })
  return z
    .object({ ...pageMembers, [member]: items } as typeof pageMembers & Record<N, z.ZodArray<S>>)
    .meta({ ...words })
}

/** A page of a list that is walked by cursor only. */
export function cursorPageOf<const S extends z.ZodType>(item: S, words: Partial<PageWords> = {}) {
  const { offset: _offset, total: _total, total_is_estimate: _isEstimate, ...members } = pageMembers
  return z.object({ ...members, data: z.array(item).meta({ description: 'Records of this page.' }) }).meta({ ...words })
}

/** The tombstone of a deleted record. */
export const Tombstone = z
  .object({
    id: Id.meta({ description: 'ID of the deleted record.' }),
    external_id: externalId.output.meta({
      description: '`external_id` of the deleted record. Another record can use it now.',
    }),
    deleted_at: Timestamp.meta({ description: 'Time of the deletion.' }),
    updated_at: Timestamp.meta({
      description: 'Time of the deletion, on the same clock as all changes. Use it for `updated_since`.',
    }),
  })
  .meta({ id: 'Tombstone', description: 'A deleted record.' })
