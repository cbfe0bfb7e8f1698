import { z } from 'zod'

const example = '7d3c1f52-9a0e-4b6d-8f21-5c4e6a7b8d90'

/** Which history the records of a workspace have. */
export const Epoch = z.uuid().meta({
  pattern: undefined,
  description:
    'Sync epoch of the workspace. It changes when the server is restored from a backup or the sample data is reset. If it changes, build your copy of the records again.',
  example,
})

/** The same in a query. */
export const epochParam = z
  .uuid({ message: 'must be a UUID, such as the one in X-Workspace-Epoch' })
  .transform((value) => value.toLowerCase())
  .optional()
  .meta({
    type: 'string',
    format: 'uuid',
    description:
      'Sync epoch of your copy, from `X-Workspace-Epoch`. If the workspace has another epoch now, the response is 410 `sync_reset`.',
    example,
  })

/** True for an operation that reads records for a copy. */
export const hasEpoch = ({ query }: { readonly query?: z.ZodObject | undefined }): boolean =>
  query !== undefined && 'epoch' in query.shape
