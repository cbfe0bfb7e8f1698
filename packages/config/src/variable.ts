import { z } from 'zod'

/** What a program does when a variable is not set: it does not start, it goes without, or it takes this value. */
type Unset = 'required' | 'optional' | { readonly default: string }

export interface Variable {
  readonly schema: z.ZodType<unknown, string>
  /** What the value must be, as it follows the name in an error. */
  readonly must: string
  readonly api?: Unset
  readonly cli?: Unset
  readonly worker?: Unset
}

export const split = (text: string) => text.split(',').map((part) => part.trim())
export const decimal = z
  .string()
  .regex(/^\d+(\.\d+)?$/)
  .transform(Number)
export const whole = (min: number, max: number) =>
  z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(min).max(max))
export const flag = z.enum(['true', 'false']).transform((text) => text === 'true')
