import { z } from 'zod'
import { operations } from '../contract.ts'
import type { Operation } from '../operations/operation.ts'
import { validBody } from './valid-body.ts'

/** A write with as much of a text as each of its fields takes. */
export interface Poison {
  readonly operation: Operation
  readonly body: (text: string) => object
}

interface Schema {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Schema>>
  readonly type?: string
  readonly format?: string
  readonly pattern?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly maxLength?: number
  readonly maxItems?: number
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
}

/** The largest body that is read. */
const mostBytes = 1024 * 1024 - 1024

/** The body with a great share of each text that still fits. */
function fitted(make: (share: number) => object): object {
  for (let share = 1; ; share *= 0.8) {
    const body = make(share)
    if (Buffer.byteLength(JSON.stringify(body)) <= mostBytes) return body
  }
}

const rowsOf = ({ maxItems = 1 }: Schema) => Math.min(maxItems, 200)

function filler(defs: Readonly<Record<string, Schema>>) {
  return function fill(schema: Schema, valid: unknown, text: string, share = 1): unknown {
    const { $ref, type, anyOf, items, properties } = schema
    if ($ref !== undefined) return fill(defs[$ref.split('/').at(-1) ?? ''] ?? {}, valid, text, share)
    if (anyOf) return anyOf.map((one) => fill(one, valid, text, share)).find((one) => one !== undefined)
    if (type === 'string') return isFree(schema) ? part(text, (schema.maxLength ?? 255) * share) : undefined
    if (type === 'array' && items) {
      const [first] = Array.isArray(valid) ? (valid as unknown[]) : []
      const row = fill(items, first, text, share)
      return row === undefined ? undefined : Array.from({ length: rowsOf(schema) }, (_, at) => numbered(row, at))
    }
    if (type !== 'object' || !properties) return undefined
    const known = (valid ?? {}) as Readonly<Record<string, unknown>>
    const filled = Object.entries(properties).flatMap(([name, property]) => {
      // A condition, which no record meets.
      if (name === 'if_match') return []
      const value = fill(property, known[name], text, share)
      return value === undefined ? [] : [[name, value] as const]
    })
    return filled.length === 0 ? undefined : { ...known, ...Object.fromEntries(filled) }
  }
}

const notBlank = '\\S'

const isFree = ({ format, pattern = notBlank, ...schema }: Schema) =>
  format === undefined && pattern === notBlank && !schema.enum && !('const' in schema)

/** Whole characters. */
const part = (text: string, length: number) => text.slice(0, Math.max(1, Math.floor(length))).toWellFormed()

/** Rows of one request have different external_ids. */
function numbered(row: unknown, at: number): unknown {
  if (typeof row !== 'object' || row === null || !('external_id' in row)) return row
  return { ...row, external_id: `${at} ${String(row.external_id)}`.slice(0, 255).toWellFormed() }
}

const schemaOf = (body: z.ZodType) => z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Schema

/** The writes of the REST API that store text, by its contract. */
export function readPoisons(): Poison[] {
  const writes = operations.flatMap((operation) => {
    const { method, body } = operation
    return body && method !== 'delete' ? [{ operation, schema: schemaOf(body), valid: validBody(operation) ?? {} }] : []
  })
  // A bulk refers to the schema of its rows, which an operation of single records has.
  const fill = filler(Object.assign({}, ...writes.map(({ schema: { $defs } }) => $defs)) as Schema['$defs'] & object)
  return writes.flatMap(({ operation, schema, valid }) =>
    fill(schema, valid, 'a') === undefined
      ? []
      : [{ operation, body: (text) => fitted((share) => fill(schema, valid, text, share) as object) }],
  )
}

interface Answer {
  readonly details?: readonly { readonly field: string }[]
  readonly results?: readonly Answer[]
}

/** The same body without the fields that a response refuses, in any row. Undefined if it refuses none. */
export function withoutRefused(body: object, answer: object): object | undefined {
  const refused = ({ details = [], results = [] }: Answer): string[] => [
    ...details.map(({ field }) => field.replace(/^leadData\./, '').replace(/\..*/, '')),
    ...results.flatMap(refused),
  ]
  const names = new Set(refused(answer))
  if (names.size === 0) return undefined
  return JSON.parse(JSON.stringify(body, (name, value: unknown) => (names.has(name) ? undefined : value))) as object
}
