import { z } from 'zod'
import { oneOf, pluralOf, sentenceCase } from './crud-texts.ts'
import { DetailsOmitted, ErrorDetail } from '../operations/error-detail.ts'
import { ErrorCode } from '../operations/error-code.ts'
import { Created } from '../fields/primitives.ts'
import { namedEnum } from '../fields/named-enum.ts'
import { booleanParam } from '../fields/query.ts'
import type { Operation } from '../operations/operation.ts'
import type { Scope } from '../operations/scopes.ts'

/** The most records in one bulk request. */
export const bulkLimit = 200

interface BulkOptions<E extends z.ZodObject, P extends string> {
  readonly path: P
  readonly noun: string
  readonly name: string
  readonly write: Scope
  readonly Written: E
  readonly Upsert: z.ZodObject
  readonly readOnly: readonly string[]
}

export const BulkFailure = z
  .object({
    index: z.int().min(0).meta({ description: 'Index of the record in the request, from 0.', example: 1 }),
    status: z
      .int()
      .meta({ description: 'HTTP status that a single request for this record would have.', example: 400 }),
    error: z.string().meta({ description: 'Error message for people.', example: 'title: is required' }),
    code: ErrorCode.meta({ example: 'validation_failed' }),
    details: z
      .array(ErrorDetail)
      .optional()
      .meta({ description: 'With `validation_failed`: the wrong fields of the record.' }),
    details_omitted: DetailsOmitted.optional(),
    existing_id: z.int().optional().meta({
      description: 'With `external_id_conflict` or `number_taken`: ID of the other record.',
    }),
    id: z.int().optional().meta({ description: 'With `precondition_failed`: ID of the record, if it exists.' }),
    etag: z
      .string()
      .optional()
      .meta({ description: 'With `precondition_failed`: current `etag` of the record, if it exists.' }),
  })
  .meta({ id: 'BulkFailure', description: 'A record of a bulk request that failed. It was not written.' })

const Outcome = namedEnum(
  'BulkOutcome',
  ['created', 'updated', 'unchanged'],
  'Result for the record. `unchanged`: the record already had these values, so nothing was written and no event fires.',
).meta({ example: 'created' })

/** Upserts of many records in one request, each answered for itself. */
export function bulkOperation<E extends z.ZodObject, const P extends string>({
  path,
  noun,
  name,
  write,
  Written,
  Upsert,
  readOnly,
}: BulkOptions<E, P>) {
  const Saved = z
    .object({
      index: z.int().min(0).meta({ description: 'Index of the record in the request, from 0.', example: 0 }),
      status: z
        .int()
        .meta({ description: 'HTTP status that a single request for this record would have.', example: 201 }),
      created: Created,
      outcome: Outcome,
      data: Written,
    })
    .meta({ id: `${name}BulkResult`, description: `${sentenceCase(oneOf(noun))} of a bulk request that was written.` })
  return {
    method: 'post',
    path: `/${path}/bulk`,
    operationId: `bulkUpsert${name}`,
    summary: `Create or update up to ${bulkLimit} ${pluralOf(noun)}`,
    description: `Creates or updates each ${noun} by its \`external_id\`, as PUT does. \`results\` has one result for each record, in the order of the request. A failed record does not stop the others, unless you set \`atomic=true\`. \`if_match\` of a record protects newer changes.`,
    scope: write,
    query: z.object({
      atomic: booleanParam.meta({
        type: 'boolean',
        default: false,
        description: 'Write all records or none. If one record fails, the response is 400 `bulk_failed`.',
      }),
    }),
    body: z
      .object({
        // Each is decoded on its own, so that one that is wrong does not fail the others.
        data: z
          .array(z.unknown())
          .max(bulkLimit)
          .meta({
            description: `The ${pluralOf(noun)}, each with its \`external_id\`. At most ${bulkLimit}.`,
            items: { $ref: `#/components/schemas/${name}Upsert` },
          }),
      })
      .meta({ id: `${name}Bulk`, description: `Several ${pluralOf(noun)} to create or update.` }),
    item: Upsert,
    itemReadOnly: readOnly,
    responses: {
      200: z
        .object({
          results: z
            .array(z.union([Saved, BulkFailure]))
            .meta({ description: 'One result for each record, in the order of the request.' }),
        })
        .meta({ id: `${name}BulkResults`, description: 'Results of a bulk request.' }),
    },
    errors: ['bulk_failed', 'page_too_large'],
  } as const satisfies Operation & { item: z.ZodObject; itemReadOnly: readonly string[] }
}
