import { z } from 'zod'

/** The effect of an unset variable: the program does not start, goes without, or uses this value. */
type Unset = 'required' | 'optional' | { readonly default: string }

export interface Variable {
  readonly schema: z.ZodType<unknown, string>
  /** The requirement for the value, as it follows the name in an error. */
  readonly must: string
  /** Its description, for the reference page and `--help`. */
  readonly description: string
  /** The default in words, where it depends on other settings. */
  readonly unset?: string
  /** When it is required, where that depends on other settings. */
  readonly required?: string
  /** True if the value may contain a password, so that no message shows it. */
  readonly isSecret?: boolean
  readonly api?: Unset
  readonly cli?: Unset
  readonly worker?: Unset
}

/** Variables that belong together, by name. */
export type Variables = Readonly<Record<string, Variable>>

export const split = (text: string) => text.split(',').map((part) => part.trim())
export const decimal = z
  .string()
  .regex(/^\d+(\.\d+)?$/)
  .transform(Number)
export const whole = (min: number, max: number) =>
  z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(min).max(max))
export const flag = z.enum(['true', 'false']).transform((text) => text === 'true')
export const port = whole(1, 65_535)
