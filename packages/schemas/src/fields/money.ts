import { z } from 'zod'

/** The most that hours, a price, their product or a sum can be: a JSON number has three digits behind the point left then. */
export const mostAmount = 1e12

/** Money, in answers. */
export const Amount = z.number().meta({ format: 'double', example: 1250.5 })

/** ISO 4217. */
export const Currency = z.string().nullable().meta({ example: 'EUR' })
