import { expect, it } from 'vitest'
import { axe } from './support/axe.ts'
import { go } from './support/go.ts'
import { screenshot } from './support/screenshot.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

interface Listed {
  readonly total: number
  readonly data: readonly { readonly id: number; readonly status: string }[]
}

async function makeMatters(prefix: string, count: number, more: object = {}) {
  const data = Array.from({ length: count }, (_, at) => ({
    external_id: `${prefix}-${at}`,
    title: `${prefix} ${at}`,
    ...more,
  }))
  for (let from = 0; from < count; from += 200)
    await world().account.rest('POST', '/matters/bulk', { data: data.slice(from, from + 200) })
}
const count = async (query: string) =>
  (await world().account.rest<Listed>('GET', `/matters?${query}&include=total`)).total

it('chooses a range with shift, one with X, and says how many of how many', async () => {
  const { page } = world()
  await makeMatters('range', 60)
  await go(page, '/matters?q=range')
  const boxes = page.getByRole('checkbox', { name: /^Select range/ })
  await boxes.nth(1).click()
  await boxes.nth(4).click({ modifiers: ['Shift'] })
  const bar = page.getByRole('region', { name: 'Selection' })
  await bar.getByText('4 of 60 selected').waitFor()
  await page.locator('[data-row-opener]').nth(6).focus()
  await page.keyboard.press('x')
  await bar.getByText('5 of 60 selected').waitFor()
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'bulk-bar')
})

it('gives everything that fits the filter another status, across pages', async () => {
  const { page } = world()
  await makeMatters('status', 430)
  await go(page, '/matters?q=status')
  await page.getByLabel('Select all on this page').click()
  await page.getByRole('button', { name: /Select all 430 matching/ }).click()
  await page.getByText('430 of 430 selected').waitFor()
  await page.getByLabel('Set status').selectOption('Settled')
  await page.getByText('430 matters changed').waitFor()
  expect([await count('q=status&status=Settled'), await count('q=range&status=Settled')]).toEqual([430, 0])
})

it('deletes what it can, names what others refer to with its reason, and unlinks when told to', async () => {
  const { page, account } = world()
  await makeMatters('gone', 3)
  const { data } = await account.rest<Listed>('GET', '/matters?q=gone')
  await account.rest('POST', '/time-entries', { case_id: data[0]?.id, duration: 1 })
  await go(page, '/matters?q=gone')
  await page.getByLabel('Select all on this page').click()
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete 3 matters' }).click()
  await page.getByText('Linked to 1 time entry').waitFor()
  expect(await count('q=gone')).toBe(1)
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'bulk-delete')
  await page.getByRole('button', { name: 'Delete 1 matter anyway' }).click()
  await page.getByText('3 matters deleted').waitFor()
  expect(await count('q=gone')).toBe(0)
})

it('lists which ones could not be changed and why', async () => {
  const { page } = world()
  await makeMatters('partly', 3)
  await go(page, '/matters?q=partly')
  await page.getByLabel('Select all on this page').click()
  // One of them goes while the others are still on the screen.
  const { data } = await world().account.rest<Listed>('GET', '/matters?q=partly')
  await world().account.rest('DELETE', `/matters/${data[1]?.id}`)
  await page.getByLabel('Set status').selectOption('Dismissed')
  const dialog = page.getByRole('dialog', { name: '1 matter could not be changed' })
  await dialog.getByRole('list', { name: 'Failures' }).getByText('This record does not exist.').waitFor()
  await dialog.getByText('2 succeeded.').waitFor()
  expect(await axe(page)).toEqual([])
  expect(await count('q=partly&status=Dismissed')).toBe(2)
})

it('exports the chosen rows', async () => {
  const { page } = world()
  await go(page, '/matters?q=range')
  await page
    .getByRole('checkbox', { name: /^Select range/ })
    .nth(0)
    .click()
  await page
    .getByRole('checkbox', { name: /^Select range/ })
    .nth(2)
    .click()
  const download = page.waitForEvent('download')
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Export' }).click()
  const file = await (await download).createReadStream()
  const text = (await file.toArray()).join('')
  expect(text.trimEnd().split('\r\n')).toHaveLength(3)
})
