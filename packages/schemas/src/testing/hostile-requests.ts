import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import { contract } from '../contract.ts'
import { accountContract, dashContract, sharedContract } from '../dash/contract.ts'
import type { Operation, Resource } from '../operations/operation.ts'
import { fullArray, payloads, smallerPayloads, withMoreMembers, withPayload } from './payloads.ts'
import type { PayloadName } from './payloads.ts'
import { placesOf } from './places.ts'
import type { Place } from './places.ts'
import { validBody } from './valid-body.ts'

/** An operation and where it stands. */
export interface Mounted {
  readonly operation: Operation<string>
  readonly base: '/api/v1' | '/dash/v1/live' | '/dash/v1'
}

export interface HostileRequest {
  /** The large or deep part, and its place. */
  readonly shape: string
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array<ArrayBuffer>
  /** True if the contract accepts it: unknown fields are ignored, and bulk records are checked one by one. */
  readonly isTaken: boolean
}

const mounted = (base: Mounted['base'], resources: Readonly<Record<string, Resource<string>>>): Mounted[] =>
  Object.values(resources).flatMap((resource) => Object.values(resource).map((operation) => ({ operation, base })))

/** Everything that can be asked for with a key or a session. */
export const everyOperation: readonly Mounted[] = [
  ...mounted('/api/v1', contract),
  ...mounted('/dash/v1/live', { ...sharedContract, ...dashContract }),
  ...mounted('/dash/v1', accountContract),
]

/**
 * Large or deep requests for an operation. `seen` has the requests that other operations need not repeat.
 *
 * @param isAllFull sends every body in its full size. Otherwise only the first of a kind below each base has it. The
 * others run the same code, so they are only as large as needed to show in a response.
 */
export function* hostileRequests(
  { operation, base }: Mounted,
  seen: Set<string>,
  isAllFull = false,
): Generator<HostileRequest> {
  const method = operation.method.toUpperCase()
  const path = base + operation.path.replaceAll(/\{\w+\}/g, '1')
  const common = { method, path, headers: {} }
  for (const { shape, value } of hostilePaths(operation)) yield { ...common, shape, path: base + value, isTaken: false }
  for (const { shape, value, isTaken } of hostileQueries(operation, seen))
    yield { ...common, shape, path: `${path}?${value}`, isTaken }
  const headers = { 'content-type': 'application/json' }
  const isFull = (kind: string) => isAllFull || !isSeen(`${kind} in full below ${base}`, seen)
  const zippedHeaders = { ...headers, 'content-encoding': 'gzip' }
  for (const { shape, text, isTaken } of hostileBodies(operation, seen, isFull)) {
    const body = new TextEncoder().encode(text)
    const zipped = new Uint8Array(gzipSync(body, { level: 1 }))
    // A rejected body costs the same either way and runs the same code: uncompressed, the first one below each base.
    const isPlain = isTaken ? base === '/api/v1' : isAllFull || !isSeen(`${shape}, uncompressed, below ${base}`, seen)
    if (isPlain) yield { ...common, shape, headers, body, isTaken }
    yield { ...common, shape: `${shape}, compressed`, headers: zippedHeaders, body: zipped, isTaken }
    if (!isTaken || !shape.includes('members')) continue
    const strict = { ...zippedHeaders, prefer: 'handling=strict' }
    yield { ...common, shape: `${shape}, strict`, headers: strict, body: zipped, isTaken: shape.includes(' at data') }
  }
}

// Node takes in 16 KiB of headers.
const mostQueryChars = 12_000

function hostilePaths({ path }: Operation<string>) {
  return [...path.matchAll(/\{\w+\}/g)].map(([parameter]) => ({
    shape: `path ${parameter}`,
    value: path.replace(parameter, '9'.repeat(mostQueryChars)).replaceAll(/\{\w+\}/g, '1'),
  }))
}

