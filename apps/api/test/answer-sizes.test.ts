import { accountContract, commandLineContract, contract, dashContract, recordContracts } from '@matterbase/schemas'
import type { Operation } from '@matterbase/schemas'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const mostBytes = 4 * 1024 * 1024

interface Json {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Json>>
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Json[]
  readonly oneOf?: readonly Json[]
  readonly allOf?: readonly Json[]
  readonly properties?: Readonly<Record<string, Json>>
  readonly additionalProperties?: Json | boolean
  readonly items?: Json
  readonly maxItems?: number
  readonly maxLength?: number
  readonly format?: string
  readonly pattern?: string
}

const all = [contract, dashContract, accountContract, commandLineContract].flatMap((part) =>
  Object.values(part).flatMap((resource) => Object.values<Operation<string>>(resource)),
)
const nameOf = ({ method, path }: Operation<string>) => `${method} ${path}`
const jsonOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as Json
const inputOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json

/** The longest that each field can be sent, by its name. */
const limits = new Map<string, number>()
for (const { body } of all) if (body) noteLimits(inputOf(body))

function noteLimits(json: Json, name = '') {
  if (json.maxLength !== undefined) limits.set(name, Math.max(limits.get(name) ?? 0, json.maxLength))
  for (const [field, inner] of Object.entries({ ...json.properties, ...json.$defs })) noteLimits(inner, field)
  for (const inner of [...(json.anyOf ?? []), ...(json.oneOf ?? []), ...(json.allOf ?? [])]) noteLimits(inner, name)
  if (json.items) noteLimits(json.items, name)
}

// Of a text that no body has: an address with a token, a name, a user agent.
const longestOther = 4_096
// A control character is \u0001 in JSON.
const bytesOfLetter = 6

