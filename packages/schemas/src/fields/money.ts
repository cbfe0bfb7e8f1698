import { z } from 'zod'

/** Money, in answers. */
export const Amount = z.number().meta({ format: 'double', example: 1250.5 })

/** ISO 4217. */
export const Currency = z.string().nullable().meta({ example: 'EUR' })
