import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { axe } from './support/axe.ts'
import { go } from './support/go.ts'
import { startReceiver } from './support/receiver.ts'
import type { Receiver } from './support/receiver.ts'
import { faultsOnPhone } from './support/phone.ts'
import { screenshot } from './support/screenshot.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()
let receiver: Receiver
let endpoint: { id: number; secret: string }

beforeAll(async () => {
  receiver = await startReceiver()
  const body = { url: receiver.url, events: ['matter.created', 'client.created'] }
  endpoint = await world().account.rest('POST', '/webhooks', body)
})
afterAll(() => receiver.close())

const rows = () => world().page.getByRole('table', { name: 'Deliveries', exact: true }).locator('tbody tr')
const delivered = () => rows().filter({ hasText: 'Delivered' })
const at = (query = '') => `/dev/webhooks/${endpoint.id}${query}`

it('shows a delivery by itself, without a reload', async () => {
  const { page, account } = world()
  await go(page, at())
  await page.getByText('No deliveries yet.').waitFor()
  await account.rest('POST', '/matters', { title: 'Żółć "v." Hale', estimated_hours: 1.25 })
  await delivered().first().waitFor()
  expect(receiver.requests).toHaveLength(1)
})

it('shows the request of an attempt as it was received, byte for byte, and the headers and the body of its answer', async () => {
  const { page } = world()
  await rows().first().getByRole('button').click()
  const body = page.locator('[data-raw-body]')
  await body.waitFor()
  const [received] = receiver.requests
  expect(Buffer.from(await body.evaluate((element) => element.textContent ?? ''))).toEqual(received?.body)
  const shown = page.getByRole('dialog')
  for (const name of [
    'x-service-event',
    'x-service-delivery',
    'x-service-event-id',
    'x-service-signature',
    'webhook-id',
    'webhook-timestamp',
    'webhook-signature',
    'user-agent',
  ])
    expect(await shown.innerText()).toContain(String(received?.headers[name]))
  const hmac = createHmac('sha256', endpoint.secret)
    .update(received?.body ?? '')
    .digest('hex')
  expect(received?.headers['x-service-signature']).toBe(`sha256=${hmac}`)
  await shown.getByText('Attempt 1 of 10').waitFor()
  await shown.getByRole('region', { name: 'Response body' }).waitFor()
  const answered = await shown.locator('[data-answer-headers]').innerText()
  expect(answered).toMatch(/content-type\s+application\/json\n/)
  expect(answered).toMatch(/x-served-by\s+Żółć\n/)
  expect(answered).toMatch(/set-cookie\s+not stored\n/)
  expect(await shown.innerText()).not.toContain('session=secret')
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'delivery-drawer-1280-light')
})

it('keeps its filters and the open delivery in the address', async () => {
  const { page, account, db } = world()
  receiver.status = 500
  await account.rest('POST', '/clients', { email: 'a@example.com' })
  await go(page, at())
  await rows().filter({ hasText: '500' }).waitFor()
  // Its next attempt is made by a press in a later test, not by itself in between.
  await db.run`
    UPDATE webhook_deliveries SET next_attempt_at = next_attempt_at + interval '1 day'
    WHERE workspace_id = ${await account.workspace()} AND status = 'pending'`
  await page.getByLabel('Event', { exact: true }).selectOption('client.created')
  await expect.poll(() => rows().count()).toBe(1)
  await page.getByLabel('Status').selectOption('delivered')
  await page.getByText('No deliveries match these filters.').waitFor()
  expect(page.url()).toContain('status=delivered')
  await go(page, at('?event=client.created'))
  await rows().first().getByRole('button').waitFor()
  await db.run`
    UPDATE webhook_deliveries SET created_at = now() - interval '2 hours'
    WHERE workspace_id = ${await account.workspace()} AND kind = 'client.created'`
  await page.getByLabel('Time', { exact: true }).selectOption('Last hour')
  await page.getByText('No deliveries match these filters.').waitFor()
  await page.getByLabel('Time', { exact: true }).selectOption('Last 24 hours')
  await expect.poll(() => rows().count()).toBe(1)
  expect(page.url()).toContain('created_since=24h')
  await page.reload()
  await rows().first().getByRole('button').click()
  await page.getByText('Next attempt', { exact: true }).last().waitFor()
  await page.reload()
  await page.getByRole('dialog').getByText('The receiver answered 500.').waitFor()
  expect(await page.getByLabel('Time', { exact: true }).inputValue()).toBe('24h')
})

