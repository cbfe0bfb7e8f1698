import { z } from 'zod'
import { externalId } from './fields.ts'
import { namedEnum } from './named-enum.ts'
import { Id, PathId, text, Timestamp } from './primitives.ts'
import { booleanParam, moment, wholeNumber } from './query.ts'
import { someIds } from './several.ts'

/** How many records a page has; more than 200 is answered with 200. */
const limit = wholeNumber
  .refine((value) => value >= 1, { message: 'must be at least 1' })
  .transform((value) => Math.min(value, 200))
  .optional()
  .meta({
    type: 'integer',
    minimum: 1,
    default: 50,
    description: 'The most records to answer. More than 200 is answered with 200.',
  })

const offset = wholeNumber
  .refine((value) => value <= 2147483647, { message: 'must be at most 2147483647' })
  .optional()
  .meta({ type: 'integer', minimum: 0, maximum: 2147483647, default: 0, description: 'How many records to skip.' })

/** What every list can be ordered by. */
export const sortNames = ['id', 'created_at', 'updated_at'] as const

/** Each of these, and with `-` before it the other way round. */
export const bothWays = <const N extends string>(names: readonly N[]) =>
  names.flatMap((name) => [name, `-${name}`] as const)

const cursor = z.string().optional().meta({
  description:
    'The `next_cursor` of the page before. It carries the filters and the order; other parameters must agree with them.',
})

/** What a list takes that is walked by cursor only. */
export const CursorQuery = z.object({ limit, cursor })

/** What every other list takes. */
export const PageQuery = z.object({
  limit,
  offset,
  cursor,
  include: z.enum(['total']).optional().meta({
    description:
      'Also answer how many records there are in all, as `total`. Where counting would take long (more than 50,000 records, or fewer that lie far apart among very many) it is an estimate, and `total_is_estimate` says so.',
  }),
})

/** What lists that can be followed take besides. */
const SyncQuery = PageQuery.extend({
  updated_since: moment(
    'Only records whose `updated_at` is after this moment, oldest change first. Ask again with the greatest `updated_at` you have seen: nothing is missed and nothing comes twice.',
  ),
  created_since: moment('Only records whose `created_at` is after this moment.'),
  sort: namedEnum('SortOrder', bothWays(sortNames), 'What a list is ordered by; `-` means descending.')
    .optional()
    .meta({ description: 'Default `id`, with `updated_since` `updated_at`. `-` means descending.' }),
})

/** Filters by name: each is the value that a record's member of that name must have. */
export const filterParams = {
  external_id: text(255).optional().meta({ description: 'Only the record with this `external_id`.' }),
  id: PathId.optional(),
  ids: someIds.optional().meta({
    description:
      'Only the records with these ids, up to 200 with commas between them. Those that there are not are left out.',
  }),
} as const

export interface ListOptions {
  /** Whether deletions can be followed too. */
  readonly deletions: boolean
  /** Whether `q` searches. */
  readonly search: boolean
}

const deletionParams = {
  include_deleted: booleanParam.meta({
    type: 'boolean',
    default: false,
    description:
      'With `updated_since`: also answer what was deleted since, among the other records, as `{id, external_id, deleted_at, updated_at}`.',
  }),
}

const searchParams = {
  q: text(255)
    .refine((value) => /[\p{L}\p{N}]/u.test(value), { message: 'must contain a letter or a digit' })
    .optional()
    .meta({
      description: 'Only records that contain all of these words, whatever their case. At least one letter or digit.',
    }),
}

/** The query of a list with these filters. */
export function listQuery<const F extends z.ZodRawShape>(filters: F, { deletions, search }: ListOptions) {
  const shape = { ...SyncQuery.shape, ...filters, ...(deletions && deletionParams), ...(search && searchParams) }
  return z
    .object(shape as typeof SyncQuery.shape & F & typeof deletionParams & typeof searchParams)
    .refine(deletionsNeedSince, {
      path: ['include_deleted'],
      message: 'needs updated_since',
      params: { code: 'needs_updated_since' },
    })
}

// A cursor carries the moment itself.
const deletionsNeedSince = (query: object) =>
  !('include_deleted' in query && query.include_deleted === true) || 'updated_since' in query || 'cursor' in query

const pageMembers = {
  count: z.int().min(0).meta({ description: 'Records in this page.', example: 1 }),
  limit: z.int().min(1).max(200).meta({ description: 'The limit in force.', example: 50 }),
  offset: z.int().min(0).meta({ description: 'The offset in force; 0 with a cursor.', example: 0 }),
  has_more: z.boolean().meta({ description: 'Whether there are records after this page.', example: false }),
  next_cursor: z
    .string()
    .nullable()
    .meta({ description: 'Pass it as `cursor` for the next page; null at the end.', example: null }),
  total: z
    .int()
    .min(0)
    .optional()
    .meta({ description: 'All records that fit; with `include=total` only.', example: 1 }),
  total_is_estimate: z.literal(true).optional().meta({
    description:
      'There when `total` is an estimate, because counting would take long. Whether there is another page, `has_more` says.',
    example: true,
  }),
}

/** What a page is called, where it is in the OpenAPI document. */
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
  const items = z.array(item).meta({ description: 'The records of this page.' })
  return z
    .object({ ...pageMembers, [member]: items } as typeof pageMembers & Record<N, z.ZodArray<S>>)
    .meta({ ...words })
}

/** A page of a list that is walked by cursor only. */
export function cursorPageOf<const S extends z.ZodType>(item: S, words: Partial<PageWords> = {}) {
  const { offset: _offset, total: _total, total_is_estimate: _isEstimate, ...members } = pageMembers
  return z
    .object({ ...members, data: z.array(item).meta({ description: 'The records of this page.' }) })
    .meta({ ...words })
}

/** What is left of a deleted record. */
export const Tombstone = z
  .object({
    id: Id.meta({ description: 'The id that it had.' }),
    external_id: externalId.output,
    deleted_at: Timestamp.meta({ description: 'When it was deleted.' }),
    updated_at: Timestamp.meta({ description: 'The stamp of its deletion, on the clock of every change.' }),
  })
  .meta({ id: 'Tombstone', description: 'What is left of a deleted record.' })