/** The most bytes that a value of this shape takes; `open` gathers arrays that can have any length. */
function worst(json: Json, root: Json, name: string, open: string[]): number {
  if (json.$ref) return worst(root.$defs?.[json.$ref.replace(/^.*\//, '')] ?? {}, root, name, open)
  if (json.const !== undefined) return JSON.stringify(json.const).length
  if (json.enum) return Math.max(...json.enum.map((one) => JSON.stringify(one).length))
  const choices = json.anyOf ?? json.oneOf
  if (choices) return Math.max(...choices.map((one) => worst(one, root, name, open)))
  if (json.allOf) return json.allOf.reduce((sum, one) => sum + worst(one, root, name, open), 0)
  if (json.properties)
    return Object.entries(json.properties).reduce(
      (sum, [field, inner]) => sum + field.length + 4 + worst(inner, root, field, open),
      2,
    )
  if (json.items) {
    const each = worst(json.items, root, name, open) + 1
    const choicesOfItem = json.items.enum?.length
    if (json.maxItems === undefined && choicesOfItem === undefined) open.push(name)
    return (json.maxItems ?? choicesOfItem ?? 1) * each
  }
  const types = [json.type ?? 'any'].flat()
  if (!types.includes('string') && !types.includes('any') && !types.includes('object')) return 32
  if (json.format !== undefined && !['email', 'uri'].includes(json.format)) return 64
  return bytesOfLetter * (json.maxLength ?? limits.get(name) ?? longestOther) + 2
}

function sizeOf(operation: Operation<string>) {
  const sizes = Object.values(operation.responses).map((schema) => {
    const json = jsonOf(schema)
    const open: string[] = []
    const bytes = worst(json, json, '', open)
    const { properties = {} } = json.$ref ? (json.$defs?.[json.$ref.replace(/^.*\//, '')] ?? {}) : json
    return { bytes, open, isPaged: 'next_cursor' in properties }
  })
  return {
    bytes: Math.max(...sizes.map(({ bytes }) => bytes)),
    open: [...new Set(sizes.flatMap(({ open }) => open))],
    isPaged: sizes.some(({ isPaged }) => isPaged),
  }
}

const bulk = '200 records, and requireFittingAnswer() refuses what is more than 4 MiB before it writes'
const failures = '200 records, without their contents, and the first details of each'
const account = 'people and keys of one account, without long texts'
const few = 'a query with a LIMIT of at most 50 rows without long texts'

const fields = '500 custom fields, with at most 100 options each'

const invoice = 'invoice-lines.ts bounds the descriptions of an invoice together, and payments have no long texts'
/** What bounds the arrays of answers that are neither pages nor lines. */
const bounds: Readonly<Record<string, string>> = {
  'get /activity': few,
  'get /clients/{id}/credit': 'refunds of one client, without long texts',
  'get /credit-notes/{id}': 'invoices that one credit note is allocated to, and lines of one invoice',
  'get /payments/{id}': 'at most 500 allocations',
  'post /test-payments': 'a payment with at most one allocation',
  'post /test-credit-notes': 'a credit note with at most two allocations',
  'get /events/{id}': '20 endpoints',
  'get /figures': 'one sum for each currency',
  'get /home': few,
  'get /inbox': 'receiver.ts keeps so many bytes of requests',
  'get /listeners/{id}/requests': 'receiver.ts keeps so many bytes of requests',
  'get /invoices/{id}/lines': 'invoice-lines.ts bounds the descriptions of an invoice together',
  'get /invoices/{id}/print-check': '50 letters',
  'get /invoices/{id}/sending': 'the last 50 mails, 10 recipients each',
  'get /invoices/{id}/settlement': 'payments of one invoice, and 500 open invoices, without long texts',
  'get /invoices/{id}': invoice,
  'patch /invoices/{id}': invoice,
  'post /invoices': invoice,
  'post /invoices/{id}/issue': invoice,
  'put /invoices/{id}/status': invoice,
  'post /invoices/{id}/spend-credit': invoice,
  'post /invoices/{id}/write-off': invoice,
  'get /keys': account,
  'get /keys/{id}': few,
  'get /lead-board/{id}/conflicts': '22 names and 50 hits of each kind, for each decision',
  'post /lead-board/{id}/conflicts': '22 names and 50 hits of each kind',
  'post /conflict-checks': '2 names and 50 hits of each kind',
  'get /members': account,
  'get /members/{id}/access': account,
  'patch /members/{id}': account,
  'delete /members/{id}': account,
  'get /names': '200 ids',
  'get /tax-rates': '50 tax rates',
  'get /accounting/totals': 'the taxes of each currency',
  'get /custom-fields': fields,
  'get /deleted-custom-fields': fields,
  'post /work-to-check/settle': '50 IDs',
  'post /custom-fields': fields,
  'patch /custom-fields/{id}': fields,
  'put /custom-fields/order': fields,
  'get /rates': account,
  'get /request-log/{ref}': 'at most 50 other requests, without their bodies',
  'get /search': few,
  'post /search/key': few,
  'get /security/sessions': 'the sessions of one person',
  'get /storage': 'the kinds of storage, in two workspaces',
  'get /session': 'the accounts of one person',
  'get /colleagues': account,
  'get /time-sheet': 'PostgreSQL cuts it at 4 MiB (large-pages.test.ts)',
  'get /timekeepers': account,
  'get /unbilled-time': 'PostgreSQL cuts it at 2 MiB',
  'get /unbilled-time/{id}': 'PostgreSQL cuts both lists at 2 MiB',
  'get /webhooks': '20 endpoints',
  'get /webhooks/{id}/deliveries/{delivery}': 'the attempts of one delivery, of which 4 KiB are kept each',
  'post /webhooks/{id}/deliveries/{delivery}/retry': 'the attempts of one delivery, of which 4 KiB are kept each',
  'get /webhooks/{id}/deliveries/{delivery}/attempts/{attempt}': 'the headers of one answer',
  'get /webhooks/{id}/hours': 'the hours of a few days',
  'post /security/recovery-codes': '10 codes',
  'post /security/totp/enable': '10 codes',
  ...Object.fromEntries(
    Object.values(recordContracts).flatMap(({ path }) => [
      [`post /${path}/bulk`, bulk],
      [`post /${path}/bulk-preview`, bulk],
      [`post /${path}/bulk-import`, bulk],
      [`post /${path}/bulk-change`, failures],
      [`post /${path}/bulk-delete`, failures],
      [`delete /${path}/bulk`, failures],
    ]),
  ),
}

describe('the answers of', () => {
  it.each(all.map((operation) => [nameOf(operation), operation] as const))('%s are bounded', (name, operation) => {
    const { bytes, open, isPaged } = sizeOf(operation)
    // A record of a page, or a line.
    if (isPaged || operation.lines) expect(bytes).toBeLessThan(mostBytes)
    else if (open.length > 0) expect(bounds, `what bounds ${open.join(', ')} of ${name}?`).toHaveProperty([name])
    else expect(bytes).toBeLessThan(mostBytes)
  })

  it('nothing else are named here', () => {
    const unbounded = all.filter((operation) => !sizeOf(operation).isPaged && sizeOf(operation).open.length > 0)
    expect(Object.keys(bounds).filter((name) => !unbounded.map(nameOf).includes(name))).toEqual([])
  })
})
