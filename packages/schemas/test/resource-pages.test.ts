import { describe, expect, it } from 'vitest'
import { currentDocument } from '../scripts/released.ts'
import { resourcePages } from '../scripts/resource-pages/resource-pages.ts'

const withoutLayout = (text: string) => text.replaceAll(/\s+/g, '').replaceAll(/-{3,}/g, '---')
const pages = resourcePages(currentDocument())

it('there is a page for each resource', () => {
  const names = ['clients', 'expenses', 'invoices', 'leads', 'matters', 'payments', 'time-entries']
  expect(pages.map(({ name }) => name).toSorted()).toEqual(names.map((name) => `${name}.md`))
})

describe.each(pages)('docs/api/resources/$name', ({ text, current }) => {
  it('has its tables as the contract says (else: pnpm --filter @matterbase/schemas openapi && pnpm format)', () => {
    expect(withoutLayout(text)).toBe(withoutLayout(current))
  })

  it('has the tables of its fields, filters and requests', () => {
    expect([...text.matchAll(/^<!-- (\w+): /gm)].map(([, kind]) => kind).toSorted()).toEqual([
      ...[...new Set([...text.matchAll(/^<!-- fields: (\w+) /gm)].map(([, name]) => name))].map(() => 'fields'),
      'filters',
      'operations',
    ])
  })
})
