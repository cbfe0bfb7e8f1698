import { readFile, readdir } from 'node:fs/promises'
import { contract, errorCodes, eventKinds, openApiDocument, operations, scopes, tags } from '@matterbase/schemas'
import { describe, expect, it } from 'vitest'
import { leadScore } from '@matterbase/domain'

// What the guides say in tables is compared with the code that makes it so.

const root = new URL('../../../', import.meta.url)
const page = (name: string) => readFile(new URL(`docs/${name}`, root), 'utf8')

/** The cells of every row of the tables of a page, or of one of its sections, headings left out. */
async function rowsOf(name: string, section?: string): Promise<string[][]> {
  const text = await page(name)
  const part = section === undefined ? text : text.split(/^## /m).find((found) => found.startsWith(`${section}\n`))
  const lines = (part ?? '').split('\n').filter((line) => line.startsWith('|'))
  const rows = lines.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
  return rows.filter(([first = ''], index) => !/^:?-+:?$/.test(first) && !/^:?-+:?$/.test(rows[index + 1]?.[0] ?? ''))
}

const unquoted = (cell = '') => cell.replaceAll('`', '')

it('errors.md has a heading for every code, with its status, its meaning and advice', async () => {
  const text = await page('api/errors.md')
  const sections = [...text.matchAll(/^### (\w+)\n\n\*\*(\d{3})\.\*\* (.+)\.\n\n(?=\w)/gm)]
  expect(sections.map(([, code, status, meaning]) => [code, Number(status), meaning])).toEqual(
    Object.entries(errorCodes).map(([code, { status, meaning }]) => [code, status, meaning]),
  )
})

it('errors.md lists every code by its status', async () => {
  const rows = (await rowsOf('api/errors.md')).filter(([status = '']) => /^\d{3}$/.test(status))
  const listed = rows.flatMap(([status, codes = '']) =>
    [...codes.matchAll(/\[(\w+)\]\(#\1\)/g)].map(([, code]) => [code, Number(status)]),
  )
  expect(listed).toEqual(Object.entries(errorCodes).map(([code, { status }]) => [code, status]))
})

it('errors.md has every code that details can have', async () => {
  const known = (await rowsOf('api/errors.md')).flatMap(([first = '']) => unquoted(first).split(', '))
  for (const code of await detailCodes()) expect(known).toContain(code)
})

/** Every `code: '…'` in what finds faults with requests to the API; the dashboard's are for its own pages. */
async function detailCodes(): Promise<string[]> {
  const folders = ['apps/api/src/', 'packages/schemas/src/'].map((folder) => new URL(folder, root))
  const files = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(folder, { recursive: true }))
        .filter((name) => name.endsWith('.ts') && !/^(?:dash|public)\//.test(name))
        .map((name) => new URL(name, folder)),
    ),
  )
  const sources = await Promise.all(files.flat().map((file) => readFile(file, 'utf8')))
  const codes = sources.flatMap((source) => [...source.matchAll(/\bcode: '([a-z_]+)'/g)].map(([, code = '']) => code))
  return [...new Set(codes)].filter((code) => !(code in errorCodes) || code === 'not_found')
}

it('events.md has a row for every event', async () => {
  const rows = (await rowsOf('webhooks/events.md')).flatMap(
    ([first = '']) => /^\[`([a-z_]+\.[a-z]+)`\]/.exec(first)?.[1] ?? [],
  )
  expect(
    rows.toSorted(),
    'each event of the contract has a row in the first table of docs/webhooks/events.md, and no other',
  ).toEqual([...eventKinds].toSorted())
})

describe('authentication.md', () => {
  it.each(scopes)('says what %s allows', async (scope) => {
    const row = (await rowsOf('api/authentication.md')).find(([first]) => unquoted(first) === scope)
    const allowed = operations.filter((operation) => operation.scope === scope)
    const paths = new Set(allowed.map(({ path }) => `/${path.split('/')[1]}`))
    const methods = new Set(allowed.map(({ method }) => method.toUpperCase()))
    const text = row?.[1] ?? ''
    const named = new Set([...text.matchAll(/`(\/[\w-]+)`/g)].map(([, path]) => path))
    expect(named, `the row of ${scope} in docs/api/authentication.md names the paths that it allows`).toEqual(paths)
    if (!text.startsWith('everything')) expect(new Set(text.match(/\b[A-Z]{3,}\b/g))).toEqual(methods)
  })
})

it('authentication.md lists the response headers that scripts can read', async () => {
  const { startApi } = await import('./harness.ts')
  const api = await startApi()
  const { headers } = await api.call('OPTIONS', '/me')
  const listed =
    (await page('api/authentication.md')).match(/^Scripts can read these response headers: (.+)$/m)?.[1] ?? ''
  expect([...listed.matchAll(/`([\w-]+)`/g)].map(([, name]) => name)).toEqual(
    headers.get('access-control-expose-headers')?.split(', '),
  )
  await api.close()
})

it('lists-and-filters.md has the parameters of every list', async () => {
  const rows = (await rowsOf('api/lists-and-filters.md', 'Parameters')).map(([names = '', lists = '']) => ({
    names: [...names.matchAll(/`([a-z_]+)/g)].map(([, name]) => name),
    lists: lists.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1').split(', '),
  }))
  const lists = new Set(rows.flatMap((row) => row.lists).filter((list) => !list.startsWith('all')))
  expect(lists).toContain('leads')
  const { paths } = openApiDocument(contract, tags, '')
  for (const list of lists) {
    const documented = rows.filter((row) => row.lists.some((name) => name === list || name.startsWith('all')))
    const inDocument = paths[`/${list.replaceAll(' ', '-')}`]?.get?.parameters ?? []
    const inQuery = inDocument.flatMap((parameter) =>
      'in' in parameter && parameter.in === 'query' ? parameter.name : [],
    )
    expect([list, documented.flatMap(({ names }) => names).toSorted()]).toEqual([list, inQuery.toSorted()])
  }
})

it('openapi-and-postman.md names schemas that exist', async () => {
  const rows = await rowsOf('api/openapi-and-postman.md', 'Named schemas')
  const named = rows.flatMap(([, names = '']) => [...names.matchAll(/`([A-Z]\w+)`/g)].map(([, name]) => name))
  const { components } = openApiDocument(contract, tags, '')
  expect(named).toContain('ExpenseStatus')
  expect(named.filter((name) => !Object.keys(components?.schemas ?? {}).includes(String(name)))).toEqual([])
})

it('rate-limits.md names the limit of each tier', async () => {
  const { startApi } = await import('./harness.ts')
  const api = await startApi()
  for (const tier of ['free', 'pro', 'enterprise'] as const) {
    const { headers } = await api.call('GET', '/me', { key: await api.key({ tier }) })
    const row = (await rowsOf('api/limits.md')).find(([first]) => unquoted(first) === tier)
    expect(row?.[1]?.replace(',', '')).toBe(headers.get('x-ratelimit-limit') ?? 'no limit')
  }
  await api.close()
})

it('leads.md scores leads as the code does', async () => {
  const rows = await rowsOf('api/resources/leads.md')
  const points = (first: string) => Number(rows.find(([cell]) => unquoted(cell) === first)?.[1])
  const areas = rows.filter(([first = '']) => !first.startsWith('`'))
  expect(areas).toHaveLength(8)
  for (const urgency of ['low', 'medium', 'high'] as const)
    for (const [names = '', worth] of areas)
      for (const area of names.startsWith('nothing') ? [null] : names.split(', '))
        expect([area, leadScore(area, urgency)]).toEqual([area, Number(worth) + points(urgency)])
})
