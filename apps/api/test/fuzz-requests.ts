import * as fc from 'fast-check'

/** As much of an OpenAPI document as requests are made from. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>
  readonly components: Readonly<Record<string, unknown>>
}

interface DocumentOperation {
  readonly parameters?: readonly (Parameter | Reference)[]
  readonly requestBody?: {
    readonly required?: boolean
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>
  }
}

interface Reference {
  readonly $ref: string
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly schema: Schema
}

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly pattern?: string
  readonly enum?: readonly string[]
  readonly nullable?: boolean
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly Schema[]
}

export interface FuzzedRequest {
  readonly method: string
  /** The path as the document has it. */
  readonly template: string
  readonly pathAndQuery: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** Which of the test's API keys to use, by place. */
  readonly key: number
}

const long = 'x'.repeat(70_000)
const mebibyte = 'm'.repeat(1024 * 1024)
const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
const deepObject = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`

/** Put into JSON as it is: what JSON.stringify cannot write. */
const raw = (text: string) => `@raw${text}@`
const written = (value: unknown) => JSON.stringify(value).replaceAll(/"@raw(.*?)@"/g, '$1')

const nastyTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\uD800',
  'a\uDC00b',
  '\uFFFF',
  '\u202Eabc',
  '😀'.repeat(130),
  `a${'𐐨'.repeat(80)}`,
  'ﷺ'.repeat(255),
  'x'.repeat(256),
  long,
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '99999999999',
  "'; DROP TABLE matters; --",
  '%00',
  '${7*7}',
  '{"a":1}',
  '2025-02-30',
  '0000-00-00',
  '2024-02-29',
  '9999-12-31T23:59:59.999Z',
  '0000-01-01T00:00:00Z',
  '2024-01-01T24:00:00Z',
  '2024-01-01T00:00:00+23:59',
  '2024-01-01T00:00:00',
  'a@b.c',
  'mailto:a@b.c',
  'https://example.com',
  'https://user:pass@example.com',
  'http://[::1',
  'http://169.254.169.254/',
  'javascript:alert(1)',
  'https://' + 'a'.repeat(3000),
  '\\',
  '"',
  '\r\nX: y',
  '1e400',
]

const nastyValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1,
  1.5,
  42,
  99_999_999_999,
  Number.MAX_SAFE_INTEGER,
  2 ** 53,
  1e308,
  5e-324,
  12.345678,
  999_999_999_999.99,
  1e12,
  raw('1e400'),
  raw('-1e400'),
  raw('-0'),
  raw('0.1e-999'),
  raw('123456789012345678901234567890'),
  [],
  {},
  [[[[]]]],
  [null],
  [1, 'a', {}],
  { length: 5 },
  { toString: 1 },
  JSON.parse('{"then":1}'),
  { toJSON: 1 },
  JSON.parse('{"__proto__":{"admin":true}}'),
  { constructor: { prototype: {} } },
  Array.from({ length: 201 }, () => ({})),
  ...nastyTexts,
]

const nastyNames = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '',
  '\0',
  '\uD800',
  'x'.repeat(300),
  'id',
  'workspace_id',
  'deleted_at',
  'words',
  'data',
  'titel',
  'größe',
]

const nastyDocuments = [
  '',
  ' ',
  '{',
  '}',
  '{]',
  'null',
  'true',
  '1',
  '"text"',
  '[]',
  '[{}]',
  '{"a":1,}',
  "{'a':1}",
  '{"a":1}{"b":2}',
  '\uFEFF{}',
  '{"a":NaN}',
  '{"title":"a","title":"b"}',
  '{"title":"\\ud800"}',
  '{"title":"\\u0000"}',
  '{"title":"a\nb"}',
  '{"title":"\\x"}',
  '{"title":1e400}',
  '{"__proto__":{"title":"a"},"title":"b"}',
  deep,
  deepObject,
]

const text = fc.oneof(
  { weight: 6, arbitrary: fc.string({ maxLength: 30 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
)

const resolve = ({ components }: Document, reference: string): unknown =>
  reference
    .split('/')
    .slice(2)
    .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], components)

/** Values that a schema allows, as far as a schema can say. */
function fitting(document: Document, schema: Schema): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) return fitting(document, resolve(document, schema.$ref) as Schema)
  const inner = fittingNotNull(document, schema)
  return schema.nullable ? fc.option(inner, { freq: 5 }) : inner
}

function fittingNotNull(document: Document, schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => fitting(document, one)))
  switch (schema.type) {
    case 'object':
      return fittingObject(document, schema)
    case 'array':
      return fc.array(fitting(document, schema.items ?? {}), { maxLength: 4 })
    case 'integer':
      return fc.oneof(
        fc.integer({ min: schema.minimum ?? 0, max: 40 }),
        fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 2 ** 31 }),
      )
    case 'number':
      return fc.double({ min: schema.minimum ?? 0, max: schema.maximum ?? 1e15, noNaN: true })
    case 'boolean':
      return fc.boolean()
    default:
      return fittingText(schema)
  }
}

/** A few members, mostly: the more there are, the likelier it is that two do not go together. */
function fittingObject(document: Document, { properties = {}, required = [] }: Schema): fc.Arbitrary<object> {
  const members = Object.entries(properties)
  const all = fc.record(Object.fromEntries(members.map(([name, one]) => [name, fitting(document, one)])))
  const optional = members.map(([name]) => name).filter((name) => !required.includes(name))
  const chosen = fc.oneof(
    { weight: 4, arbitrary: fc.subarray(optional, { maxLength: Math.min(3, optional.length) }) },
    fc.subarray(optional),
  )
  return fc.tuple(all, chosen).map(([values, names]) => {
    const kept = new Set([...required, ...names])
    return Object.fromEntries(Object.entries(values).filter(([name]) => kept.has(name)))
  })
}

const instant = fc
  .date({ min: new Date('1000-01-01'), max: new Date('9999-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())

function fittingText({ format, pattern = '', maxLength = 1000 }: Schema): fc.Arbitrary<string> {
  if (format === 'date') return instant.map((moment) => moment.slice(0, 10))
  if (format === 'date-time') return instant
  if (format === 'email' || pattern.includes(')@')) return fc.emailAddress()
  if (format === 'uri') return fc.webUrl()
  return text.map((value) => value.slice(0, maxLength))
}

const nasty = fc.constantFrom(...nastyValues)

/** A value with something in it replaced, added or left out. */
const spoiled = (value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(value, nasty, fc.nat(), fc.constantFrom(...nastyNames), fc.integer({ min: 0, max: 3 }))
    .map(([good, bad, at, name, how]) => spoil(good, bad, at, name, how))

function spoil(good: unknown, bad: unknown, at: number, name: string, how: number): unknown {
  if (typeof good !== 'object' || good === null) return bad
  if (Array.isArray(good))
    return good.length === 0 || how === 0
      ? [...good, bad]
      : good.map((item: unknown, index) => (index === at % good.length ? spoil(item, bad, at, name, how) : item))
  const members = Object.entries(good)
  if (how === 0 || members.length === 0) return Object.fromEntries([...members, [name, bad]])
  const place = at % members.length
  if (how === 1) return Object.fromEntries(members.filter((_, index) => index !== place))
  return Object.fromEntries(
    members.map(([key, value], index) =>
      index === place ? [key, how === 2 ? bad : spoil(value, bad, at >> 2, name, how)] : [key, value],
    ),
  )
}

const bodyFor = (document: Document, schema: Schema): fc.Arbitrary<string | undefined> => {
  const good = fitting(document, schema)
  return fc.oneof(
    { weight: 50, arbitrary: good.map(written) },
    { weight: 35, arbitrary: spoiled(good).map(written) },
    { weight: 10, arbitrary: spoiled(spoiled(good)).map(written) },
    { weight: 6, arbitrary: nasty.map(written) },
    { weight: 8, arbitrary: fc.constantFrom(...nastyDocuments) },
    { weight: 3, arbitrary: text },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        `{"title":"${mebibyte}"}`,
        `{"leadData":{"first_name":"${mebibyte.slice(20)}"}}`,
        `"${mebibyte.slice(200)}"`,
      ),
    },
    { weight: 2, arbitrary: fc.constant(undefined) },
  )
}

const ids = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 25 }).map(String) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '0',
      '-1',
      '1.0',
      '1e3',
      '99999999999',
      '9007199254740993',
      '9'.repeat(30),
      'abc',
      '%00',
      '%E0%A4%A',
      '%F0%9F%98%80',
      '%2F',
      '..%2f1',
      '1%20',
      '+1',
      '0x1',
      'null',
      '__proto__',
      'bulk',
      'x'.repeat(3000),
      '1/test',
      '1/',
      '%',
      '1;a=b',
    ),
  },
  { weight: 1, arbitrary: text.map((value) => encodeURIComponent(value.toWellFormed()) || '1') },
)

const encoded = (value: unknown) => encodeURIComponent(String(value).toWellFormed())

function queryFor(document: Document, parameters: readonly Parameter[]): fc.Arbitrary<string> {
  const known = parameters.filter((one) => one.in === 'query')
  const some = fc.tuple(
    ...known.map(({ name, schema }) =>
      fc.tuple(
        fc.constant(name),
        fc.oneof(
          { weight: 14, arbitrary: fc.constant(undefined) },
          { weight: 5, arbitrary: fitting(document, schema).map(encoded) },
          { weight: 1, arbitrary: fc.constantFrom(...nastyTexts.filter((one) => one.length < 5000)).map(encoded) },
        ),
      ),
    ),
  )
  const extra = fc.oneof(
    { weight: 12, arbitrary: fc.constant('') },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '__proto__=1',
        'constructor=1',
        'limit=1&limit=2',
        'limit[]=1',
        '%FF=%FF',
        '=',
        '&&&',
        'a',
        'limit',
        'q=%00',
        'force=true',
        'atomic=true',
        'toString=1',
        'offset=%2B1',
        `z=${'y'.repeat(6000)}`,
      ),
    },
  )
  return fc
    .tuple(some, extra)
    .map(([pairs, more]) =>
      [...pairs.filter(([, value]) => value !== undefined).map(([name, value]) => `${name}=${value}`), more]
        .filter(Boolean)
        .join('&'),
    )
}

const sometimes = (weight: number, ...values: readonly string[]) =>
  fc.oneof(
    { weight: 20 - weight, arbitrary: fc.constant(undefined) },
    { weight, arbitrary: fc.constantFrom(...values) },
  )

const headers = fc
  .record({
    'if-match': sometimes(2, '*', '"x"', 'W/"x"', '', '"', ',,,', '"a","b"', 'x'.repeat(4000), '\u00FF'),
    'if-none-match': sometimes(2, '*', '"x"', 'W/"x", "y"', ''),
    'idempotency-key': sometimes(
      4,
      'a',
      'b',
      'c',
      'd',
      'e',
      ' ',
      'a b',
      '',
      'x'.repeat(255),
      'x'.repeat(256),
      '\u00E9',
    ),
    prefer: sometimes(
      4,
      'handling=strict',
      'handling=lenient',
      'respond-async, handling=strict',
      '',
      ';;;',
      'HANDLING=STRICT',
    ),
    'content-type': fc.oneof(
      { weight: 30, arbitrary: fc.constant('application/json') },
      {
        weight: 3,
        arbitrary: fc.constantFrom(
          'application/json; charset=utf-8',
          'application/json;charset="UTF-8"',
          'application/merge-patch+json',
          'APPLICATION/JSON',
        ),
      },
      {
        weight: 2,
        arbitrary: fc.constantFrom(
          'text/plain',
          'application/json; charset=latin1',
          'application/x-www-form-urlencoded',
          '',
          ';',
          'application/',
          'multipart/form-data; boundary=x',
          'x'.repeat(2000),
        ),
      },
      { weight: 1, arbitrary: fc.constant(undefined) },
    ),
    'content-encoding': sometimes(1, 'gzip', 'deflate', 'br', 'zstd', 'identity', 'x'),
    accept: sometimes(2, 'text/html', '*/*', 'application/xml', ''),
    'x-request-id': sometimes(2, 'mine', 'x'.repeat(128), 'x'.repeat(129), 'a b', '', '\u00FF'),
    'cache-control': sometimes(1, 'no-cache'),
    range: sometimes(1, 'bytes=0-1'),
    origin: sometimes(1, 'https://example.com', 'null'),
    'x-http-method-override': sometimes(1, 'DELETE'),
    expect: sometimes(1, '100-continue'),
  })
  .map((all) =>
    Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)),
  )

/** Requests to every operation of a document: good ones, bad ones and hostile ones. */
export function requestsOf(document: Document, keys: number): fc.Arbitrary<FuzzedRequest> {
  const operations = Object.entries(document.paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ template, method: method.toUpperCase(), operation })),
  )
  const requests = operations.map(({ template, method, operation }) => {
    const parameters = (operation.parameters ?? []).map((one) =>
      '$ref' in one ? (resolve(document, one.$ref) as Parameter) : one,
    )
    const schema = operation.requestBody?.content['application/json']?.schema
    const inPath = template.split('/').filter((part) => part.startsWith('{')).length
    return fc.record({
      template: fc.constant(template),
      method: fc.oneof(
        { weight: 40, arbitrary: fc.constant(method) },
        { weight: 1, arbitrary: fc.constantFrom('HEAD', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'TRACE') },
      ),
      path: fc
        .tuple(
          fc.array(ids, { minLength: inPath, maxLength: inPath }),
          fc.oneof(
            { weight: 30, arbitrary: fc.constant('') },
            { weight: 1, arbitrary: fc.constantFrom('/', '//', '/x', '%2F', '.json') },
          ),
        )
        .map(([values, end]) => {
          let at = 0
          return template.replaceAll(/\{\w+\}/g, () => values[at++] ?? '1') + end
        }),
      query: queryFor(document, parameters),
      headers,
      body: schema
        ? bodyFor(document, schema)
        : fc.oneof(
            { weight: 9, arbitrary: fc.constant(undefined) },
            { weight: 1, arbitrary: fc.constantFrom('{}', '{', 'x') },
          ),
      key: fc.oneof({ weight: 40, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat({ max: keys - 1 }) }),
    })
  })
  return fc
    .oneof(...requests)
    .map(({ path, query, ...rest }) => ({ ...rest, pathAndQuery: query === '' ? path : `${path}?${query}` }))
}
