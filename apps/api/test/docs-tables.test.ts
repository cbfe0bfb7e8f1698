import { readFile, readdir } from 'node:fs/promises'
import { variables } from '@matterbase/config'
import type { Variable } from '@matterbase/config'
import { errorCodes, eventKinds, operations, scopes } from '@matterbase/schemas'
import { describe, expect, it } from 'vitest'
import { leadScore } from '@matterbase/domain'

// What the guides say in tables is compared with the code that makes it so.

const root = new URL('../../../', import.meta.url)
const page = (name: string) => readFile(new URL(`docs/${name}`, root), 'utf8')

/** The cells of every row of a page's tables, headings left out. */
async function rowsOf(name: string): Promise<string[][]> {
  const lines = (await page(name)).split('\n').filter((line) => line.startsWith('|'))
  const rows = lines.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
  return rows.filter(([first = ''], index) => !/^:?-+:?$/.test(first) && !/^:?-+:?$/.test(rows[index + 1]?.[0] ?? ''))
}

const unquoted = (cell = '') => cell.replaceAll('`', '')

it('errors.md has every code with its status and meaning', async () => {
  const rows = (await rowsOf('errors.md')).filter(([status = '']) => /^\d{3}$/.test(status))
  expect(rows.map(([status, code, meaning]) => [status, code, meaning])).toEqual(
    Object.entries(errorCodes).map(([code, { status, meaning }]) => [String(status), `\`${code}\``, meaning]),
  )
  expect(rows.every(([, , , advice]) => advice)).toBe(true)
})

it('errors.md has every code that details can have', async () => {
  const known = (await rowsOf('errors.md')).flatMap(([first = '']) => unquoted(first).split(', '))
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

it('webhooks.md has a row for every event', async () => {
  const rows = (await rowsOf('webhooks.md')).filter(([first = '']) => /^`[a-z_]+\.[a-z]+`$/.test(first))
  expect(
    rows.map(([kind]) => unquoted(kind)).toSorted(),
    'each event of the contract has a row in the first table of docs/webhooks.md, and no other',
  ).toEqual([...eventKinds].toSorted())
})

describe('authentication.md', () => {
  it.each(scopes)('says what %s allows', async (scope) => {
    const row = (await rowsOf('authentication.md')).find(([first]) => unquoted(first) === scope)
    const allowed = operations.filter((operation) => operation.scope === scope)
    const paths = new Set(allowed.map(({ path }) => `/${path.split('/')[1]}`))
    const methods = new Set(allowed.map(({ method }) => method.toUpperCase()))
    const text = row?.[1] ?? ''
    const named = new Set([...text.matchAll(/`(\/[\w-]+)`/g)].map(([, path]) => path))
    expect(named, `the row of ${scope} in docs/authentication.md names the paths that it allows`).toEqual(paths)
    if (!text.startsWith('everything')) expect(new Set(text.match(/\b[A-Z]{3,}\b/g))).toEqual(methods)
  })
})

it('rate-limits.md names the limit of each tier', async () => {
  const { startApi } = await import('./harness.ts')
  const api = await startApi()
  for (const tier of ['free', 'pro', 'enterprise'] as const) {
    const { headers } = await api.call('GET', '/me', { key: await api.key({ tier }) })
    const row = (await rowsOf('rate-limits.md')).find(([first]) => unquoted(first) === tier)
    expect(row?.[1]).toBe(headers.get('x-ratelimit-limit') ?? 'no limit')
  }
  await api.close()
})

it('leads.md scores leads as the code does', async () => {
  const rows = await rowsOf('leads.md')
  const points = (first: string) => Number(rows.find(([cell]) => unquoted(cell) === first)?.[1])
  const areas = rows.filter(([first = '']) => !first.startsWith('`'))
  expect(areas).toHaveLength(8)
  for (const urgency of ['low', 'medium', 'high'] as const)
    for (const [names = '', worth] of areas)
      for (const area of names.startsWith('nothing') ? [null] : names.split(', '))
        expect([area, leadScore(area, urgency)]).toEqual([area, Number(worth) + points(urgency)])
})

it('configuration.md has every variable that a program reads, with its default', async () => {
  const rows = (await rowsOf('configuration.md')).filter(([first = '']) => /^`[A-Z_]+`$/.test(first))
  const documented = new Map(rows.map(([name, initial]) => [unquoted(name), unquoted(initial)]))
  expect([...documented.keys()].toSorted()).toEqual(Object.keys(variables).toSorted())
  // Those whose default depends on what else is set are told in words.
  const inWords = ['HOST', 'WEBHOOK_ALLOW_PRIVATE', 'LOG_LEVEL']
  for (const [name, { api, cli, worker }] of Object.entries<Variable>(variables))
    for (const unset of [api, cli, worker])
      if (typeof unset === 'object' && !inWords.includes(name))
        expect([name, documented.get(name)]).toEqual([name, unset.default])
})