function hostileQueries({ method, query }: Operation<string>, seen: Set<string>) {
  if (!query && method !== 'get') return []
  // A value of one kind is sent to one operation, by the first name that takes it.
  const names = Object.entries(query?.shape ?? {})
    .filter(([, schema]) => !isSeen(`query of ${schemaText({ schema })}`, seen))
    .map(([name]) => name)
  const unknown = Array.from({ length: mostQueryChars / 6 }, (_, n) => `u${n.toString(36)}=`)
  const isTaken = (values: Record<string, string>) => (query ?? z.object({})).safeParse(values).success
  return [
    { shape: 'query of unknown names', value: unknown.join('&').slice(0, mostQueryChars), isTaken: true },
    { shape: 'query of one name', value: 'limit=1&'.repeat(mostQueryChars / 8), isTaken: false },
    ...names.flatMap((name) =>
      ['x', '9', '%', ','].map((sign) => {
        const value = sign.repeat(mostQueryChars)
        return { shape: `query ${name} of ${sign}`, value: `${name}=${value}`, isTaken: isTaken({ [name]: value }) }
      }),
    ),
  ]
}

interface HostileBody {
  readonly shape: string
  readonly text: string
  readonly isTaken: boolean
}

function* hostileBodies(
  operation: Operation<string>,
  seen: Set<string>,
  isFull: (kind: string) => boolean,
): Generator<HostileBody> {
  if (!operation.body) return
  const valid = validBody(operation)
  const item = 'item' in operation && operation.item instanceof z.ZodType ? placesOf(operation.item, ['data', 0]) : []
  for (const place of [...placesOf(operation.body), ...item]) {
    const at = place.path.length === 0 ? 'body' : place.path.join('.')
    const isRecord = item.length > 0 && place.path.length > 1
    const ofWhat = isRecord ? 'records' : 'bodies'
    for (const name of shapesOf(place)) {
      // A whole body is sent to every operation once, a value of one kind to one of them.
      if (isSeen(`${name} for ${place.path.length === 0 ? operation.operationId : schemaText(place)}`, seen)) continue
      const from = isFull(`${name} of ${ofWhat}`) ? payloads : smallerPayloads
      const text = withPayload(valid, place.path, from[name])
      yield { shape: `${name} at ${at}`, text, isTaken: (isRecord || isIgnored(place)) && name !== 'nesting' }
    }
    if (place.kind === 'object' && !isSeen(`more for ${operation.operationId} at ${at}`, seen)) {
      const text = withMoreMembers(valid, place.path, isFull(`more members of ${ofWhat}`))
      yield { shape: `more members at ${at}`, text, isTaken: true }
    }
    const most = lengthOf(place)
    if (most === undefined || isSeen(`full for ${operation.operationId} at ${at}`, seen)) continue
    const text = withPayload(valid, place.path, fullArray(most, isFull(`arrays of ${ofWhat}`)))
    const isOfAnything = place.kind === 'array' && holdsAnything(place)
    yield { shape: `full of members at ${at}`, text, isTaken: isOfAnything || isRecord }
  }
}

function isSeen(key: string, seen: Set<string>): boolean {
  const was = seen.has(key)
  seen.add(key)
  return was
}

/** An array's items are counted, a value's are never looked at. */
function shapesOf({ kind }: Place): PayloadName[] {
  if (kind === 'array') return ['items', 'objects', 'nesting', 'text']
  return kind === 'object' || kind === 'record' ? ['items', 'nesting', 'text'] : ['items', 'members', 'nesting', 'text']
}

const jsonSchemaOf = ({ schema }: Pick<Place, 'schema'>) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
/** True for a field whose invalid values are ignored, such as the ID of a member. */
const isIgnored = ({ schema }: Place) => [[], {}, '', 0].every((value) => schema.safeParse(value).success)
const schemaText = (place: Pick<Place, 'schema'>) => JSON.stringify(jsonSchemaOf(place))
const lengthOf = (place: Place) => (place.kind === 'array' ? jsonSchemaOf(place).maxItems : undefined)
const holdsAnything = (place: Place) =>
  place.schema instanceof z.ZodArray && place.schema.element instanceof z.ZodUnknown
