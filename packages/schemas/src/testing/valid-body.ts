import { z } from 'zod'
import type { Field } from '../fields/fields.ts'
import type { Operation } from '../operations/operation.ts'
import { recordContracts, tableOf } from '../records.ts'
import type { RecordContract } from '../records.ts'

/** Bodies for operations whose schema alone does not say what is a good one. */
const bodies: Readonly<Record<string, object>> = {
  // Only S has a percentage above 0.
  setExpenseTax: { tax: { category: 'E', percent: 0 } },
  inviteMember: { email: 'grace@example.com', role: 'lawyer' },
  createWebhook: { url: 'https://example.com', events: ['matter.created'] },
  createLead: { leadData: { first_name: 'Ada' } },
}

/** A body that an operation takes. */
export function validBody({ operationId, body }: Operation<string>): object | undefined {
  if (!body) return undefined
  const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Schema
  return bodies[operationId] ?? ((schema.example ?? sample(schema, schema.$defs ?? {})) as object)
}

/** A body that makes a record, with a text in it where one can be. */
export function recordBody({ fields, operations }: RecordContract, text: string): object {
  const [first] = Object.entries<Field>(fields).filter(([, { kind }]) => kind === 'text')
  return { ...validBody(operations.create), ...(first && { [first[0]]: text }) }
}

/** The counts of a rejected deletion without references. */
export const noDependents: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    Object.values(recordContracts)
      .filter(({ fields }) => Object.values<Field>(fields).some(({ references }) => references !== undefined))
      .map(({ path }) => [tableOf(path), 0]),
  ),
  documents: 0,
  signed_documents: 0,
  invoices: 0,
  payments: 0,
  credit_notes: 0,
}

interface Schema {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Schema>>
  readonly type?: string
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly minimum?: number
  readonly pattern?: string
  readonly example?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

const texts: Readonly<Record<string, string>> = {
  email: 'ada@example.com',
  uri: 'https://example.com',
  uuid: '3f1d8f0e-52a4-4c7b-8a36-90c1de5b7a21',
  date: '2026-03-31',
  'date-time': '2026-03-31T00:00:00Z',
}

function sample(schema: Schema, defs: Readonly<Record<string, Schema>>): unknown {
  const { $ref, type, format = '', anyOf, items = {}, properties = {}, required = [], minimum = 1 } = schema
  if ($ref !== undefined) return sample(defs[$ref.split('/').at(-1) ?? ''] ?? {}, defs)
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  if (anyOf) return sample(anyOf.find((one) => one.type !== 'null') ?? {}, defs)
  if (type === 'object') return Object.fromEntries(required.map((name) => [name, sample(properties[name] ?? {}, defs)]))
  if (type === 'array') return [sample(items, defs)]
  if (type === 'integer' || type === 'number') return minimum
  if (type === 'boolean') return true
  return texts[format] ?? (schema.pattern === undefined ? 'sample' : (schema.example ?? 'sample'))
}
