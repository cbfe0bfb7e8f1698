import { afterAll, beforeAll, expect, it } from 'vitest'
import { addMember } from './support/account.ts'
import { axe } from './support/axe.ts'
import { go } from './support/go.ts'
import { startReceiver } from './support/receiver.ts'
import type { Receiver } from './support/receiver.ts'
import { screenshot } from './support/screenshot.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()
let receiver: Receiver

beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.close())

const endpointId = () => Number(new URL(world().page.url()).pathname.split('/').at(-1))

it('says at the field what is wrong with an address, and makes the endpoint once it is right', async () => {
  const { page } = world()
  await go(page, '/dev/webhooks')
  await page.getByRole('button', { name: 'New endpoint' }).first().click()
  await page.getByRole('textbox', { name: 'URL' }).fill('http://169.254.169.254/latest')
  const dialog = page.getByRole('dialog')
  // Others than https are accepted here.
  await dialog.getByText('In production, use a public HTTPS address').waitFor()
  const invoices = dialog.getByRole('group', { name: 'Invoices', exact: true }).getByRole('checkbox')
  expect(await invoices.count()).toBe(7)
  expect(await dialog.getByRole('checkbox', { checked: true }).count()).toBe(0)
  await page.getByLabel('matter.created').check()
  await page.getByRole('button', { name: 'Create endpoint' }).click()
  const fault = page.getByRole('dialog').getByRole('alert').first()
  await fault.waitFor()
  expect(await page.getByRole('textbox', { name: 'URL' }).getAttribute('aria-invalid')).toBe('true')
  await screenshot(page, 'webhooks-new-1280-light')
  expect(await axe(page)).toEqual([])
  await page.getByRole('textbox', { name: 'URL' }).fill(receiver.url)
  await page.getByRole('button', { name: 'Create endpoint' }).click()
  const secret = page.locator('[data-secret]')
  await secret.waitFor()
  expect(await secret.innerText()).toMatch(/^whsec_/)
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await page.getByRole('heading', { name: receiver.url }).waitFor()
  expect(await page.content()).not.toContain('whsec_')
})

it('sends a test, edits, and rotates the secret', async () => {
  const { page, account } = world()
  await page.getByRole('button', { name: 'Send test' }).click()
  await expect.poll(() => receiver.requests.length).toBe(1)
  await page.getByRole('button', { name: 'ping.test', exact: true }).waitFor()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Edit…' }).click()
  expect(await page.getByRole('dialog').getByRole('checkbox', { checked: true }).count()).toBe(1)
  await page.getByLabel('client.created').check()
  await page.getByLabel('time_entry.updated').check()
  await page.getByLabel('Description').fill('The CRM')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The CRM').waitFor()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Rotate secret…' }).click()
  await page.getByRole('button', { name: 'Rotate secret' }).click()
  await page.locator('[data-secret]').waitFor()
  await page.getByRole('button', { name: 'I have saved it' }).click()
  const read = () => account.rest<{ data: object }>('GET', `/webhooks/${endpointId()}`)
  expect((await read()).data).toMatchObject({
    description: 'The CRM',
    events: ['matter.created', 'client.created', 'time_entry.updated'],
  })
})

it('holds what happens while it is disabled, and asks with the count whether to send or skip it', async () => {
  const { page, account } = world()
  await page.getByRole('button', { name: 'Disable…' }).click()
  await page.getByRole('button', { name: 'Disable endpoint' }).click()
  await page.getByText('Disabled', { exact: true }).waitFor()
  receiver.requests.length = 0
  for (const title of ['one', 'two', 'three']) await account.rest('POST', '/matters', { title })
  await page.getByRole('button', { name: 'Enable…' }).click()
  await page.getByText('3 deliveries held').waitFor()
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'webhooks-enable-1280-light')
  await page.getByRole('button', { name: 'Send 3 deliveries' }).click()
  await expect.poll(() => receiver.requests.length).toBe(3)
  await page.getByRole('button', { name: 'Disable…' }).click()
  await page.getByRole('button', { name: 'Disable endpoint' }).click()
  await page.getByText('Disabled', { exact: true }).waitFor()
  await account.rest('POST', '/matters', { title: 'four' })
  await page.getByRole('button', { name: 'Enable…' }).click()
  await page.getByRole('button', { name: 'Skip 1 delivery' }).click()
  await page.getByText('Enabled', { exact: true }).waitFor()
  await account.rest('POST', '/matters', { title: 'five' })
  await expect.poll(() => receiver.requests.length).toBe(4)
  expect(JSON.parse(receiver.requests[3]?.body.toString() ?? '')).toMatchObject({ data: { title: 'five' } })
})

it('offers a developer the events that the role can read, and says what the others need', async () => {
  const { account, db, open } = world()
  const page = await open({ email: await addMember(db, account, 'developer') })
  await go(page, '/dev/webhooks?new=1')
  const box = (kind: string) => page.getByRole('dialog').getByRole('checkbox', { name: kind })
  await box('ping.test').waitFor()
  expect(await page.getByRole('dialog').getByRole('checkbox', { disabled: false }).count()).toBe(1)
  await page
    .getByText('Needs clients:read, which your role developer does not have. Ask an owner to add it.')
    .first()
    .waitFor()
  expect(await axe(page)).toEqual([])
  await box('ping.test').check()
  await page.getByRole('textbox', { name: 'URL' }).fill(receiver.url)
  await page.getByRole('button', { name: 'Create endpoint' }).click()
  await page.locator('[data-secret]').waitFor()
  const { id, events } = await db.webhookEndpoint.findFirstOrThrow({ orderBy: { id: 'desc' } })
  expect(events).toEqual(['ping.test'])
  await account.rest('DELETE', `/webhooks/${id}`)
})

it('says why there can be no 21st endpoint, and deletes one', async () => {
  const { page, account } = world()
  for (let n = 0; n < 19; n++)
    await account.rest('POST', '/webhooks', { url: `${receiver.url}/${n}`, events: ['lead.created'] })
  await go(page, '/dev/webhooks?new=1')
  await page.getByRole('textbox', { name: 'URL' }).fill(receiver.url)
  await page.getByLabel('lead.created').check()
  await page.getByRole('button', { name: 'Create endpoint' }).click()
  await page.getByText('This workspace has 20 webhook endpoints, which is the limit.').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: `${receiver.url}/18` }).click()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('button', { name: 'Delete endpoint' }).click()
  await page.getByRole('heading', { name: 'Webhooks' }).waitFor()
  await expect.poll(() => page.getByRole('row').count()).toBe(20)
})
