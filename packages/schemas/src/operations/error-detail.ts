import { z } from 'zod'

/** One wrong field or parameter, as it is answered. */
export const ErrorDetail = z
  .object({
    field: z.string().meta({
      description: 'A path such as `title`, `leadData.email` or `events[0]`; a parameter is named as it is.',
      example: 'title',
    }),
    code: z.string().meta({ description: 'What is wrong with it, for machines.', example: 'required' }),
    message: z.string().meta({ description: 'What is wrong with it, in words.', example: 'is required' }),
  })
  .meta({ id: 'ErrorDetail', description: 'One wrong field or parameter.' })

export const DetailsOmitted = z
  .int()
  .min(1)
  .meta({ description: 'How many more there are than `details` has. Left out when it has all.' })
