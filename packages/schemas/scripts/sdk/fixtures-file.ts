import { exampleOf } from '../../src/openapi/examples.ts'
import type { Schema } from '../../src/openapi/examples.ts'
import { object } from '../schema-changes.ts'
import type { Json } from '../schema-changes.ts'
import { schemaNamed } from './declaration.ts'
import { docComment } from './doc-comment.ts'
import { typeImports } from './imports.ts'
import { lowerFirst, sdkNameOf, typesFolder } from './names.ts'
import { sdkResources } from './resources.ts'

interface Fixture {
  readonly name: string
  readonly schema: string
  /** The file of its type. */
  readonly file: string
}

export const fixtures: readonly Fixture[] = [
  { name: 'me', schema: 'KeyIdentity', file: 'me' },
  { name: 'firm', schema: 'Firm', file: 'firm' },
  { name: 'taxRate', schema: 'TaxRate', file: 'tax-rates' },
  { name: 'journal', schema: 'Journal', file: 'journal' },
  ...sdkResources.map(({ one, path }) => ({ name: fixtureName(one), schema: one, file: path })),
  { name: 'lead', schema: 'Lead', file: 'leads' },
  { name: 'webhookEndpoint', schema: 'WebhookEndpoint', file: 'webhooks' },
  { name: 'delivery', schema: 'Delivery', file: 'webhooks' },
  { name: 'document', schema: 'SignedDocument', file: 'events' },
  { name: 'ping', schema: 'Ping', file: 'events' },
]

// `document` was the name of a signed one before documents were a resource.
function fixtureName(one: string) {
  return one === 'Document' ? 'documentRecord' : lowerFirst(one)
}

/** The records of `fixtures`, out of the examples of the contract. */
export function fixturesFile(document: Json): string {
  const imported = fixtures.map(({ schema, file }) => ({ name: sdkNameOf(schema), file }))
  const types = fixtures.map(
    ({ name, schema }) =>
      `${docComment(wordsOf(schema, document), '  ')}\n  readonly ${name}: Maker<${sdkNameOf(schema)}>`,
  )
  const values = fixtures.map(
    ({ name, schema }) => `${name}: make<${sdkNameOf(schema)}>(${literal(exampleNamed(schema, document))}),`,
  )
  return `import { make, type Maker } from '../make.ts'
${typeImports(imported, typesFolder)}
/**
 * Complete records for tests. Pass the fields that matter for your test.
 *
 * @example
 * const matter = fixtures.matter({ title: 'Moss v. Fern', client_id: null })
 */
export const fixtures: {
${types.join('\n')}
} = {
${values.join('\n')}
}
`
}

function wordsOf(schema: string, document: Json): string {
  const [sentence = ''] = String(schemaNamed(schema, document)['description']).split(/(?<=\.) /)
  const { status } = object(exampleNamed(schema, document))
  return typeof status === 'string' ? `${sentence} Its status is \`${status}\`.` : sentence
}

/** The example of a schema, with IDs that a test can guess. */
export function exampleNamed(name: string, document: Json): unknown {
  const schemas = object(object(document['components'])['schemas']) as Readonly<Record<string, Schema>>
  return withFirstIds(exampleOf({ $ref: `#/components/schemas/${name}` }, { schemas, shows: () => true }))
}

function withFirstIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withFirstIds)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      /(?:^|_)id$/.test(name) && typeof member === 'number' ? 1 : withFirstIds(member),
    ]),
  )
}

/** Quotes are left to the formatter. */
export const literal = (value: unknown) => JSON.stringify(value)
