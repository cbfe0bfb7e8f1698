import { expect, it } from 'vitest'
import { axe } from './support/axe.ts'
import { go } from './support/go.ts'
import { faultsOnPhone } from './support/phone.ts'
import { screenshot } from './support/screenshot.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

it('lists what happened as it happens, and to whom it was told', async () => {
  const { page, account } = world()
  await go(page, '/dev/events')
  await page.getByText('No events yet').waitFor()
  await account.rest('POST', '/webhooks', { url: 'http://127.0.0.1:9/hook', events: ['matter.created'] })
  await account.rest('POST', '/matters', { title: 'Hale' })
  await page.getByRole('link', { name: 'matter.created' }).waitFor()
  await account.rest('POST', '/clients', { email: 'a@example.com' })
  await page.getByRole('row', { name: /client\.created.*no subscribers/ }).waitFor()
  await page.getByLabel('Event', { exact: true }).selectOption('matter.created')
  await expect.poll(() => page.getByRole('table').locator('tbody tr').count()).toBe(1)
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'events-1280-light')
})

it('shows the record as it was beside the record as it is', async () => {
  const { page, account } = world()
  const { data } = await account.rest<{ data: { id: number } }>('GET', '/matters?limit=1').then(({ data }) => ({
    data: (data as unknown as { id: number }[])[0] ?? { id: 0 },
  }))
  await page.getByRole('link', { name: 'matter.created' }).click()
  await page.getByText('The record has not changed since then.').waitFor()
  await account.rest('PATCH', `/matters/${data.id}`, { status: 'Settled' })
  const changes = page.getByRole('table', { name: 'Changed fields' })
  await changes.getByRole('row', { name: 'status "In Progress" "Settled"' }).waitFor()
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'event-1280-light')
  await account.rest('DELETE', `/matters/${data.id}`)
  await page.getByText('The record has been deleted since then.').waitFor()
})

it('leads from an event to its delivery', async () => {
  const { page } = world()
  await page.getByRole('link', { name: 'http://127.0.0.1:9/hook' }).click()
  await expect.poll(() => page.url()).toMatch(/\/dev\/webhooks\/\d+\?delivery=\d+$/)
  await page.getByRole('dialog').getByText('matter.created').first().waitFor()
})

it('shows what changed, where an event tells of a change', async () => {
  const { page, account } = world()
  await account.rest('POST', '/webhooks', { url: 'http://127.0.0.1:9/hook', events: ['client.updated'] })
  const { data } = await account.rest<{ data: { id: number } }>('POST', '/clients', { email: 'b@example.com' })
  await account.rest('PATCH', `/clients/${data.id}`, { status: 'inactive', location: 'Springfield' })
  await go(page, '/dev/events?kind=client.updated')
  await page.getByRole('link', { name: 'client.updated' }).click()
  await page.getByRole('heading', { name: 'What changed' }).waitFor()
  const changes = page.getByRole('table', { name: 'Changed fields' })
  await changes.getByRole('row', { name: 'status "active" "inactive"' }).waitFor()
  await changes.getByRole('row', { name: 'location null "Springfield"' }).waitFor()
  expect(await axe(page)).toEqual([])
})

it('fits a phone, in the dark too', async () => {
  const { page } = world()
  await go(page, '/dev/events')
  await page.getByRole('link', { name: 'matter.created' }).click()
  await page.getByRole('heading', { name: 'Changes since then' }).waitFor()
  expect(await faultsOnPhone(page, 'event')).toEqual([])
})
