import { z } from 'zod'

/** A wrong field or parameter in an error body. */
export const ErrorDetail = z
  .object({
    field: z.string().meta({
      description: 'Path of the field, such as `title`, `leadData.email` or `events[0]`, or name of the parameter.',
      example: 'title',
    }),
    code: z.string().meta({ description: 'Detail code for programs.', example: 'required' }),
    message: z.string().meta({ description: 'Message for people.', example: 'is required' }),
  })
  .meta({ id: 'ErrorDetail', description: 'One wrong field or parameter.' })

export const DetailsOmitted = z
  .int()
  .min(1)
  .meta({ description: 'Number of wrong fields that `details` does not list. Left out if `details` is complete.' })
