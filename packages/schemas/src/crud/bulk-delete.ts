import { z } from 'zod'
import { Id, nonBlank, Success, VersionsOrNull } from '../fields/primitives.ts'
import { booleanParam } from '../fields/query.ts'
import type { Operation } from '../operations/operation.ts'
import type { Scope } from '../operations/scopes.ts'
import { BulkFailure, bulkLimit } from './bulk.ts'
import { pluralOf } from './crud-texts.ts'

interface BulkDeleteOptions<P extends string> {
  readonly path: P
  readonly noun: string
  readonly name: string
  readonly write: Scope
  readonly isReferenced: boolean
}

const Removed = z
  .object({
    index: z.int().min(0).meta({ description: 'Index of the record in the request, from 0.', example: 0 }),
    status: z.int().meta({ description: 'HTTP status that a single DELETE would have.', example: 200 }),
    id: Id.meta({ description: 'ID of the deleted record.' }),
    success: Success,
  })
  .meta({ id: 'BulkDeleted', description: 'A record of a bulk request that was deleted.' })

const NotRemoved = z
  .object({
    ...BulkFailure.shape,
    dependents: z
      .record(z.string(), z.int().min(0))
      .optional()
      .meta({ description: 'With `has_dependents`: number of records that refer to this record, by kind.' }),
  })
  .meta({ id: 'BulkDeleteFailure', description: 'A record of a bulk request that was not deleted.' })

const force = booleanParam.meta({
  type: 'boolean',
  default: false,
  description:
    'Unlink the records that refer to these records, then delete these records. Signed documents, invoices, payments and credit notes are never unlinked.',
})

const isOneOfTwo = ({ ids, external_ids }: { ids?: unknown; external_ids?: unknown }) =>
  (ids === undefined) !== (external_ids === undefined)

interface Named {
  readonly ids?: readonly unknown[] | undefined
  readonly external_ids?: readonly unknown[] | undefined
  readonly if_match?: readonly unknown[] | undefined
}

const hasEachVersion = ({ ids, external_ids: externalIds, if_match: versions }: Named) =>
  versions === undefined || versions.length === (ids ?? externalIds ?? versions).length

/** Deletions of many records in one request, each answered for itself. */
export function bulkDeleteOperation<const P extends string>(options: BulkDeleteOptions<P>) {
  const { path, noun, name, write, isReferenced } = options
  const many = pluralOf(noun)
  const body = z
    .object({
      ids: z
        .array(Id)
        .max(bulkLimit)
        .optional()
        .meta({ description: `IDs of the ${many}. At most ${bulkLimit}.` }),
      external_ids: z
        .array(nonBlank(255))
        .max(bulkLimit)
        .optional()
        .meta({ description: `\`external_id\`s of the ${many}, instead of \`ids\`. At most ${bulkLimit}.` }),
      if_match: z
        .array(VersionsOrNull)
        .max(bulkLimit)
        .optional()
        .meta({
          description: `The version of each ${noun} to delete, in the order of \`ids\` or \`external_ids\`: an \`etag\`, an array of at most 50, \`"*"\`, or null for any version. Another version has the result 412 \`precondition_failed\`.`,
        }),
    })
    .refine(isOneOfTwo, {
      path: ['ids'],
      params: { code: 'required' },
      message: 'must be sent, or external_ids instead',
    })
    .refine(hasEachVersion, {
      path: ['if_match'],
      params: { code: 'invalid_value' },
      message: 'must have one entry for each record, in the same order. Use null for any version',
    })
    .meta({
      id: `${name}BulkDelete`,
      description: `The ${many} to delete, by \`ids\` or by \`external_ids\`.`,
      example: { external_ids: ['crm-7', 'crm-8'] },
    })
  return {
    method: 'delete',
    path: `/${path}/bulk`,
    operationId: `bulkDelete${pluralOf(name)}`,
    password: { when: 'in live' },
    summary: `Delete up to ${bulkLimit} ${many}`,
    description: `Deletes each ${noun} as DELETE does. \`results\` has one result for each record, in the order of the request. A ${noun} that does not exist has the status 404, so you can repeat the call safely.`,
    scope: write,
    query: z.object({ ...(isReferenced && { force }) }),
    body,
    responses: {
      200: z.object({
        results: z
          .array(z.union([Removed, NotRemoved]))
          .meta({ description: `One result for each ${noun}, in the order of the request.` }),
      }),
    },
  } as const satisfies Operation
}
