import { z } from 'zod'
import { text, nonBlank } from '../fields/primitives.ts'
import { recordContracts } from '../records.ts'
import type { RecordContract } from '../records.ts'
import type { DashResource } from './operation.ts'

type RecordKind = NonNullable<RecordContract['found']>['kind']

/** The ordinary records. */
export const recordKinds: readonly RecordKind[] = Object.values(recordContracts).flatMap(({ found }) =>
  found ? [found.kind] : [],
)

const searchKinds = [...recordKinds, 'invoice', 'lead', 'document', 'key', 'request', 'event'] as const

const Found = z.object({
  kind: z.enum(searchKinds),
  /** The ID in the URL of its page. */
  id: z.string(),
  title: z.string(),
  /** Distinguishes records of the same title; may be empty. */
  subtitle: z.string(),
})

/** Ids in a query: `1,2,3`. */
const ids = text(4096)
  .regex(/^[1-9]\d{0,14}(?:,[1-9]\d{0,14})*$/, { message: 'must be IDs, separated by commas' })
  .transform((value) => [...new Set(value.split(',').map(Number))])
  .refine((value) => value.length <= 200, { message: 'must be at most 200 IDs' })
  .optional()

/** Paths of the ordinary records. */
const recordPaths = Object.values(recordContracts).map(({ path }) => path)

const Name = z.object({ id: z.int(), name: z.string() })

/** Finding a record from anywhere, and the names of records that only their ids are known of. */
export const search = {
  find: {
    method: 'get',
    path: '/search',
    operationId: 'search',
    summary: 'Find records by words, ids, external_ids and request ids',
    description:
      'Every term must be in the record, as a word or a part of one, with or without accents. Only what the caller may read is searched.',
    scope: null,
    query: z.object({ q: nonBlank(255), kind: z.enum(searchKinds).optional() }),
    responses: { 200: z.object({ data: z.array(Found) }) },
  },
  findKey: {
    method: 'post',
    path: '/search/key',
    operationId: 'searchKey',
    addsNothing: true,
    summary: 'Find an API key by its text, which is sent in the body, because a secret must not be in a URL',
    scope: 'keys:read',
    body: z.object({ key: nonBlank(255) }),
    responses: { 200: z.object({ data: z.array(Found) }) },
  },
  names: {
    method: 'get',
    path: '/names',
    operationId: 'getNames',
    summary: 'What matters and clients are called',
    description: 'Those that are gone, and those that the caller may not read, are left out.',
    scope: null,
    query: z.object({ matters: ids, clients: ids }),
    responses: { 200: z.object({ matters: z.array(Name), clients: z.array(Name) }) },
  },
  lastChange: {
    method: 'get',
    path: '/last-change',
    operationId: 'getLastChange',
    summary: 'Who changed a record last',
    description: 'Name or email address of the member. Null for an API key, the command line and the server itself.',
    scope: null,
    query: z.object({
      path: z.enum(recordPaths),
      id: z
        .string()
        .regex(/^[1-9]\d{0,14}$/)
        .transform(Number),
    }),
    responses: { 200: z.object({ by: z.string().nullable() }) },
  },
} as const satisfies DashResource
