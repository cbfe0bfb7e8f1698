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
    await page.setViewportSize({ width: 1280, height: 844 })
    await open('/docs/')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.locator('#localsearch-input').fill(words)
    await page.locator('.results a').first().click()
    await expect.poll(() => page.locator('main').textContent()).toMatch(new RegExp(words.split(' ').join('|'), 'i'))
    await page.waitForURL(/\/docs\/.+/)
  })

  it('asked no other server for anything and broke no rule of its policy', () => {
    expect(complaints).toEqual([])
  })
})
