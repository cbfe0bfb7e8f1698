import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import type { RulesetDefinition } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { expect, it } from 'vitest'
import { asText, currentDocument } from '../scripts/released.ts'

it('passes the recommended rules of Spectral without an error or a warning', async () => {
  const linter = new spectral.Spectral()
  // Its own rule set lacks a member that its own type asks for.
  linter.setRuleset({ extends: [[oas as RulesetDefinition, 'recommended']] })
  const findings = await linter.run(JSON.parse(asText(currentDocument())))
  expect(findings.map(({ code, message, path }) => `${code} ${path.join('/')}: ${message}`)).toEqual([])
})

it('passes the recommended rules of Redocly without an error or a warning', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const findings = await lintFromString({ source: asText(currentDocument()), config })
  expect(findings.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)).toEqual([])
})
