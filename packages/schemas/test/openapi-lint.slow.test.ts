import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import type { RulesetDefinition } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { beforeAll, describe, expect, it } from 'vitest'
import { asText, currentDocument } from '../scripts/released.ts'

const source = asText(currentDocument())

it('passes the recommended rules of Spectral without an error or a warning', async () => {
  const linter = new spectral.Spectral()
  // Redocly judges the examples, with far less work.
  const rules = { 'oas3-valid-media-example': 'off', 'oas3-valid-schema-example': 'off' } as const
  // Its own rule set lacks a member that its own type asks for.
  linter.setRuleset({ extends: [[oas as RulesetDefinition, 'recommended']], rules })
  const findings = await linter.run(JSON.parse(source))
  expect(findings.map(({ code, message, path }) => `${code} ${path.join('/')}: ${message}`)).toEqual([])
})

/** The records of exported files. Redocly does not look for references in extensions, as Spectral does. */
const records = [...source.matchAll(/"x-record": \{\s*"\$ref": "([^"]*)"/g)].map(([, pointer]) => pointer ?? '')

async function findingsOfRedocly(text: string, ruleSets: 'recommended'[] = []): Promise<string[]> {
  const rules = {
    'no-invalid-media-type-examples': 'error',
    'no-invalid-parameter-examples': 'error',
    'no-invalid-schema-examples': 'error',
  } as const
  const config = await createConfig({ extends: ruleSets, rules })
  const findings = await lintFromString({ source: text, config })
  const unused = (pointer = '') => !records.includes(pointer)
  return findings
    .filter(({ ruleId, location }) => ruleId !== 'no-unused-components' || unused(location[0]?.pointer))
    .map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)
}

/** Redocly judges examples, and no defaults: here they are what stands as the example. */
const withDefaults = (text: string) =>
  JSON.stringify(
    JSON.parse(text, (_key, value: unknown) =>
      typeof value === 'object' && value !== null && 'default' in value && ('type' in value || 'allOf' in value)
        ? { ...value, example: value.default }
        : value,
    ),
  )

it('passes the recommended rules of Redocly, and has examples and defaults that fit, without an error or a warning', async () => {
  expect(await findingsOfRedocly(source, ['recommended'])).toEqual([])
  expect(await findingsOfRedocly(withDefaults(source))).toEqual([])
})

const matter = ['paths', '/matters', 'post'] as const
const json = ['content', 'application/json'] as const

/** Each alone in its schema, so that one finding hides no other. */
const unfit: readonly (readonly [what: string, path: readonly string[], value: unknown])[] = [
  ['an example of a field', ['components', 'schemas', 'Matter', 'properties', 'id', 'example'], 'first'],
  ['an example of a parameter', ['components', 'parameters', 'IdempotencyKey', 'schema', 'example'], 5],
  ['an example of a header', ['components', 'headers', 'X-RateLimit-Limit', 'schema', 'example'], 'many'],
  ['an example of a body', [...matter, 'requestBody', ...json, 'example', 'title'], 5],
  ['an example of an answer', [...matter, 'responses', '201', ...json, 'example', 'data', 'created_at'], 'yesterday'],
  ['a default', ['components', 'schemas', 'TimeEntryCreate', 'properties', 'is_billable', 'default'], 'always'],
]

const pointerOf = (path: readonly string[]) => `#/${path.map((step) => step.replaceAll('/', '~1')).join('/')}`

describe('would not pass', () => {
  let findings: string[]
  beforeAll(async () => {
    const document: unknown = JSON.parse(source)
    for (const [, path, value] of unfit) {
      const parent = path.slice(0, -1).reduce((at, step) => (at as Record<string, unknown>)[step], document)
      ;(parent as Record<string, unknown>)[path.at(-1) ?? ''] = value
    }
    findings = await findingsOfRedocly(withDefaults(JSON.stringify(document)))
  })

  it.each(unfit)('with %s that does not fit', (_what, path) => {
    const place = ` ${pointerOf(path).replace(/default$/, 'example')}`
    expect(findings.some((finding) => finding.includes(place))).toBe(true)
  })

  it('with nothing else', () => {
    expect(findings).toHaveLength(unfit.length)
  })
})
