import { expect, it } from 'vitest'
import { axe } from './support/axe.ts'
import { faultsOnPhone } from './support/phone.ts'
import { screenshot } from './support/screenshot.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()
let secret = ''

it('is made with one click, and what happens appears in it by itself', async () => {
  const { page, account } = world()
  await page.goto('/test/dev/inbox')
  await page.getByRole('button', { name: 'Create test inbox' }).click()
  await page.locator('[data-secret]').waitFor()
  secret = await page.locator('[data-secret]').innerText()
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await page.getByText('No requests yet.').waitFor()
  await account.rest('POST', '/matters', { title: 'Żółć' }, 'test')
  const received = page.getByRole('region', { name: 'matter.created' })
  await received.waitFor()
  const body = await received.locator('[data-raw-body]').evaluate((element) => element.textContent ?? '')
  expect(JSON.parse(body)).toMatchObject({ event: 'matter.created', environment: 'test', data: { title: 'Żółć' } })
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'inbox-1280-light')
})

it('hands what arrived to the signature lab, which knows it for genuine', async () => {
  const { page } = world()
  await page.getByRole('link', { name: 'Check the signature' }).click()
  await page.getByLabel('Secret').fill(secret)
  await page.getByRole('button', { name: 'Check the signature' }).click()
  await expect.poll(() => page.getByRole('heading', { name: 'Matches', exact: true }).count()).toBe(1)
})

it('takes test events, is cleared, and goes with its endpoint', async () => {
  const { page, account } = world()
  await page.goto('/test/dev/inbox')
  await page.getByRole('button', { name: 'Send test' }).click()
  await page.getByRole('region', { name: 'ping.test' }).waitFor()
  expect(await faultsOnPhone(page, 'inbox')).toEqual([])
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByText('No requests yet.').waitFor()
  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('heading', { name: 'Delete the test inbox?' }).waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Delete test inbox' }).click()
  await page.getByRole('button', { name: 'Create test inbox' }).waitFor()
  expect((await account.rest<{ webhooks: object[] }>('GET', '/webhooks', undefined, 'test')).webhooks).toEqual([])
})
