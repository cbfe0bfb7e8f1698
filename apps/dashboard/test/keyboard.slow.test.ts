import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { axe } from './support/axe.ts'
import { go } from './support/go.ts'
import { screenshot } from './support/screenshot.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

const sheet = () => world().page.getByRole('dialog', { name: 'Keyboard' })

it('lists the keys of the page with ?, those of its own among them', async () => {
  const { page } = world()
  await go(page, '/matters')
  await page.getByText('A matter is a case you work on').waitFor()
  await page.keyboard.press('?')
  await sheet().waitFor()
  const labels = await sheet().locator('dt').allInnerTexts()
  for (const label of ['Keyboard shortcuts', 'Search and commands', 'Matters', 'Preview the row'])
    expect(labels).toContain(label)
  expect(await sheet().locator('dd').count()).toBe(labels.length)
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'keyboard-1280-light')
  await page.keyboard.press('Escape')
  await sheet().waitFor({ state: 'hidden' })
})

it('does nothing on single keys once they are switched off, also after a reload; ⌘K still works', async () => {
  const { page } = world()
  const palette = page.getByRole('combobox', { name: 'Search and commands' })
  await page.keyboard.press('?')
  await sheet().getByLabel('Single-key shortcuts').uncheck()
  await page.keyboard.press('Escape')
  await sheet().waitFor({ state: 'hidden' })
  await page.reload()
  await page.getByText('A matter is a case you work on').waitFor()
  for (const key of ['c', '?', '/', 't']) await page.keyboard.press(key)
  // The last of them is dealt with before this opens.
  await page.keyboard.press('Control+k')
  await palette.waitFor()
  expect(await page.getByRole('menu').count()).toBe(0)
  expect(await sheet().count()).toBe(0)
  expect(await page.getByRole('timer').count()).toBe(0)
  await page.keyboard.press('Escape')
  await go(page, '/settings/profile')
  await page.getByLabel('Single-key shortcuts').check()
  await page.keyboard.press('?')
  await sheet().waitFor()
  await page.keyboard.press('Escape')
})

it.each(['/matters', '/dev/webhooks', '/settings/security'])(
  'reaches everything on %s with Tab, and shows where it is',
  async (path) => {
    const { page, account } = world()
    await account.rest('POST', '/matters', { title: 'Hale' })
    await account.rest('POST', '/webhooks', { url: 'https://example.com/hook', events: ['matter.created'] })
    await go(page, path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForFunction(() => !document.querySelector('[role=status][aria-label=Loading]'))
    const all = await numberThem(page)
    expect(all.length).toBeGreaterThan(20)
    const reached = new Set<string>()
    const unseen: string[] = []
    for (let step = 0; step < all.length + 5; step++) {
      await page.keyboard.press('Tab')
      const { name, isSeen } = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement
        const { outlineStyle, boxShadow } = getComputedStyle(element)
        return { name: element.dataset['tabStop'], isSeen: outlineStyle !== 'none' || boxShadow !== 'none' }
      })
      if (name === undefined) continue
      reached.add(name)
      if (!isSeen) unseen.push(name)
    }
    expect(all.filter((name) => !reached.has(name))).toEqual([])
    expect(unseen).toEqual([])
  },
)

/** Marks everything that a mouse could use; those within a group that arrow keys walk count as the group. */
async function numberThem(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ofGroups = '[role=tab], [role=radio], [role=menuitem], input[type=radio]'
    const isUsable = (element: HTMLElement) =>
      element.checkVisibility() &&
      !element.matches(`:disabled, [aria-hidden=true], ${ofGroups}`) &&
      !element.closest('[inert]')
    const usable = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')].filter(
      isUsable,
    )
    return usable.map((element, place) => {
      element.dataset['tabStop'] = `${place} ${element.outerHTML.slice(0, 160)}`
      return element.dataset['tabStop']
    })
  })
}
