import { findBrowser } from '@matterbase/config/testing'
import { operations } from '@matterbase/schemas'
import { chromium } from 'playwright-core'
import type { Browser, FrameLocator, Page } from 'playwright-core'
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

describe.each(['/docs/api', '/docs/api/frame'])('the page %s', (path) => {
  it('allows nothing from elsewhere', async () => {
    const page = await get(path)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.headers.get('cache-control')).toBe('no-cache')
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval/)
    expect(await page.text()).not.toMatch(/https?:\/\//)
  })

  it('runs the reference in a frame without cookies, and only our own scripts next to it', async () => {
    const policy = (await get(path)).headers.get('content-security-policy') ?? ''
    if (path === '/docs/api') {
      expect(policy).toContain("require-trusted-types-for 'script'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toContain('unsafe-inline')
      const scripts = (await (await get(path)).text()).match(/<script[^>]+>/g)
      expect(scripts).toEqual(['<script type="module" src="/docs/api/page.js">'])
      return
    }
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).toMatch(/(?:^|; )sandbox allow-scripts /)
    expect(policy).not.toMatch(/allow-same-origin|allow-top-navigation/)
  })
})

describe('the page', () => {
  it('is there with a slash too, and for HEAD', async () => {
    expect((await get('/docs/api/')).status).toBe(200)
    expect((await fetch(`${api.origin}/docs/api`, { method: 'HEAD' })).status).toBe(200)
  })

  it('lets browsers keep the script for good, and sends it compressed', async () => {
    const [, path = ''] = /modulepreload" href="([^"]+)"/.exec(await (await get('/docs/api/frame')).text()) ?? []
    const script = await get(path, { 'accept-encoding': 'gzip' })
    expect([script.status, script.headers.get('content-encoding')]).toEqual([200, 'gzip'])
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(script.headers.get('content-type')).toContain('javascript')
    expect(await script.text()).toContain('createApiReference')
  })

  it.each(['/docs/api/assets/nothing.js', '/docs/api/assets/..%2f..%2fpackage.json', '/docs/api/routes.ts'])(
    'answers 404 to %s',
    async (path) => {
      const reply = await get(path)
      expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([404, 'not_found'])
    },
  )
})

const executablePath = findBrowser()

/** In place of the reference itself, which takes seconds to show. */
const emptyReference = {
  contentType: 'text/javascript',
  body: 'export const createApiReference = () => ({ updateConfiguration() {} })',
}

describe.skipIf(!executablePath)('in a browser', () => {
  let browser: Browser
  let page: Page
  let reference: FrameLocator
  let owner: SignedIn
  const elsewhere: string[] = []
  const complaints: string[] = []

  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: executablePath ?? '',
      args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    })
    page = await browser.newPage({ viewport: { width: 1400, height: 1000 } })
    page.setDefaultTimeout(150_000)
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
    await page.goto(`${api.origin}/docs/api`)
    reference = page.frameLocator('iframe')
  })
  afterAll(() => browser?.close())

  it('lists every operation', async () => {
    await reference.getByText('List matters').first().waitFor()
    const text = (await reference.locator('body').textContent()) ?? ''
    expect(operations.filter(({ summary }) => !text.includes(summary))).toEqual([])
  })

  it('has a visible link back to the guides', async () => {
    const link = page.getByRole('navigation').getByRole('link', { name: 'Guides' })
    expect([await link.isVisible(), await link.getAttribute('href')]).toEqual([true, '/docs/'])
  })

  it('links to the guides', async () => {
    const link = reference.getByRole('link', { name: 'The guides' })
    const opened = page.context().waitForEvent('page')
    await link.click()
    const guides = await opened
    await expect.poll(() => guides.url()).toBe(`${api.origin}/docs/`)
    await guides.close()
  })

  it('searches, and has the place in its address', async () => {
    await reference
      .getByRole('button', { name: /Search/ })
      .first()
      .click()
    await page.keyboard.type('Capture a lead')
    await reference.getByRole('dialog').getByText('Capture a lead').first().click()
    await expect.poll(() => page.url()).toMatch(/\/docs\/api#.*leads/)
    const [, place = ''] = page.url().split('#')
    // The reference's own address leads to this page, and from here to the place.
    const other = await browser.newPage()
    await other.route('**/standalone.esm.js', (route) => route.fulfill(emptyReference))
    await other.goto(`${api.origin}/docs/api/frame#${place}`)
    await other.waitForURL(`${api.origin}/docs/api#${place}`)
    await expect
      .poll(() => other.frames().map((frame) => frame.url()))
      .toContain(`${api.origin}/docs/api/frame#${place}`)
    await other.close()
  })

  it('copies', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.bringToFront()
    await reference.getByRole('button', { name: 'Copy link' }).last().focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toContain('/docs/api/frame#')
  })

  it('fills in a test key that ends within an hour for whoever is signed in and may make keys', async () => {
    await owner.call('POST', '/test/matters', { body: { title: 'Estate of Finch' } })
    await page.getByRole('button', { name: 'Use a test key' }).click()
    await page.getByText('Requests from here use a test key').waitFor()
    const { body } = await owner.call('GET', '/test/keys')
    const [key] = body['keys'] as { name: string; environment: string; expires_at: string }[]
    expect(key).toMatchObject({ name: 'API reference', environment: 'test' })
    expect(Date.parse(key?.expires_at ?? '') - Date.now()).toBeLessThanOrEqual(3_600_000)
    await reference.getByText('List matters').first().click()
    await reference.getByRole('button', { name: /Test Request\s*\(get \/matters\)/ }).click()
    await reference.getByRole('dialog').getByRole('button', { name: /^Send/ }).first().click()
    await expect.poll(() => reference.getByRole('dialog').textContent()).toContain('Estate of Finch')
    await page.keyboard.press('Escape')
    await reference.getByRole('dialog').waitFor({ state: 'hidden' })
  })

  it('sends a request that is tried out to this server, with a key that is typed in its place', async () => {
    const key = await api.key()
    await api.call('POST', '/matters', { key, body: { title: 'Estate of Wren' } })
    await reference.getByRole('button', { name: /Test Request\s*\(get \/matters\)/ }).click()
    await reference.getByRole('dialog').getByPlaceholder('Token').fill(key)
    const answered = page.waitForResponse((response) => response.url().includes('/api/v1/matters'))
    await reference.getByRole('dialog').getByRole('button', { name: /^Send/ }).first().click()
    const answer = await answered
    expect([answer.status(), new URL(answer.url()).search]).toEqual([200, ''])
    await expect.poll(() => reference.getByRole('dialog').textContent()).toContain('Estate of Wren')
  })

  /** Opens the page without the reference itself, which takes seconds to show: what is there for this person. */
  async function openWithoutReference({ cookie }: { cookie: string }) {
    await page.route('**/standalone.esm.js', (route) => route.fulfill(emptyReference))
    await page.setExtraHTTPHeaders({ cookie })
    await page.goto(`${api.origin}/docs/api`)
    // Done once it has asked who this is, and has shown what they may do.
    await page.evaluate(`import('/docs/api/page.js')`)
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

  it('gives the reference neither the session, nor its cookies, nor this page', async () => {
    const context = await browser.newContext()
    const [name = '', value = ''] = owner.cookie.split('=')
    await context.addCookies([{ name, value, domain: '127.0.0.1', path: '/', secure: name.startsWith('__Host-') }])
    const other = await context.newPage()
    await other.route('**/standalone.esm.js', (route) => route.fulfill(emptyReference))
    await other.goto(`${api.origin}/docs/api`)
    await other.getByRole('button', { name: 'Use a test key' }).waitFor()
    await expect.poll(() => other.frames().length).toBe(2)
    const asked = other.waitForRequest(
      (request) => request.url().endsWith('/dash/v1/session') && request.frame() !== other.mainFrame(),
    )
    const tried = other.frames()[1]?.evaluate(`(async () => {
      const attempt = async (name, work) => [name, await Promise.resolve().then(work).then(String, () => 'refused')]
      return Object.fromEntries([
        await attempt('origin', () => self.origin),
        await attempt('session', () => fetch('/dash/v1/session', { credentials: 'include' }).then((r) => r.status)),
        await attempt('cookie', () => document.cookie),
        await attempt('page', () => parent.document.title),
      ])
    })()`)
    expect(await (await asked).allHeaders()).not.toHaveProperty('cookie')
    expect(await tried).toEqual({ origin: 'null', session: 'refused', cookie: 'refused', page: 'refused' })
    await context.close()
  })

  it('asked no other server for anything and broke no rule of its policy', () => {
    expect([elsewhere, complaints]).toEqual([[], []])
  })
})
