import { readFileSync } from 'node:fs'
import { variables } from '@matterbase/config'
import type { Variable } from '@matterbase/config'
import { expect, it } from 'vitest'
import { cliFile, cliPage } from '../scripts/cli-page.ts'
import { environmentFile, environmentPage } from '../scripts/environment-page.ts'
import { commands } from '../src/commands/index.ts'

const pageOf = (file: URL) => readFileSync(file, 'utf8')

/** Without the layout, which `pnpm format` has the last word on. */
const withoutLayout = (text: string) => text.replaceAll(/-{3,}/g, '---').replaceAll(/\s+/g, ' ')

it.each([
  ['docs/reference/cli.md', cliFile, cliPage],
  ['docs/reference/environment-variables.md', environmentFile, environmentPage],
])('%s is up to date', (_name, file, make) => {
  const advice = 'write it again: npx pnpm@12 --filter @matterbase/cli reference && npx pnpm@12 format'
  expect(withoutLayout(pageOf(file)), advice).toBe(withoutLayout(make()))
})

it('documents every command and its options', () => {
  const page = pageOf(cliFile)
  for (const { name, options } of commands) {
    const [, section = ''] = page.split(`\n### ${name}\n`)
    const [own = ''] = section.split('\n##')
    for (const option of Object.keys(options))
      expect([name, own]).toEqual([name, expect.stringContaining(`--${option}`)])
  }
})

it('documents every variable with its default, and describes it in full sentences', () => {
  const page = pageOf(environmentFile)
  for (const [name, { description, unset, api, cli, worker }] of Object.entries<Variable>(variables)) {
    const row = page.split('\n').find((line) => line.startsWith(`| \`${name}\` `))
    expect([name, row]).toEqual([name, expect.stringContaining(description)])
    expect([name, description]).toEqual([name, expect.stringMatching(/\.$/)])
    for (const value of [api, cli, worker])
      if (typeof value === 'object' && unset === undefined) expect(row).toContain(`| \`${value.default}\` `)
  }
})
