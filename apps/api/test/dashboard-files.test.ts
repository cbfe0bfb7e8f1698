import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dashboardFiles } from '../src/dashboard-files/dashboard-files.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const navigation = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const visit = (path: string, init: RequestInit = {}) =>
  fetch(api.origin + path, { headers: navigation, redirect: 'manual', ...init })
const scriptOf = (html: string) => /type="module"[^>]* src="(\/assets\/[^"]+)"/.exec(html)?.[1] ?? ''

describe('the pages', () => {
  it.each(['/', '/matters', '/matters/12?status=paid', '/test', '/test/dev/keys/3', '/nothing/here', '/signatures'])(
    'are the app for a browser that goes to %s',
    async (path) => {
      const page = await visit(path)
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
      expect(scriptOf(await page.text())).toMatch(/^\/assets\/index-/)
    },
  )

  it.each(['/sign-in', '/setup/abc', '/reset/abc', '/invite/abc'])('are the small entry at %s', async (path) => {
    const page = await visit(path)
    expect(page.status).toBe(200)
    expect(scriptOf(await page.text())).toMatch(/^\/assets\/sign-in-/)
  })

  it('let nothing in from elsewhere, no markup out of texts, and are not kept', async () => {
    const { headers } = await visit('/')
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
        "frame-ancestors 'none'; base-uri 'none'; form-action 'self'; require-trusted-types-for 'script'",
    )
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('strict-transport-security')).toBeNull()
  })

  it('are there for HEAD, and for nothing that writes', async () => {
    expect((await visit('/matters', { method: 'HEAD' })).status).toBe(200)
    expect((await visit('/matters', { method: 'POST' })).status).toBe(404)
  })

  it.each([
    '/api/v1/nothing',
    '/dash/v1/nothing',
    '/docs/nothing',
    '/sign/abc',
    '/invoice/abc',
    '/intake/abc',
    '/assets/none.js',
  ])('stay away from %s', async (path) => {
    const reply = await visit(path)
    expect(await reply.text()).not.toContain('id="root"')
    expect(reply.status).toBeGreaterThanOrEqual(400)
  })

  it('leave the 404 of the API to whoever does not ask for HTML', async () => {
    for (const accept of ['*/*', 'application/json']) {
      const reply = await visit('/matters', { headers: { accept } })
      expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([404, 'not_found'])
    }
  })
})

describe('the files', () => {
  it('are sent compressed and can be kept for good', async () => {
    const script = await fetch(api.origin + scriptOf(await (await visit('/')).text()), {
      headers: { 'accept-encoding': 'gzip' },
    })
    expect([script.status, script.headers.get('content-encoding')]).toEqual([200, 'gzip'])
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(script.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('without a hash in their names are asked for anew', async () => {
    for (const [path, type] of [
      ['/theme.js', 'javascript'],
      ['/favicon.svg', 'svg'],
    ] as const) {
      const file = await visit(path)
      expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'public, max-age=0'])
      expect(file.headers.get('content-type')).toContain(type)
    }
  })

  it('end at their folder', async () => {
    for (const path of ['/assets/..%2f..%2fpackage.json', '/assets/..%2ftheme.js'])
      expect((await visit(path)).status, path).toBe(404)
  })
})

it('says how to build the dashboard where it is not built', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dashboard-'))
  const server = createServer(express().use(dashboardFiles(folder))).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const page = await fetch(`http://127.0.0.1:${port}/`, { headers: navigation })
  expect([page.status, await page.text()]).toEqual([
    503,
    expect.stringContaining('--filter @matterbase/dashboard build'),
  ])
  server.close()
  rmSync(folder, { recursive: true })
})
