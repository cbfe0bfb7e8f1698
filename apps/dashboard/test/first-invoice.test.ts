import { password } from '@matterbase/domain/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newAccount } from './support/account.ts'
import { personAt } from './support/person.ts'
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

it('a lawyer comes from the first sign-in to a paid invoice within five minutes of keys and clicks', async () => {
  const { db, origin, open } = world()
  const account = await newAccount(db, origin, 'Hale & Partner')
  await account.rest('POST', '/webhooks', { url: receiver.url, events: ['invoice.paid'] })
  const page = await open()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const person = personAt(page)
  const { click, type, press } = person
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  const label = (name: string) => page.getByLabel(name, { exact: true })
  const said = (text: string) => page.getByText(text, { exact: true }).waitFor()
  const hasFocus = (name: string) =>
    expect.poll(() => label(name).evaluate((field) => field === document.activeElement)).toBe(true)
  /** From field to field; an empty text leaves one as it is. */
  const fill = async (...texts: string[]) => {
    for (const [at, text] of texts.entries()) {
      if (at > 0) await press('Tab')
      if (text !== '') await type(text)
    }
  }
  /** Finds the matter, in a box that was pressed. */
  const pick = async () => {
    await type('rhein')
    await page.getByRole('option', { name: 'Rheingold ./. Sturm' }).waitFor()
    await press('Enter')
  }
  const way: string[] = []
  const reached = (what: string) => {
    const { keys, clicks, seconds } = person.steps()
    way.push(`${what}: ${keys} keys, ${clicks} clicks, ${seconds} s`)
  }

  await page.goto('/')
  await hasFocus('Email')
  await fill(account.email, password)
  await press('Enter')
  await click(link('Describe your firm'))
  await click(label('Legal name'))
  await fill('Hale & Partner mbB', 'Domkloster 4', '50667', 'Köln', '', 'Germany', 'DE123456788')
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  await click(tab('Bank'))
  await click(label('IBAN'))
  await fill('DE89370400440532013000')
  await click(tab('Numbers'))
  await click(label('Currency'))
  await fill('EUR')
  await click(tab('Tax'))
  await click(button('Add tax'))
  await fill('USt', '', '19')
  await press('Enter')
  await said('Saved')
  await click(tab('Rates'))
  await click(button('Add rate'))
  await hasFocus('Hourly rate')
  await fill('280')
  await press('Enter')
  await said('Rate saved')
  reached('firm, tax and rate')

  await click(link('Home'))
  await click(link('Add a client'))
  await hasFocus('Company')
  await fill('Rheingold Verlag GmbH', 'Jo Rhein', 'jo@rheingold.example')
  await press('Enter')
  await click(page.getByRole('tab', { name: 'Matters' }))
  await click(link('New matter'))
  await hasFocus('Title')
  await fill('Rheingold ./. Sturm')
  await press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Rheingold ./. Sturm' }).waitFor()
  reached('client and matter')

  await click(link('Time'))
  await click(label('Add a matter to the week'))
  await pick()
  const row = page.getByRole('row', { name: /^Rheingold/ })
  // Monday, without another click.
  const monday = row.getByRole('textbox').first()
  await expect.poll(() => monday.evaluate((cell) => cell === document.activeElement)).toBe(true)
  await fill('2', '1:30', '45m', '3', '0.5', '')
  await row.getByRole('cell', { name: '7:45' }).waitFor()
  reached('a week of time')
  await click(button('New time entry'))
  await click(page.getByRole('dialog').getByRole('button', { name: 'Expense', exact: true }))
  await click(label('Matter'))
  await pick()
  await press('Tab')
  await fill('Gerichtskosten', '121')
  await press('Enter')
  await said('Expense recorded')
  reached('an expense')

  await click(link('Rheingold ./. Sturm'))
  await click(link('Invoice'))
  await page.getByLabel('Description, line 6').waitFor()
  await screenshot(page, 'first-invoice-form')
  await press('Control+Enter')
  await button('Issue').waitFor()
  await press('Control+Enter')
  await page.getByRole('button', { name: /^Issue invoice for / }).waitFor()
  await press('Control+Enter')
  await page.getByRole('heading', { level: 1, name: /^Invoice INV-/ }).waitFor()
  await page.getByRole('row', { name: 'Tax 19 %' }).getByText('435.29').waitFor()
  await click(button('Copy link'))
  await said('Link copied')
  reached('issued and sent')

  // As a browser asks for a page: a scanner of links does not count as the client.
  const headers = { accept: 'text/html' }
  const client = await fetch(await page.evaluate(() => navigator.clipboard.readText()), { headers })
  expect(await client.text()).toContain('€2,726.29 to pay')

  await press('p')
  await hasFocus('Amount')
  // In place of what is owed.
  await type('1000')
  await press('Enter')
  await page.getByText('Still owed').locator('..').getByText('1,726.29').waitFor()
  await page.getByText('Viewed').waitFor()
  await press('p')
  await hasFocus('Amount')
  await press('Enter')
  await page.getByText('Paid', { exact: true }).first().waitFor()
  await screenshot(page, 'first-invoice-paid')
  reached('paid')

  await expect.poll(() => receiver.requests.length).toBe(1)
  const { event, data } = JSON.parse(receiver.requests[0]?.body.toString() ?? '') as { event: string; data: object }
  expect([event, data]).toMatchObject(['invoice.paid', { total_amount: 2726.29, amount_paid: 2726.29 }])
  // And nothing else is on its way.
  const sent = { where: { workspace_id: await account.workspace() }, select: { status: true, attempt_count: true } }
  await expect
    .poll(() => db.webhookDelivery.findMany(sent))
    .toEqual([{ status: expect.not.stringMatching('pending|sending') as string, attempt_count: 1 }])
  expect(person.steps().seconds, way.join('; ')).toBeLessThan(300)
  console.info(`first invoice: ${way.at(-1)}`)
})
