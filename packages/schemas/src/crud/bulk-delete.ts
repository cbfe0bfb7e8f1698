import { z } from 'zod'
import { Id, nonBlank, Success } from '../fields/primitives.ts'
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
    index: z.int().min(0).meta({ description: 'Its place in the request, from 0.', example: 0 }),
    status: z.int().meta({ description: 'What its deletion would have been answered alone.', example: 200 }),
    id: Id.meta({ description: 'The id that it had.' }),
    success: Success,
  })
  .meta({ id: 'BulkDeleted', description: 'A record of a bulk request that was deleted.' })

const NotRemoved = z
  .object({
    ...BulkFailure.shape,
    dependents: z
      .record(z.string(), z.int().min(0))
      .optional()
      .meta({ description: 'With `has_dependents`: how many records refer to it, by their kind.' }),
  })
  .meta({ id: 'BulkDeleteFailure', description: 'A record of a bulk request that was not deleted.' })

const force = booleanParam.meta({
  type: 'boolean',
  default: false,
  description: 'Unlink the records that refer to these, then delete them.',
})

const isOneOfTwo = ({ ids, external_ids }: { ids?: unknown; external_ids?: unknown }) =>
  (ids === undefined) !== (external_ids === undefined)

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
        .meta({ description: `The ids of the ${many}.` }),
      external_ids: z
        .array(nonBlank(255))
        .max(bulkLimit)
        .optional()
        .meta({ description: `The external_ids of the ${many}, instead of \`ids\`.` }),
    })
    .refine(isOneOfTwo, {
      path: ['ids'],
      params: { code: 'required' },
      message: 'must be sent, or external_ids instead',
    })
    .meta({
      id: `${name}BulkDelete`,
      description: `Which ${many} to delete: \`ids\` or \`external_ids\`.`,
      example: { external_ids: ['crm-7', 'crm-8'] },
    })
  return {
    method: 'delete',
    path: `/${path}/bulk`,
    operationId: `bulkDelete${pluralOf(name)}`,
    summary: `Delete up to ${bulkLimit} ${many}`,
    description: `Each ${noun} is deleted as by DELETE, and answered for itself, in the order in which they were sent. Sent again, those that are gone are answered 404.`,
    scope: write,
    query: z.object({ ...(isReferenced && { force }) }),
    body,
    responses: {
      200: z.object({
        results: z
          .array(z.union([Removed, NotRemoved]))
          .meta({ description: `What became of each ${noun}, in order.` }),
      }),
    },
  } as const satisfies Operation
}
