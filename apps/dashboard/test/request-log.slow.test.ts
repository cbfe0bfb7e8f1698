import { expect, it } from 'vitest'
import { axe } from './support/axe.ts'
import { faultsOnPhone } from './support/phone.ts'
import { screenshot } from './support/screenshot.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

async function rest(method: string, path: string, key: string, body?: object) {
  return fetch(`${world().origin}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
}

/** Opens the log at the request with this id. */
async function openRequest(reply: Response) {
  const { page } = world()
  await page.goto(`/dev/logs?request_id=${reply.headers.get('x-request-id') ?? ''}`)
  await page.getByRole('table', { name: 'Requests' }).locator('tbody tr').first().getByRole('button').click()
  return page.getByRole('dialog')
}

it('shows a call by itself, with both bodies and without their secrets', async () => {
  const { page, account } = world()
  const key = await account.key()
  await page.goto('/dev/logs')
  await page.getByText('No requests yet').waitFor()
  const row = page.getByRole('button', { name: '/webhooks', exact: true })
  await rest('POST', '/webhooks', key, { url: 'https://example.com/hook', events: ['ping.test'] })
  await row.first().click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('region', { name: 'Response' }).getByText('whsec_…').waitFor()
  expect(await drawer.innerText()).toContain('https://example.com/hook')
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'logs-1280-light')
})

it('narrows by status, method and path, in the address', async () => {
  const { page, account } = world()
  const key = await account.key()
  await rest('GET', '/matters/4711', key)
  await rest('GET', '/matters', key)
  await page.goto('/dev/logs')
  const rows = page.getByRole('table', { name: 'Requests' }).locator('tbody tr')
  await expect.poll(() => rows.count()).toBe(3)
  // Not a number that reads as a count, and the name everywhere.
  await page
    .getByLabel('Key')
    .locator('option', { hasText: /^tests · key \d+$/ })
    .first()
    .waitFor({ state: 'attached' })
  await rows.first().getByRole('button').click()
  await page.getByRole('dialog').getByText('tests', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByLabel('Status').selectOption('error')
  await expect.poll(() => rows.count()).toBe(1)
  expect(page.url()).toContain('status=error')
  await page.goto('/dev/logs?method=GET&path=/matters')
  await expect.poll(() => rows.count()).toBe(2)
})

it('says why: a missing scope, with a button that makes a key with it', async () => {
  const { page, account } = world()
  const key = await account.key({ scopes: ['matters:read'] })
  const why = (await openRequest(await rest('GET', '/clients', key))).getByRole('region', { name: 'Why?' })
  await why.getByText('The API key is missing the scope clients:read').waitFor()
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'why-scope-1280-light')
  await why.getByRole('link', { name: 'Create a key with clients:read' }).click()
  await page.getByLabel('Name').fill('Reads clients')
  expect(await page.getByLabel('Matters and time: read').isChecked()).toBe(false)
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.locator('[data-secret]').waitFor()
  const made = await page.locator('[data-secret]').innerText()
  expect((await rest('GET', '/clients', made)).status).toBe(200)
  await page.getByRole('button', { name: 'I have saved it' }).click()
})

it('says why: a wrong field, marked inside the body that was sent', async () => {
  const { account } = world()
  const body = { title: 'Hale', status: 'Nearly Won', start_date: '2026-02-30' }
  const drawer = await openRequest(await rest('POST', '/matters', await account.key(), body))
  await drawer.getByRole('region', { name: 'Why?' }).getByText('must be a date of the calendar').waitFor()
  const marked = drawer.getByRole('region', { name: 'Request body' }).locator('[data-marked]')
  expect(await marked.allInnerTexts()).toEqual([
    expect.stringContaining('Nearly Won'),
    expect.stringContaining('2026-02-30'),
  ])
  await screenshot(world().page, 'why-field-1280-light')
})

it('says why: a taken external_id, with the way to the record that has it', async () => {
  const { page, account } = world()
  const key = await account.key()
  const { data } = await account.rest<{ data: { id: number } }>('POST', '/matters', {
    title: 'First',
    external_id: 'x-1',
  })
  const reply = await rest('POST', '/matters', key, { title: 'Second', external_id: 'x-1' })
  const drawer = await openRequest(reply)
  await drawer.getByRole('link', { name: `Open record ${data.id}` }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/matters/${data.id}`)
})

it('fits a phone, in the dark too', async () => {
  const { page } = world()
  await page.goto('/dev/logs')
  await page.getByRole('table').waitFor()
  expect(await faultsOnPhone(page, 'logs')).toEqual([])
})
