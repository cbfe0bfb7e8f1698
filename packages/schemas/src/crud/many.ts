import { z } from 'zod'
import { DetailsOmitted, ErrorDetail } from '../operations/error-detail.ts'
import { booleanParam } from '../fields/query.ts'
import { Id } from '../fields/primitives.ts'
import type { Resource } from '../operations/operation.ts'
import type { Scope } from '../operations/scopes.ts'
import { pluralOf } from './crud-texts.ts'

const most = 200

const ids = z.array(Id).min(1).max(most)

const Value = z.union([z.string(), z.number(), z.boolean(), z.null()])

const Previewed = z.object({
  index: z.int().min(0),
  outcome: z.enum(['created', 'changed', 'unchanged', 'error']),
  /** The ID of the existing record. */
  id: Id.nullable(),
  changes: z.array(z.object({ field: z.string(), from: Value, to: Value })),
  error: z.string().optional(),
  code: z.string().optional(),
  details: z.array(ErrorDetail).optional(),
  details_omitted: DetailsOmitted.optional(),
})

const Count = z.int().min(0)

const Counts = z.object({ created: Count, changed: Count, unchanged: Count, error: Count })

const Done = z.object({
  id: Id,
  ok: z.boolean(),
  error: z.string().optional(),
  code: z.string().optional(),
  details: z.array(ErrorDetail).optional(),
  details_omitted: DetailsOmitted.optional(),
  /** How many refer to it, by the table that they are in. */
  dependents: z.record(z.string(), Count).optional(),
})

interface Of<P extends string, U extends z.ZodObject> {
  readonly path: P
  readonly name: string
  readonly write: Scope
  readonly update: U
}

/** Bulk operations of the dashboard, in addition to the bulk upsert of the REST API. */
export function manyOperations<const P extends string, U extends z.ZodObject>({ path, name, write, update }: Of<P, U>) {
  const [names, scope] = [pluralOf(name), write]
  return {
    preview: {
      method: 'post',
      path: `/${path}/bulk-preview`,
      addsNothing: true,
      operationId: `preview${names}Import`,
      summary: 'What an import would do, without doing it',
      scope,
      body: z.object({ data: z.array(z.unknown()).max(most) }),
      responses: { 200: z.object({ counts: Counts, results: z.array(Previewed) }) },
    },
    importMany: {
      method: 'post',
      path: `/${path}/bulk-import`,
      operationId: `import${names}`,
      summary: 'Create and change up to 200 records of a file, each with its own outcome',
      description:
        'A record is found by its external_id, or by its id and created_at, as a file that was exported has them. One without both is new.',
      scope,
      body: z.object({ data: z.array(z.unknown()).max(most) }),
      responses: { 200: z.object({ counts: Counts, results: z.array(Previewed) }) },
    },
    changeMany: {
      method: 'post',
      path: `/${path}/bulk-change`,
      operationId: `change${names}Many`,
      summary: 'Change up to 200 records in the same way, each as by PATCH',
      scope,
      body: z.object({ ids, changes: update }),
      responses: { 200: z.object({ results: z.array(Done) }) },
    },
    deleteMany: {
      method: 'post',
      path: `/${path}/bulk-delete`,
      addsNothing: true,
      operationId: `delete${names}Many`,
      password: { when: 'in live' },
      summary: 'Delete up to 200 records, each as by DELETE',
      scope,
      query: z.object({ force: booleanParam }),
      body: z.object({ ids }),
      responses: { 200: z.object({ results: z.array(Done) }) },
    },
  } as const satisfies Resource
}
