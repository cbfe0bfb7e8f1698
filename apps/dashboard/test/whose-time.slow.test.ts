import { findUser } from '@matterbase/domain'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { addMember, newAccount } from './support/account.ts'
import { go } from './support/go.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

interface Listed {
  readonly data: readonly (Readonly<Record<string, unknown>> & { readonly id: number; readonly start_time: string })[]
}
interface Saved {
  readonly data: { readonly id: number }
}

/** A call of the dashboard's own API, in the session of the page. */
const dash = (page: Page, method: string, path: string, body?: object) =>
  page.evaluate(
    async ([method, path, body]) => {
      const headers = { 'content-type': 'application/json', 'if-match': '*' }
      const init = body === undefined ? { method } : { method, headers, body: JSON.stringify(body) }
      const answer = await fetch(`/dash/v1/live${path}`, init)
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
      return (await answer.json()) as Listed
    },
    [method, path, body] as const,
  )

const grid = (page: Page) => page.getByRole('table', { name: 'Hours by matter and day' })
const cell = (page: Page, matter: string, day: string) => grid(page).getByLabel(`${matter}, ${day}`, { exact: true })

async function addMatter(page: Page, title: string) {
  const box = page.getByLabel('Add a matter to the week')
  await box.fill(title)
  await page.getByRole('option', { name: title }).click()
  await grid(page)
    .getByRole('row', { name: new RegExp(title) })
    .waitFor()
}

async function type(page: Page, [matter, day]: readonly [string, string], hours: string) {
  const recorded = page.waitForResponse((reply) => reply.url().includes('/time-entries') && reply.ok())
  await cell(page, matter, day).fill(hours)
  await page.keyboard.press('Enter')
  await recorded
}