it('sends one again after a confirmation that says so', async () => {
  const { page } = world()
  receiver.status = 200
  receiver.requests.length = 0
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByRole('heading', { name: 'Send 1 delivery again?' }).waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Send 1 delivery' }).click()
  await expect.poll(() => receiver.requests.length).toBe(1)
  await page.getByRole('dialog').getByText('Attempts', { exact: true }).waitFor()
})

it('tells what differs between the bodies of two attempts of a delivery', async () => {
  const { page } = world()
  const [again] = receiver.requests
  const { delivery_id: deliveryId, attempt } = JSON.parse(String(again?.body)) as {
    delivery_id: string
    attempt: number
  }
  await page.getByRole('button', { name: 'Compare attempts' }).click()
  const changes = page.getByRole('table', { name: 'Changed fields' })
  await changes.getByText(deliveryId).waitFor()
  const columns = await changes.getByRole('columnheader').allInnerTexts()
  expect(columns).toEqual(['Field', 'Attempt 1', `Attempt ${attempt}`])
  expect(await changes.getByRole('rowheader').allInnerTexts()).toEqual(['delivery_id', 'timestamp', 'attempt'])
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'delivery-compare-1280-light')
  await page.getByLabel('With', { exact: true }).selectOption('Attempt 1')
  await page.getByText('The bodies are the same.').waitFor()
})

it('replays exactly as many as the confirmation names', async () => {
  const { page, account, db } = world()
  for (let n = 0; n < 3; n++) await account.rest('POST', '/matters', { title: `M${n}` })
  const kinds = () => receiver.requests.map(({ headers }) => headers['x-service-event'])
  await expect.poll(() => kinds().filter((kind) => kind === 'matter.created')).toHaveLength(3)
  const workspace = await account.workspace()
  // What is sent last is written down a moment after it has arrived.
  await expect
    .poll(() => db.webhookDelivery.count({ where: { workspace_id: workspace, status: { not: 'delivered' } } }))
    .toBe(0)
  await db.run`
    UPDATE webhook_deliveries SET status = 'failed' WHERE workspace_id = ${workspace} AND id IN (
      SELECT id FROM webhook_deliveries WHERE workspace_id = ${workspace} ORDER BY id DESC LIMIT 2)`
  receiver.requests.length = 0
  await go(page, at())
  await page.getByRole('button', { name: 'Replay…' }).click()
  await page.getByRole('button', { name: 'Send 2 deliveries' }).waitFor()
  await page.getByLabel('All deliveries, including delivered ones').check()
  await page.getByRole('button', { name: 'Send 5 deliveries' }).waitFor()
  await page.getByLabel('Failed and blocked deliveries').check()
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'replay-1280-light')
  await page.getByRole('button', { name: 'Send 2 deliveries' }).click()
  await page.getByText('Sending 2 deliveries again').waitFor()
  await expect.poll(() => receiver.requests.length).toBe(2)
})

it('draws the day by the hour, with the figures beside it', async () => {
  const { page } = world()
  await page.getByText('5 delivered · 0 failed · 0 waiting').waitFor()
  const table = page.getByRole('table', { name: 'Deliveries by the hour' })
  expect(await table.locator('tbody tr').count()).toBe(24)
  await screenshot(page, 'endpoint-1280-light')
  expect(await faultsOnPhone(page, 'endpoint')).toEqual([])
})
