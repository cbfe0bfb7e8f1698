import { findBrowser } from '@matterbase/config/testing'
import { operations } from '@matterbase/schemas'
import { chromium } from 'playwright-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { join, signIn } from './dash-browser.ts'
import type { Browser as SignedIn } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const get = (path: string, headers: Record<string, string> = {}) => fetch(api.origin + path, { headers })

describe('the page', () => {
  it('allows nothing from elsewhere', async () => {
    const page = await get('/docs')
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.headers.get('cache-control')).toBe('no-cache')
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval/)
    expect(await page.text()).not.toMatch(/https?:\/\//)
  })

  it('is there with a slash too, and for HEAD', async () => {
    expect((await get('/docs/')).status).toBe(200)
    expect((await fetch(`${api.origin}/docs`, { method: 'HEAD' })).status).toBe(200)
  })

  it('lets browsers keep the script for good, and sends it compressed', async () => {
    const [, path = ''] = /modulepreload" href="([^"]+)"/.exec(await (await get('/docs')).text()) ?? []
    const script = await get(path, { 'accept-encoding': 'gzip' })
    expect([script.status, script.headers.get('content-encoding')]).toEqual([200, 'gzip'])
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(script.headers.get('content-type')).toContain('javascript')
    expect(await script.text()).toContain('createApiReference')
  })

  it.each(['/docs/assets/nothing.js', '/docs/assets/..%2f..%2fpackage.json', '/docs/docs-page.ts'])(
    'answers 404 to %s',
    async (path) => {
      const reply = await get(path)
      expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([404, 'not_found'])
    },
  )
})

const executablePath = findBrowser()

describe.skipIf(!executablePath)('in a browser', () => {
  let browser: Browser
  let page: Page
  let owner: SignedIn
  const elsewhere: string[] = []
  const complaints: string[] = []

  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: executablePath ?? '',
      args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    })
    page = await browser.newPage({ viewport: { width: 1400, height: 1000 } })
    page.setDefaultTimeout(60_000)
    page.on('request', (request) => {
      const url = request.url()
      if (!/^(?:data|blob):/.test(url) && !url.startsWith(`${api.origin}/`)) elsewhere.push(url)
    })
    page.on('console', (message) => {
      if (message.type() === 'error' || message.text().includes('Content Security Policy'))
        complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.addInitScript(`addEventListener('securitypolicyviolation', (event) =>
      console.error('Refused', event.violatedDirective, event.blockedURI, event.sourceFile, event.lineNumber, event.columnNumber))`)
    owner = await signIn(api)
    await page.setExtraHTTPHeaders({ cookie: owner.cookie })
    await page.goto(`${api.origin}/docs`)
  })
  afterAll(() => browser?.close())

  it('lists every operation', async () => {
    await page.getByText('List matters').first().waitFor()
    const text = (await page.textContent('body')) ?? ''
    expect(operations.filter(({ summary }) => !text.includes(summary))).toEqual([])
  })

  it('leads to the same as plain pages', async () => {
    const link = page.getByRole('link', { name: 'The same as plain pages' })
    expect(new URL((await link.getAttribute('href')) ?? '', page.url()).pathname).toBe('/docs/reference')
  })

  it('fills in a test key that ends within an hour for whoever is signed in and may make keys', async () => {
    await owner.call('POST', '/test/matters', { body: { title: 'Estate of Finch' } })
    await page.getByRole('button', { name: 'Use a test key' }).click()
    await page.getByText('Requests from here use a test key').waitFor()
    const { body } = await owner.call('GET', '/test/keys')
    const [key] = body['keys'] as { name: string; environment: string; expires_at: string }[]
    expect(key).toMatchObject({ name: 'API reference', environment: 'test' })
    expect(Date.parse(key?.expires_at ?? '') - Date.now()).toBeLessThanOrEqual(3_600_000)
    await page.getByText('List matters').first().click()
    await page.getByRole('button', { name: /Test Request\s*\(get \/matters\)/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: /^Send/ }).first().click()
    await expect.poll(() => page.getByRole('dialog').textContent()).toContain('Estate of Finch')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  })

  it('sends a request that is tried out to this server, with a key that is typed in its place', async () => {
    const key = await api.key()
    await api.call('POST', '/matters', { key, body: { title: 'Estate of Wren' } })
    await page.getByRole('button', { name: /Test Request\s*\(get \/matters\)/ }).click()
    await page.getByRole('dialog').getByPlaceholder('Token').fill(key)
    const answered = page.waitForResponse((response) => response.url().includes('/api/v1/matters'))
    await page.getByRole('dialog').getByRole('button', { name: /^Send/ }).first().click()
    const answer = await answered
    expect([answer.status(), new URL(answer.url()).search]).toEqual([200, ''])
    await expect.poll(() => page.getByRole('dialog').textContent()).toContain('Estate of Wren')
  })

  /** Opens the page without the reference itself, which takes seconds to show: what is there for this person. */
  async function openWithoutReference({ cookie }: { cookie: string }) {
    const body = 'export const createApiReference = () => ({ updateConfiguration() {} })'
    await page.route('**/standalone.esm.js', (route) => route.fulfill({ contentType: 'text/javascript', body }))
    await page.setExtraHTTPHeaders({ cookie })
    await page.goto(`${api.origin}/docs`)
    // Done once it has asked who this is, and has shown what they may do.
    await page.evaluate(`import('/docs/start.js')`)
  }

  it('makes that key with the scopes that the role can give, and says which', async () => {
    const owner = await signIn(api)
    const developer = await join(api, owner, 'developer')
    await openWithoutReference(developer)
    await page.getByRole('button', { name: 'Use a test key' }).click()
    await page.getByText('until an hour from now, with what your role developer gives: webhooks:write.').waitFor()
    const { body } = await owner.call('GET', '/test/keys')
    expect(body['keys']).toMatchObject([{ scopes: ['webhooks:write'], created_by: { email: developer.email } }])
  })

  it.each([
    ['who may not make any', async () => join(api, owner, 'lawyer')],
    ['nobody', async () => ({ cookie: '' })],
  ])('offers no key to %s', async (_who, person) => {
    await openWithoutReference(await person())
    expect(await page.getByRole('button', { name: 'Use a test key' }).isVisible()).toBe(false)
  })

  it('asked no other server for anything and broke no rule of its policy', () => {
    expect([elsewhere, complaints]).toEqual([[], []])
  })
})