it('two lawyers in two time zones record a week, move it between matters, and bill it', async () => {
  const { db, origin, open } = world()
  const account = await newAccount(db, origin, 'Schmitz & Köhler')
  const lawyer = await addMember(db, account, 'lawyer')
  const nina = await open({ email: account.email, timezoneId: 'Europe/London' })
  await nina.goto('/time')
  const anna = await open({ email: lawyer, timezoneId: 'America/Los_Angeles' })
  const [ninaId, annaId] = [
    (await findUser(db, { email: account.email }))?.id,
    (await findUser(db, { email: lawyer }))?.id,
  ]
  await dash(nina, 'PATCH', '/firm', { time_zone: 'Europe/Berlin', currency: 'EUR' })
  await dash(nina, 'PUT', '/rates', { scope: 'firm', amount: 200 })
  await dash(nina, 'PUT', '/rates', { scope: 'firm', user_id: ninaId, amount: 240 })
  await dash(nina, 'PUT', '/rates', { scope: 'firm', user_id: annaId, amount: 290 })
  const client = async (name: string) => (await account.rest<Saved>('POST', '/clients', { company_name: name })).data.id
  const [schoenfeld, hansa, spree] = [await client('Schönfeld'), await client('Hansa'), await client('Spree')]
  const matter = async (title: string, clientId: number) =>
    (await account.rest<Saved>('POST', '/matters', { title, client_id: clientId })).data.id
  const lease = await matter('Lease', schoenfeld)
  const dismissal = await matter('Dismissal', hansa)
  const entries = async () => (await account.rest<Listed>('GET', '/time-entries')).data
  const berlin = (moment: string) =>
    new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin' }).format(new Date(moment))

  // Each has a sheet of their own, also for the same matter and day.
  await nina.goto('/time?date=2026-03-11')
  await addMatter(nina, 'Lease')
  await type(nina, ['Lease', 'Mon 9 Mar'], '2:30')
  await type(nina, ['Lease', 'Tue 10 Mar'], '1:00')
  await anna.goto('/time?date=2026-03-11')
  await anna.getByLabel('Member').waitFor()
  await expect.poll(() => grid(anna).getByRole('row', { name: /Lease/ }).count()).toBe(0)
  await addMatter(anna, 'Lease')
  await type(anna, ['Lease', 'Mon 9 Mar'], '3:30')
  expect((await entries()).map((entry) => [entry['user_id'], entry['duration'], berlin(entry.start_time)])).toEqual([
    [ninaId, 2.5, '2026-03-09'],
    [ninaId, 1, '2026-03-10'],
    [annaId, 3.5, '2026-03-09'],
  ])

  // Everybody's is read.
  await anna.getByLabel('Member').selectOption({ label: 'All members' })
  await grid(anna).getByRole('row', { name: /Lease/ }).getByText('6:00').waitFor()
  expect(await grid(anna).getByRole('textbox').count()).toBe(0)
  expect(await anna.getByLabel('Add a matter to the week').count()).toBe(0)
  await grid(anna).getByRole('button', { name: 'Mon 9 Mar' }).click()
  await anna.getByRole('columnheader', { name: 'Member' }).waitFor()

  // The dialog shows the rate of who worked.
  const [first] = await entries()
  await anna.goto(`/time?view=list&entry=${first?.id ?? 0}`)
  await anna.getByRole('dialog').getByPlaceholder('€240.00').waitFor()
  await anna.keyboard.press('Escape')

  // Moved to the matter of another client, the entry is billed to that one.
  await go(nina, `/time?view=list&entry=${first?.id ?? 0}`)
  await nina.getByRole('dialog').getByLabel('Matter').fill('Dismissal')
  await nina.getByRole('option', { name: 'Dismissal' }).click()
  await nina.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await nina.getByText('Time entry saved').waitFor()
  expect((await entries())[0]).toMatchObject({
    case_id: dismissal,
    client_id: hansa,
    user_id: ninaId,
    billing_rate: 240,
  })

  // Another client of a matter takes the unbilled work along, after a question.
  await go(nina, `/matters/${lease}`)
  await nina.getByRole('button', { name: 'Edit client' }).click()
  await nina.getByRole('combobox', { name: 'Client' }).fill('Spree')
  await nina.getByRole('option', { name: 'Spree' }).click()
  const question = nina.getByRole('dialog', { name: 'Move this matter to Spree?' })
  await question.getByText('Unbilled work of €1,255.00 (4 h 30 min) will be billed to Spree.').waitFor()
  await question.getByRole('button', { name: 'Move matter and unbilled work' }).click()
  await expect.poll(async () => (await entries()).map((entry) => entry['client_id'])).toEqual([hansa, spree, spree])

  // The invoice has every entry on its day, at the rate of its member.
  await go(nina, `/invoices/new?client_id=${spree}`)
  await nina.getByRole('button', { name: 'Create draft' }).click()
  await nina.getByText('Draft created').waitFor()
  const { data: invoices } = await account.rest<{ data: { invoice_id: number; total_amount: number }[] }>(
    'GET',
    '/invoices',
  )
  expect(invoices).toMatchObject([{ total_amount: 1255, client_user_id: spree }])
  const { data: lines } = await dash(nina, 'GET', `/invoices/${invoices[0]?.invoice_id ?? 0}/lines`)
  expect(lines.map((line) => [line['worked_on'], line['quantity'], line['unit_price']])).toEqual([
    ['2026-03-09', 3.5, 290],
    ['2026-03-10', 1, 240],
  ])

  // Billed time is read-only, and leads to its invoice.
  const billed = (await entries()).find((entry) => entry['user_id'] === annaId)
  await anna.goto(`/time?view=list&entry=${billed?.id ?? 0}`)
  const dialog = anna.getByRole('dialog')
  await dialog.getByRole('link', { name: /^On invoice/ }).waitFor()
  expect(await dialog.getByRole('textbox').count()).toBe(0)
  expect(await dialog.getByRole('button', { name: 'Save' }).count()).toBe(0)
  await dialog.getByRole('link', { name: /^On invoice/ }).click()
  await anna.waitForURL(`**/invoices/${invoices[0]?.invoice_id ?? 0}`)
})
