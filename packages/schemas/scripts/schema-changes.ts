/** An OpenAPI object, as JSON. */
export type Json = Readonly<Record<string, unknown>>

/** The side that a change affects: the service for requests, its callers for responses. */
export type Direction = 'request' | 'answer'

// Bounds that a value must keep: whether a greater number lets fewer values through.
const bounds = {
  minimum: true,
  minLength: true,
  minItems: true,
  maximum: false,
  maxLength: false,
  maxItems: false,
} as const

/** How a schema became narrower for those who send it, or wider for those who receive it; one line each. */
export function schemaChanges(
  [before, after]: readonly [Json, Json],
  [oldDocument, newDocument]: readonly [Json, Json],
  direction: Direction,
  at: string,
): string[] {
  const old = resolve(before, oldDocument)
  const now = resolve(after, newDocument)
  const inner = (place: string, a: unknown, b: unknown) =>
    isObject(a) && isObject(b) ? schemaChanges([a, b], [oldDocument, newDocument], direction, place) : []
  return [
    ...['type', 'format', ...(direction === 'request' && !isPatternForFormat(old, now) ? ['pattern'] : [])]
      .filter((name) => !(name === 'format' && direction === 'request' && isPatternForFormat(now, old)))
      .filter((name) => old[name] !== now[name] && !(direction === 'request' && now[name] === undefined))
      .map((name) => `${at}: ${name} was ${String(old[name])} and is ${String(now[name])}`),
    ...nullability(old, now, direction, at),
    ...enumChanges(old, now, at),
    ...(direction === 'request' ? boundChanges(old, now, at) : []),
    ...memberChanges(old, now, direction, at),
    ...Object.entries(object(old['properties'])).flatMap(([name, member]) =>
      inner(`${at}.${name}`, member, object(now['properties'])[name]),
    ),
    ...inner(`${at}[]`, old['items'], now['items']),
    ...array(old['anyOf']).flatMap((option, index) => inner(`${at}|${index}`, option, array(now['anyOf'])[index])),
    ...(array(now['anyOf']).length < array(old['anyOf']).length ? [`${at}: has fewer alternatives`] : []),
  ]
}

function nullability(old: Json, now: Json, direction: Direction, at: string): string[] {
  const [strict, lax] = direction === 'request' ? [now, old] : [old, now]
  const breaks = lax['nullable'] === true && strict['nullable'] !== true
  return breaks ? [`${at}: ${direction === 'request' ? 'can no longer be null' : 'can be null now'}`] : []
}

function enumChanges(old: Json, now: Json, at: string): string[] {
  if (now['enum'] === undefined) return []
  if (old['enum'] === undefined) return [`${at}: takes certain values only now`]
  return array(old['enum'])
    .filter((value) => !array(now['enum']).includes(value))
    .map((value) => `${at}: the value ${JSON.stringify(value)} is gone`)
}

function boundChanges(old: Json, now: Json, at: string): string[] {
  return Object.entries(bounds).flatMap(([name, greaterIsNarrower]) => {
    const [a, b] = [old[name], now[name]]
    if (typeof b !== 'number') return []
    const isNarrower = typeof a !== 'number' || (greaterIsNarrower ? b > a : b < a)
    return isNarrower ? [`${at}: ${name} was ${String(a)} and is ${b}`] : []
  })
}

function memberChanges(old: Json, now: Json, direction: Direction, at: string): string[] {
  const gone = Object.keys(object(old['properties'])).filter((name) => !(name in object(now['properties'])))
  const [some, more] = direction === 'request' ? [old, now] : [now, old]
  const required = array(more['required']).filter(
    (name) => !array(some['required']).includes(name) && !gone.includes(String(name)),
  )
  return [
    ...gone.map((name) => `${at}.${name}: is gone`),
    ...required.map(
      (name) => `${at}.${String(name)}: ${direction === 'request' ? 'is required now' : 'can be missing now'}`,
    ),
  ]
}

/**
 * True if one side has a format and the other a pattern for the same string. The review decides if the server accepts
 * as much.
 */
const isPatternForFormat = (old: Json, now: Json) =>
  old['format'] !== undefined && old['pattern'] === undefined && now['format'] === undefined

/** The target of a reference together with its siblings in an `allOf`, or the schema itself. */
export function resolve(value: unknown, document: Json): Json {
  const { allOf, anyOf, ...rest } = object(value)
  const [one, other, ...others] = array(anyOf)
  // In OpenAPI 3.0 a reference that can be null has null as its alternative.
  if (others.length === 0 && isNull(other)) return { ...resolve(one, document), ...rest, nullable: true }
  const schema: Json = { ...rest, ...(anyOf !== undefined && { anyOf }) }
  if (allOf !== undefined)
    return Object.assign({}, ...array(allOf).map((part) => resolve(part, document)), schema) as Json
  const ref = schema['$ref']
  if (typeof ref !== 'string') return schema
  const path = ref.slice(2).split('/')
  return resolve(
    path.reduce<unknown>((at, name) => object(at)[name], document),
    document,
  )
}

const isNull = (schema: unknown) => {
  const values = array(object(schema)['enum'])
  return values.length === 1 && values[0] === null
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
export const object = (value: unknown): Json => (isObject(value) ? value : {})
export const array = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
