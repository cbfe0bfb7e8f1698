import { z } from 'zod'
import { BulkFailure } from '../crud/bulk.ts'
import { DetailsOmitted, ErrorDetail } from '../operations/error-detail.ts'
import { ErrorCode } from '../operations/error-code.ts'

/** The body of every answer that is not a success. */
export const ErrorBody = z
  .object({
    error: z.string().meta({ description: 'What went wrong, in a sentence.' }),
    code: ErrorCode,
    request_id: z.string().meta({ description: 'The same as `X-Request-Id` of the request that went wrong.' }),
    details: z
      .array(ErrorDetail)
      .optional()
      .meta({ description: 'With `validation_failed`: every wrong field and parameter, at most 100.' }),
    details_omitted: DetailsOmitted.optional(),
    existing_id: z.int().optional().meta({ description: 'With `external_id_conflict`: the record that has it.' }),
    dependents: z
      .record(z.string(), z.int())
      .optional()
      .meta({ description: 'With `has_dependents`: how many records of each kind refer to this one.' }),
    results: z
      .array(BulkFailure)
      .optional()
      .meta({ description: 'With `bulk_failed`: what became of each record; nothing was written.' }),
  })
  .meta({ id: 'ApiError', description: 'The body of every answer that is no success.' })
