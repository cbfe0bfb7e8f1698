import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import type { RulesetDefinition } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { expect, it } from 'vitest'
import { asText, currentDocument } from '../scripts/released.ts'

it('passes the recommended rules of Spectral without an error or a warning', async () => {
  const linter = new spectral.Spectral()
  // Redocly judges the examples, with far less work.
  const rules = { 'oas3-valid-media-example': 'off', 'oas3-valid-schema-example': 'off' } as const
  // Its own rule set lacks a member that its own type asks for.
  linter.setRuleset({ extends: [[oas as RulesetDefinition, 'recommended']], rules })
  const findings = await linter.run(JSON.parse(asText(currentDocument())))
  expect(findings.map(({ code, message, path }) => `${code} ${path.join('/')}: ${message}`)).toEqual([])
})

async function findingsOfRedocly(source: string): Promise<string[]> {
  const rules = {
    'no-invalid-media-type-examples': 'error',
    'no-invalid-parameter-examples': 'error',
    'no-invalid-schema-examples': 'error',
  } as const
  const config = await createConfig({ extends: ['recommended'], rules })
  const findings = await lintFromString({ source, config })
  return findings.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)
}

/** Redocly judges examples, and no defaults: here they are what stands as the example. */
const withDefaults = (source: string) =>
  JSON.stringify(
    JSON.parse(source, (_key, value: unknown) =>
      typeof value === 'object' && value !== null && 'default' in value && ('type' in value || 'allOf' in value)
        ? { ...value, example: value.default }
        : value,
    ),
  )

it('passes the recommended rules of Redocly, and has examples and defaults that fit, without an error or a warning', async () => {
  const source = asText(currentDocument())
  expect(await findingsOfRedocly(source)).toEqual([])
  expect(await findingsOfRedocly(withDefaults(source))).toEqual([])
})

const matter = ['paths', '/matters', 'post'] as const
const json = ['content', 'application/json'] as const

it.each<[string, readonly string[], unknown]>([
  ['an example of a field', ['components', 'schemas', 'Matter', 'properties', 'id', 'example'], 'first'],
  ['an example of a parameter', ['components', 'parameters', 'IdempotencyKey', 'schema', 'example'], 5],
  ['an example of a header', ['components', 'headers', 'X-RateLimit-Limit', 'schema', 'example'], 'many'],
  ['an example of a body', [...matter, 'requestBody', ...json, 'example', 'title'], 5],
  ['an example of an answer', [...matter, 'responses', '201', ...json, 'example', 'data', 'created_at'], 'yesterday'],
  ['a default', ['components', 'schemas', 'TimeEntryCreate', 'properties', 'is_billable', 'default'], 'always'],
])('would not pass with %s that does not fit', async (_name, path, wrong) => {
  const document: unknown = JSON.parse(asText(currentDocument()))
  const parent = path.slice(0, -1).reduce((at, step) => (at as Record<string, unknown>)[step], document)
  ;(parent as Record<string, unknown>)[path.at(-1) ?? ''] = wrong
  const pointer = path.map((step) => step.replaceAll('/', '~1')).join('/')
  const [first] = await findingsOfRedocly(withDefaults(JSON.stringify(document)))
  expect(first).toContain(` #/${pointer.replace(/default$/, 'example')}`)
})
