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
  readonly Entity: E
  readonly Upsert: z.ZodObject
  readonly readOnly: readonly string[]
}

export const BulkFailure = z
  .object({
    index: z.int().min(0).meta({ description: 'Its place in the request, from 0.', example: 1 }),
    status: z.int().meta({ description: 'What the record would have been answered alone.', example: 400 }),
    error: z.string().meta({ description: 'What went wrong, in a sentence.', example: 'title: is required' }),
    code: ErrorCode.meta({ example: 'validation_failed' }),
    details: z
      .array(ErrorDetail)
      .optional()
      .meta({ description: 'With `validation_failed`: what is wrong with the record.' }),
    details_omitted: DetailsOmitted.optional(),
    existing_id: z.int().optional().meta({ description: 'With `external_id_conflict`: the record that has it.' }),
  })
  .meta({ id: 'BulkFailure', description: 'A record of a bulk request that was not written.' })

const Outcome = namedEnum(
  'BulkOutcome',
  ['created', 'updated', 'unchanged'],
  'What became of the record; `unchanged` when it was so already: nothing was written, and no event fires.',
).meta({ example: 'created' })

/** Upserts of many records in one request, each answered for itself. */
export function bulkOperation<E extends z.ZodObject, const P extends string>({
  path,
  noun,
  name,
  write,
  Entity,
  Upsert,
  readOnly,
}: BulkOptions<E, P>) {
  const Saved = z
    .object({
      index: z.int().min(0).meta({ description: 'Its place in the request, from 0.', example: 0 }),
      status: z.int().meta({ description: 'What the record would have been answered alone.', example: 201 }),
      created: Created,
      outcome: Outcome,
      data: Entity,
    })
    .meta({ id: `${name}BulkResult`, description: `${sentenceCase(oneOf(noun))} of a bulk request that was written.` })
  return {
    method: 'post',
    path: `/${path}/bulk`,
    operationId: `bulkUpsert${name}`,
    summary: `Create or update up to ${bulkLimit} ${pluralOf(noun)}`,
    description: `Each ${noun} is upserted by its \`external_id\`, as by PUT, and answered for itself, in the order in which they were sent. With \`atomic=true\` one that fails fails all of them.`,
    scope: write,
    query: z.object({
      atomic: booleanParam.meta({ type: 'boolean', default: false, description: 'Write all records or none.' }),
    }),
    body: z
      .object({
        // Each is decoded on its own, so that one that is wrong does not fail the others.
        data: z
          .array(z.unknown())
          .max(bulkLimit)
          .meta({
            description: `The ${pluralOf(noun)}, each with its \`external_id\`.`,
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
            .meta({ description: 'What became of each record, in the order in which they were sent.' }),
        })
        .meta({ id: `${name}BulkResults`, description: 'What became of the records of a bulk request.' }),
    },
    errors: ['bulk_failed'],
  } as const satisfies Operation & { item: z.ZodObject; itemReadOnly: readonly string[] }
}
