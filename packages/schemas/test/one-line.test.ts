import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { accountContract, commandLineContract, dashContract, isOneLine } from '../src/index.ts'
import type { Operation } from '../src/index.ts'

/** Texts that are typed in several lines, by operation and place. */
const ofManyLines: ReadonlySet<string> = new Set([
  'putIntakeForm.introduction',
  'recordConflictDecision.note',
  'createDocument.text',
  'checkNames.text',
  'createInvoice.lines[].description',
  'updateInvoice.lines[].description',
  'sendInvoice.message',
  'updateFirm.invoice_note',
])

// Records take what the REST API takes, so that imports of existing data do not break. Secrets are compared and not shown.
const isOfRecord = (name: string) => /^(?:change\w+Many|preview\w+Import|import\w+|updateLead|\w+Timer)\./.test(name)
const isSecret = (name: string) => /(?:[._]password|[.]code|^searchKey\.key)$/.test(name)

interface Leaf {
  readonly place: string
  readonly schema: z.ZodType
}

/** Every field of a body that takes free text. */
function leavesOf(schema: z.ZodType, place: string): Leaf[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, inner]) =>
      leavesOf(inner, place === '' ? name : `${place}.${name}`),
    )
  if (schema instanceof z.ZodArray) return leavesOf(schema.element as z.ZodType, `${place}[]`)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    const inner = schema.unwrap() as z.ZodType
    return inner instanceof z.ZodArray || inner instanceof z.ZodObject ? leavesOf(inner, place) : [{ place, schema }]
  }
  return [{ place, schema }]
}

const plain = 'Hale & Sons'
// The ends of C0 and C1, what ends a line, and what turns the order of letters.
const refused = [
  '\t',
  '\n',
  '\r\n',
  '\u001B',
  '\u007F',
  '\u0085',
  '\u009F',
  '\u2028',
  '\u2029',
  '\u061C',
  '\u200E',
  '\u202E',
  '\u2066',
  '\u2069',
]

const operations: readonly Operation<string>[] = [accountContract, dashContract, commandLineContract].flatMap(
  (contract) => Object.values(contract).flatMap((resource) => Object.values<Operation<string>>(resource)),
)
const typed = operations.flatMap(({ operationId, body }) =>
  body
    ? leavesOf(body, '')
        .filter(({ schema }) => schema.safeParse(plain).success)
        .map(({ place, schema }) => [`${operationId}.${place}`, schema] as const)
        .filter(([name]) => !isOfRecord(name) && !isSecret(name))
    : [],
)

describe('free text in what the dashboard and the command line send', () => {
  it('is looked at in every operation', () => {
    const names: readonly string[] = typed.map(([name]) => name)
    for (const name of [
      'updateFirm.legal_name',
      'issueInvoice.invoice_number',
      'sendInvoice.subject',
      'createDocument.title',
    ])
      expect(names).toContain(name)
    expect([...ofManyLines].filter((name) => !names.includes(name))).toEqual([])
  })

  it.each(typed.filter(([name]) => !ofManyLines.has(name)))('%s is a single line', (_name, schema) => {
    for (const character of refused) {
      const result = schema.safeParse(`Hale${character}Sons`)
      expect([JSON.stringify(character), result.success]).toEqual([JSON.stringify(character), false])
    }
  })

  it.each(typed.filter(([name]) => ofManyLines.has(name)))('%s takes several lines', (_name, schema) => {
    expect(schema.safeParse('Hale\nSons').success).toBe(true)
  })
})

it('letters of any language, with accents and emoji, are a single line', () => {
  for (const text of ['Żółć', 'محمد', 'דנה', '株式会社', 'Ann\u200Dé', '👩\u200D⚖️', ' Hale  & Sons '])
    expect([text, isOneLine(text)]).toEqual([text, true])
})
