import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { helpPages } from '../src/components/page/help-pages.ts'
import { go } from './support/go.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

/** The page that opens in a new tab, with its heading. */
async function opened(page: Page, open: () => Promise<void>) {
  const tab = page.context().waitForEvent('page')
  await open()
  const docs = await tab
  const heading = await docs.getByRole('heading', { level: 1 }).innerText()
  const { pathname } = new URL(docs.url())
  await docs.close()
  // The heading ends with its anchor, a space without width.
  return [pathname, heading.split('\n')[0]]
}

it('opens the guide of a page in a new tab', async () => {
  const { page } = world()
  await go(page, '/settings/firm')
  const help = page.getByRole('link', { name: 'Help for this page' })
  expect(await opened(page, () => help.click())).toEqual(['/docs/user-guide/set-up-your-firm', 'Set up your firm'])
})

it('has the guides in the user menu, also on a phone', async () => {
  const { account, open } = world()
  const phone = await open({ email: account.email, viewport: { width: 390, height: 844 }, hasTouch: true })
  await phone.goto('/time')
  expect(await phone.getByRole('link', { name: 'Help for this page' }).count()).toBe(0)
  const choose = (name: string) =>
    opened(phone, async () => {
      await phone.getByRole('button', { name: /account of/ }).click()
      await phone.getByRole('menuitem', { name }).click()
    })
  expect(await choose('Help for this page')).toEqual(['/docs/user-guide/record-time', 'Record time'])
  expect((await choose('Documentation'))[0]).toMatch(/^\/docs\/?$/)
})

it('names only addresses that the server has', async () => {
  const { page, origin } = world()
  const paths = ['/docs', '/docs/api', '/docs/sdk.tgz', ...Object.values(helpPages).map((path) => `/docs/${path}`)]
  const answers = await Promise.all(
    [...new Set(paths)].map(async (path) => [path, (await page.request.get(`${origin}${path}`)).status()]),
  )
  expect(answers.filter(([, status]) => status !== 200)).toEqual([])
})
