import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { generatedFiles } from '../scripts/generated-files.ts'
import { currentDocument } from '../scripts/released.ts'
import { pagesWithTables } from '../scripts/tables/pages.ts'

const root = new URL('../../../', import.meta.url)
const files = await generatedFiles(currentDocument())

describe.each(files)('$name', ({ file, text }) => {
  it('is as the contract says (else: npx pnpm@12 generate)', () => {
    expect(readFileSync(file, 'utf8')).toBe(text)
  })
})

it.each(['packages/sdk/src/generated', 'packages/sdk/src/testing/generated', 'packages/sdk/cli/generated'])(
  '%s has no other files',
  (folder) => {
    const written = files.map(({ name }) => name).filter((name) => name.startsWith(`${folder}/`))
    expect(readdirSync(new URL(folder, root)).map((name) => `${folder}/${name}`)).toEqual(written.toSorted())
  },
)

const pages = pagesWithTables(currentDocument()).filter(({ name }) => name.startsWith('docs/api/resources/'))

it('there is a page for each resource', () => {
  const names = [
    'clients',
    'documents',
    'expenses',
    'external-records',
    'firm',
    'invoices',
    'leads',
    'matters',
    'payments',
    'time-entries',
    'users',
  ]
  expect(pages.map(({ name }) => name).toSorted()).toEqual(names.map((name) => `docs/api/resources/${name}.md`))
})

// A firm is one record, without a list.
const withoutFilters = ['docs/api/resources/firm.md']

describe.each(pages)('$name', ({ name, text }) => {
  it('has the tables of its fields, filters and requests', () => {
    expect([...text.matchAll(/^<!-- (\w+): /gm)].map(([, kind]) => kind).toSorted()).toEqual([
      ...[...new Set([...text.matchAll(/^<!-- fields: (\w+) /gm)].map(([, name]) => name))].map(() => 'fields'),
      ...(withoutFilters.includes(name) ? [] : ['filters']),
      'operations',
    ])
  })
})
