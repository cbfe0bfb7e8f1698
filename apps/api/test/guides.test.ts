import { readFile, readdir } from 'node:fs/promises'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract, openApiDocument, tags } from '@matterbase/schemas'
import express from 'express'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guides } from '../src/docs-page/guides/guides.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

// The guides as they were last built (`npx pnpm@12 build`).

const folder = new URL('../../../docs/', import.meta.url)
const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.md')).toSorted()
const pages = files.map((file) => `/docs/${file.replace(/(?:^|(?<=\/))index\.md$/, '').replace(/\.md$/, '')}`)

let api: Api

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const navigation = { accept: 'text/html,*/*;q=0.8' }
const get = (path: string, init: RequestInit = {}) => fetch(api.origin + path, init)

describe.each([...pages, '/docs/sdk/', '/docs/sdk/api'])('%s', (path) => {
  it('can be read without scripts', async () => {
    const page = await get(path, { headers: navigation })
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const html = await page.text()
    expect(html.match(/<h1[ >]/g)).toHaveLength(1)
    expect(html.replaceAll(/<script.*?<\/script>|<[^>]+>/gs, ' ').trim().length).toBeGreaterThan(500)
  })

  it('runs only the scripts that its policy names, and has no style in it', async () => {
    const page = await get(path, { headers: navigation })
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'( 'sha256-[\w+/=]+')+; style-src 'self';/)
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    const html = await page.text()
    expect(html).not.toMatch(/<style| style=| on\w+="/)
    for (const [, script = ''] of html.matchAll(/<script(?![^>]* src=)[^>]*>([^<]*)<\/script>/g))
      expect(policy).toContain(await hashOf(script))
    const loaded = [...html.matchAll(/<(?:script|link|img)[^>]* (?:src|href)="([^"]+)"/g)].map(([, address]) => address)
    expect(loaded.filter((address) => !/^(?:\/|data:)/.test(address ?? ''))).toEqual([])
  })
})

async function hashOf(script: string) {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script))
  return `'sha256-${Buffer.from(hash).toString('base64')}'`
}

describe('the files', () => {
  it('with a hash in their names can be kept for good, and come compressed', async () => {
    const html = await (await get('/docs/')).text()
    const [, script = ''] = /<script type="module" src="([^"]*app[^"]*)"/.exec(html) ?? []
    const reply = await get(script, { headers: { 'accept-encoding': 'gzip' } })
    expect([reply.status, reply.headers.get('content-encoding')]).toEqual([200, 'gzip'])
    expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  })

  it.each(['/docs/', '/docs/api/errors', '/docs/llms.txt'])(
    '%s is asked for again, and not sent again',
    async (path) => {
      const page = await get(path)
      expect(page.headers.get('cache-control')).toMatch(/^(?:public, max-age=0|no-cache)$/)
      const known = await get(path, { headers: { 'if-none-match': page.headers.get('etag') ?? '' } })
      expect([known.status, await known.text()]).toEqual([304, ''])
      expect((await get(path, { method: 'HEAD' })).status).toBe(200)
      expect((await get(path, { method: 'OPTIONS' })).headers.get('allow')).toBe('GET, HEAD, OPTIONS')
      expect((await get(path, { method: 'POST' })).status).toBe(405)
    },
  )

  it('begin at /docs/', async () => {
    const reply = await get('/docs?from=mail', { redirect: 'manual' })
    expect([reply.status, reply.headers.get('location')]).toEqual([302, '/docs/?from=mail'])
  })

  it('end at their folder, and a page that does not exist says so to people and programs', async () => {
    for (const path of ['/docs/nothing', '/docs/..%2fpackage.json', '/docs/assets/none.js', '/docs/package.json']) {
      const reply = await get(path)
      expect([reply.status, ((await reply.json()) as { code: string }).code], path).toEqual([404, 'not_found'])
    }
    const page = await get('/docs/nothing', { headers: navigation })
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
  })

  // What a first visit loads, compressed. The search is loaded when it is opened.
  it('of the first page weigh little', async () => {
    const html = await (await get('/docs/')).text()
    const parts = [...html.matchAll(/<(?:script|link)[^>]* (?:src|href)="(\/docs\/[^"]+)"/g)].map(
      ([, path]) => path ?? '',
    )
    const weights = await Promise.all(['/docs/', ...parts].map(weightOf))
    expect(weights.reduce((sum, weight) => sum + weight)).toBeLessThan(110 * 1024)
  })

  async function weightOf(path: string) {
    const reply = await get(path, { headers: { 'accept-encoding': 'br' } })
    expect(reply.status, path).toBe(200)
    return Number(reply.headers.get('content-length'))
  }
})

describe('llms.txt', () => {
  it('leads to every guide as Markdown', async () => {
    const reply = await get('/docs/llms.txt')
    expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const text = await reply.text()
    expect(text).toMatch(/^# Matterbase API\n\n> /)
    expect(text).toContain('Base URL: http://localhost/api/v1\n')
    expect(text).toContain('Authorization: Bearer')
    for (const path of [
      'docs/sdk/index.md',
      'docs/sdk/api.md',
      ...files.map((file) => `docs/${file}`),
      'api/v1/openapi.json',
    ])
      if (path !== 'docs/index.md') expect(text).toContain(`(http://localhost/${path})`)
  })

  it.each(files)('%s is there as it was written, with links that lead somewhere from here', async (file) => {
    const reply = await get(`/docs/${file}`)
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8'])
    const text = await reply.text()
    const withoutLinks = (markdown: string) => markdown.replaceAll(/\]\([^)\s]+\)/g, ']')
    expect(withoutLinks(text)).toBe(withoutLinks(await readFile(new URL(file, folder), 'utf8')))
    expect(text.match(/\]\(\.[^)]*\)/g)).toBeNull()
  })
})

it('says how to build the guides where they are not built', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'guides-'))
  const router = guides(() => openApiDocument(contract, tags, 'http://localhost/api/v1'), empty)
  const server = createServer(express().use(router)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const page = await fetch(`http://127.0.0.1:${port}/`)
  expect([page.status, await page.text()]).toEqual([503, expect.stringContaining('--filter @matterbase/docs build')])
  server.close()
  rmSync(empty, { recursive: true })
})
