import type { Page, Route } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { axe } from './support/axe.ts'
import { useRecords } from './support/records.ts'
import { allRoutes } from './support/routes.ts'
import { screenshot } from './support/screenshot.ts'
import { holdAnswers, releaseAnswers } from './support/stillness.ts'
import type { Order } from './support/stillness.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()
const routes = await allRoutes()

const wide = { width: 1280, height: 800 }
const narrow = { width: 390, height: 844 }

/** Each width, and each scheme: colours do not depend on places. What all pages have is on the first in all four. */
const looksOf = (route: string) =>
  [
    [wide, 'light'],
    [narrow, 'dark'],
    ...(route === '/'
      ? ([
          [narrow, 'light'],
          [wide, 'dark'],
        ] as const)
      : []),
  ] as const

const addressOf = useRecords(world)
// Also those of its first load in another file would be held, if this stayed.
beforeAll(async () => {
  const script = await holdAnswers(world().page)
  return () => script.dispose()
})

/** Opens a page, which gets its data answer by answer; what moved until everything it shows at first is there. */
async function show(page: Page, path: string, order: Order = 'first asked first') {
  await page.goto(path)
  return releaseAnswers(page, order)
}

const nameOf = (route: string) => route.replaceAll(/[/$]+/g, '-').slice(1) || 'home'

async function lookAt(page: Page, name: string) {
  // All pages have the same frame.
  const withFrame = name.startsWith('home')
  const faults = await axe(page, { withFrame })
  const [wide, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth] as const)
  if (wide > window) faults.push(`the page is ${wide} px wide in a window of ${window}`)
  await screenshot(page, name)
  return faults.map((fault) => `${name}: ${fault}`)
}

/** The buttons that found no room beside the page's title. */
const belowTitle = (page: Page) =>
  page.locator('main header').evaluate((header) => {
    const bottom = header.querySelector('h1')?.getBoundingClientRect().bottom ?? 0
    const buttons = [...header.querySelectorAll('button, a')]
    return buttons.filter((button) => button.getBoundingClientRect().top > bottom).map((button) => button.textContent)
  })

it.each(routes)(
  '%s does not move while it loads, is accessible and fits, in light and dark, wide and narrow',
  async (route) => {
    const { page } = world()
    const path = `/test${addressOf(route)}`
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' })
    await page.setViewportSize(narrow)
    const moved = await show(page, path, 'last asked first')
    await page.setViewportSize(wide)
    moved.push(...(await show(page, path)))
    expect(moved).toEqual([])
    expect(await page.getByText('Something went wrong').count()).toBe(0)
    const faults: string[] = []
    for (const [viewport, colorScheme] of looksOf(route)) {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      faults.push(...(await lookAt(page, `${nameOf(route)}-${viewport.width}-${colorScheme}`)))
    }
    expect(faults).toEqual([])
  },
)

it.each(routes.filter((route) => !route.includes('$')))(
  '%s does not move and is accessible with nothing in it',
  async (route) => {
    const { page } = world()
    await page.setViewportSize(narrow)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await show(page, route)).toEqual([])
    expect(await lookAt(page, `${nameOf(route)}-empty`)).toEqual([])
    expect(await belowTitle(page)).toEqual([])
  },
)

it.each(['/sign-in', '/dev'])('%s does not move when its fonts come late', async (path) => {
  const { account, open } = world()
  const page = await open(path === '/sign-in' ? { fresh: true } : { fresh: true, email: account.email })
  const fonts: Route[] = []
  await page.route('**/*.woff2', (route) => void fonts.push(route))
  await holdAnswers(page)
  await page.goto(path, { waitUntil: 'commit' })
  const moved = await releaseAnswers(page)
  expect(fonts).not.toEqual([])
  await Promise.all(fonts.map((font) => font.continue()))
  await page.waitForLoadState('load')
  await page.evaluate(() => document.fonts.ready)
  moved.push(...(await releaseAnswers(page)))
  expect(moved).toEqual([])
})
