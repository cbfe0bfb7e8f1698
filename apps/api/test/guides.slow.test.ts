import { createRequire } from 'node:module'
import { readFile } from 'node:fs/promises'
import { findBrowser } from '@matterbase/config/testing'
import type { AxeResults } from 'axe-core'
import { chromium } from 'playwright-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

const executablePath = findBrowser()
const views = [
  { width: 1280, colorScheme: 'light', background: 'rgb(255, 255, 255)' },
  { width: 390, colorScheme: 'dark', background: 'rgb(18, 18, 17)' },
] as const

let api: Api

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

describe.skipIf(!executablePath)('the guides in a browser', () => {
  let browser: Browser
  let axe: string
  let page: Page
  const complaints: string[] = []

  beforeAll(async () => {
    axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
    browser = await chromium.launch({
      executablePath: executablePath ?? '',
      args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    })
    page = await browser.newPage()
    page.setDefaultTimeout(30_000)
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('request', (request) => {
      if (!request.url().startsWith('data:') && !request.url().startsWith(`${api.origin}/`))
        complaints.push(request.url())
    })
  })
  afterAll(() => browser?.close())

  /** Opens a page, and waits until its scripts work. */
  async function open(path: string) {
    await page.goto(api.origin + path)
    await expect.poll(() => page.evaluate(`document.querySelector('#app')?.__vue_app__ !== undefined`)).toBe(true)
  }

  /** Opens the search, which would begin with the words of the last one, and waits for results. */
  async function search(words: string) {
    await page.setViewportSize({ width: 1280, height: 844 })
    await open('/docs/')
    await page.evaluate('sessionStorage.clear()')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.locator('#localsearch-input').fill(words)
    await page.locator('.results a').first().waitFor()
  }

  const violations = async () => {
    const found = await page.evaluate<AxeResults>(`axe.run(document, { resultTypes: ['violations'] })`)
    return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
  }

  it.each([
    '/docs/',
    '/docs/api/errors',
    '/docs/api/resources/time-entries',
    '/docs/user-guide/bill-a-matter',
    '/docs/sdk/',
  ])('%s has no finding of axe and never scrolls sideways, wide and light or narrow and dark', async (path) => {
    for (const { width, colorScheme, background } of views) {
      await page.setViewportSize({ width, height: 844 })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await open(path)
      await page.evaluate(axe)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(background)
      expect(await violations()).toEqual([])
    }
  })

  it.each(['expand', 'Retry-After', 'reverse a payment', 'doctor'])('the search finds %s', async (words) => {
    await search(words)
    await page.locator('.results a').first().click()
    await expect.poll(() => page.locator('main').textContent()).toMatch(new RegExp(words.split(' ').join('|'), 'i'))
    await page.waitForURL(/\/docs\/.+/)
  })

  describe('a button that copies', () => {
    beforeAll(async () => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.setViewportSize({ width: 1280, height: 844 })
    })

    it.each([
      [
        'an sh block',
        '/docs/webhooks/quickstart',
        'npm install http',
        'npm install http://localhost:3000/docs/sdk.tgz',
      ],
      [
        'a console block without its prompts',
        '/docs/start/run-locally',
        'git clone',
        'git clone https://github.com/matterbase/matterbase\ncd matterbase\nnpx pnpm@12 start',
      ],
      [
        'a console block without the lines that it prints',
        '/docs/self-host/backups',
        'backup --to /var/backups/matterbase/now.backup',
        'matterbase backup --to /var/backups/matterbase/now.backup --passphrase-file /etc/matterbase/backup-passphrase',
      ],
      [
        'a ts block',
        '/docs/webhooks/quickstart',
        'createNodeHandler',
        expect.stringMatching(/^import .*\nimport .*\n\n[^]*createNodeHandler[^]*\.listen\(4000\)$/) as string,
      ],
    ])('%s', async (_what, path, text, copied) => {
      await open(path)
      const block = page.locator('div[class*="language-"]').filter({ hasText: text }).first()
      await block.hover()
      await block.locator('button.copy').click()
      await expect.poll(() => block.locator('button.copy').getAttribute('class')).toContain('copied')
      expect(await page.evaluate('navigator.clipboard.readText()')).toEqual(copied)
    })
  })

  it('shows the language that a reader chose, on every page', async () => {
    await page.setViewportSize({ width: 1280, height: 844 })
    await open('/docs/start/run-locally')
    const shown = () =>
      page
        .locator('.vp-code-group .blocks > .active')
        .evaluateAll((blocks) => blocks.map(({ className }) => className.split(' ')[0]))
    expect(new Set(await shown())).toEqual(new Set(['language-sh']))
    expect(new Set(await page.locator('.vp-code-group label').allTextContents())).toEqual(
      new Set(['curl', 'JavaScript', 'Python', 'SDK']),
    )
    await page.getByText('Python', { exact: true }).nth(1).click()
    await expect.poll(async () => new Set(await shown())).toEqual(new Set(['language-python']))
    await open('/docs/api/lists-and-filters')
    await expect.poll(async () => new Set(await shown())).toEqual(new Set(['language-python']))
  })

  it('shows a field, its type and its meaning without scrolling on a narrow screen', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await open('/docs/api/resources/time-entries')
    const widths = 'const table = document.querySelector("table.fields")'
    expect(
      await page.evaluate(
        `{ ${widths}; [table.scrollWidth <= table.clientWidth, getComputedStyle(table.rows[1]).display] }`,
      ),
    ).toEqual([true, 'block'])
  })

  it('lists pages for developers of Matterbase after all others', async () => {
    await search('limit')
    const found = await page
      .locator('.results a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    const inside = found.map((href) => href.includes('/internals/'))
    expect(inside).toEqual(inside.toSorted())
    expect(inside[0]).toBe(false)
  })

  it('asked no other server for anything and broke no rule of its policy', () => {
    expect(complaints).toEqual([])
  })
})
