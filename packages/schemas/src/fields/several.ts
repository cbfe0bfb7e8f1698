import { z } from 'zod'
import { enumKey } from './named-enum.ts'
import { cleanNumber } from './number-key.ts'
import { PathId, text } from './primitives.ts'

/** The most values that one parameter can have. */
const mostValues = 200

/**
 * A parameter that takes one value, or several with commas between them. One is decoded to itself, several to an
 * array that has each of them once, in their order. Only the first that does not fit is found fault with.
 *
 * @param items what the OpenAPI document says of one value.
 */
export const several = <T extends string | number>(one: z.ZodType<T, string>, items: object) =>
  z
    .string()
    .refine((text) => text.split(',', mostValues + 1).length <= mostValues, {
      params: { code: 'too_long' },
      message: `must be at most ${mostValues} values, separated by commas`,
    })
    .transform((text, context) => readEach(text.split(','), one, context))
    .meta({ type: 'array', items, maxItems: mostValues, param: { style: 'form', explode: false } })

/** Reads values, each once and in their order. A single one is returned by itself. */
function readEach<T extends string | number>(
  values: readonly unknown[],
  one: z.ZodType<T, string>,
  context: z.core.ParsePayload,
): T | T[] {
  const found = new Set<T>()
  for (const value of values) {
    const { data, error } = one.safeParse(value)
    if (data !== undefined) found.add(data)
    if (!error) continue
    // An issue is raw once it says what it was found in.
    context.issues.push(...error.issues.map((issue) => ({ ...issue, input: value }) as z.core.$ZodRawIssue))
    break
  }
  const sorted = [...found].toSorted((a, b) => (a < b ? -1 : 1))
  return sorted.length === 1 && sorted[0] !== undefined ? sorted[0] : sorted
}

/** A parameter that takes one value, or several when it is repeated. A value can contain commas. */
export const repeatable = (one: z.ZodType<string, string>, items: object) =>
  z
    .preprocess((sent) => [sent].flat(), z.array(z.unknown()).max(mostValues))
    .transform((values, context) => readEach(values, one, context))
    .meta({ type: 'array', items, maxItems: mostValues, param: { style: 'form', explode: true } })

/** The same as `several` of the values of an enum. */
export function someOf<T extends string>(one: z.ZodType<T, string> & { readonly options: readonly T[] }) {
  const { [enumKey]: name } = one.meta() ?? {}
  return several(one, { type: 'string', enum: one.options, ...(name !== undefined && { [enumKey]: name }) })
}

/**
 * A parameter that takes numbers of records as people copy them, with or without invisible characters. A number can contain
 * commas, so the whole text is one of the values.
 */
export const someNumbers = (most: number) =>
  text(mostValues * (most + 1))
    .refine((sent) => sent.split(',', mostValues + 1).length <= mostValues, {
      params: { code: 'too_long' },
      message: `must be at most ${mostValues} values, separated by commas`,
    })
    .refine((sent) => sent.split(',').every((number) => number.trim().length <= most), {
      params: { code: 'too_long' },
      message: `must be numbers of at most ${most} characters`,
    })
    .transform((sent) => {
      const forms = [sent, ...sent.split(',')].map((number) => number.trim()).filter(({ length }) => length <= most)
      // A number of an earlier version can have such characters.
      const [first = '', ...others] = [...new Set([...forms, ...forms.map(cleanNumber)])].toSorted()
      return others.length === 0 ? first : [first, ...others]
    })
    .meta({
      type: 'array',
      items: { type: 'string', maxLength: most },
      maxItems: mostValues,
      param: { style: 'form', explode: false },
    })

/** The same of ids. */
export const someIds = several(PathId, { type: 'integer', format: 'int64', minimum: 1 })

function metaOf(parameter: z.core.$ZodType | undefined): Readonly<Record<string, unknown>> {
  const inner = parameter instanceof z.ZodOptional ? parameter.unwrap() : parameter
  return (inner instanceof z.ZodType ? inner.meta() : undefined) ?? {}
}

const typeOf = (parameter: z.core.$ZodType | undefined) => metaOf(parameter)['type']

/** True for a parameter that takes several values and can be repeated. */
export const takesSeveral = (parameter: z.core.$ZodType | undefined) => typeOf(parameter) === 'array'

/** True for a parameter whose values can contain commas, so that it is repeated for several values. */
export function takesRepeats(parameter: z.core.$ZodType | undefined): boolean {
  const { type, param } = metaOf(parameter)
  return type === 'array' && typeof param === 'object' && param !== null && 'explode' in param && param.explode === true
}

/** True for a parameter that takes values by key: `metadata[key]=value`. */
export const takesPairs = (parameter: z.core.$ZodType | undefined) => typeOf(parameter) === 'object'

/** A parameter that narrows a list. */
export const filter = <S extends z.ZodType>(parameter: S, sentence: string) =>
  parameter.optional().meta({ description: filterText(sentence, parameter) })

/** The description of a filter. */
export const filterText = (sentence: string, parameter: z.ZodType) =>
  takesSeveral(parameter) && !takesRepeats(parameter)
    ? `${sentence}. Separate several values with commas, at most ${mostValues}.`
    : `${sentence}.`
