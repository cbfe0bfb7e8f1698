import { z } from 'zod'
import { BulkFailure } from '../crud/bulk.ts'
import { DetailsOmitted, ErrorDetail } from '../operations/error-detail.ts'
import { ErrorCode } from '../operations/error-code.ts'

/** The body of every answer that is not a success. */
export const ErrorBody = z
  .object({
    error: z.string().meta({ description: 'Error message for people. The wording can change.' }),
    code: ErrorCode,
    request_id: z.string().meta({ description: 'The ID of this request in the logs, as in `X-Request-Id`.' }),
    doc_url: z.string().meta({ format: 'uri', description: 'The page of this server that explains the `code`.' }),
    details: z
      .array(ErrorDetail)
      .optional()
      .meta({ description: 'With `validation_failed`: all wrong fields and parameters, at most 100.' }),
    details_omitted: DetailsOmitted.optional(),
    existing_id: z.int().optional().meta({
      description: 'With `external_id_conflict` or `number_taken`: ID of the other record.',
    }),
    id: z.int().optional().meta({ description: 'With `precondition_failed`: ID of the record, if it exists.' }),
    etag: z
      .string()
      .optional()
      .meta({ description: 'With `precondition_failed`: current `etag` of the record, if it exists.' }),
    limit: z
      .int()
      .optional()
      .meta({ description: 'With `page_too_large`: number of these records that fit in a response.' }),
    dependents: z
      .record(z.string(), z.int())
      .optional()
      .meta({ description: 'With `has_dependents`: number of records that refer to this record, by kind.' }),
    results: z
      .array(BulkFailure)
      .optional()
      .meta({ description: 'With `bulk_failed`: one result for each record. Nothing was written.' }),
  })
  .meta({ id: 'ApiError', description: 'Body of every error.' })
