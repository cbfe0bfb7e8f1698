import type { Route } from 'playwright-core'
import { expect, it } from 'vitest'
import { axe } from './support/axe.ts'
import { go } from './support/go.ts'
import { faultsOnPhone } from './support/phone.ts'
import { screenshot } from './support/screenshot.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

interface Listed {
  readonly data: readonly { readonly [name: string]: unknown }[]
}

it('records one line of text on the matter that it names', async () => {
  const { page, account } = world()
  const { data: matter } = await account.rest<{ data: { id: number } }>('POST', '/matters', {
    title: 'Doe v. Halliburton',
  })
  await go(page, '/time')
  await page.getByRole('table', { name: 'Hours by matter and day' }).waitFor()
  await page.getByLabel('Duration and description of your work').fill('1h 12m Doe call')
  await expect.poll(() => page.getByLabel('Matter of the new entry').inputValue()).toBe('Doe v. Halliburton')
  await page.keyboard.press('Enter')
  await page.getByText('1 h 12 min recorded').waitFor()
  await page
    .getByRole('table', { name: 'Hours by matter and day' })
    .getByRole('link', { name: 'Doe v. Halliburton' })
    .waitFor()
  const { data } = await account.rest<Listed>('GET', '/time-entries')
  expect(data).toMatchObject([{ case_id: matter.id, description: 'Doe call', duration: 1.2, status: 'pending' }])
})

it('records the next line while the lists load, and keeps a line that is typed during a save', async () => {
  const { account, open } = world()
  const page = await open({ email: account.email })
  await page.goto('/time')
  const line = page.getByLabel('Duration and description of your work')
  await page.getByRole('table', { name: 'Hours by matter and day' }).waitFor()
  const held: Route[] = []
  let holds = 'GET'
  await page.route(/\/time-(entries|sheet)/, (route) =>
    route.request().method() === holds ? void held.push(route) : route.continue(),
  )
  await line.fill('1h First of two')
  await page.keyboard.press('Enter')
  await expect.poll(() => held.length).toBeGreaterThan(0)
  await line.fill('2h Second of two')
  await page.keyboard.press('Enter')
  await expect
    .poll(async () =>
      (await account.rest<Listed>('GET', '/time-entries?q=two&sort=created_at')).data.map(
        (each) => each['description'],
      ),
    )
    .toEqual(['First of two', 'Second of two'])
  holds = 'POST'
  held.length = 0
  await line.fill('3h Third')
  await page.keyboard.press('Enter')
  await expect.poll(() => held.length).toBe(1)
  await line.fill('4h Fourth')
  await held[0]?.continue()
  await page.getByText('3 h recorded').waitFor()
  expect(await line.inputValue()).toBe('4h Fourth')
})

it('takes it back with Undo, and says what is missing when there is no duration', async () => {
  const { page, account } = world()
  await go(page, '/time')
  await page.getByLabel('Duration and description of your work').fill('0:05 A slip')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await account.rest<Listed>('GET', '/time-entries?q=slip')).data.length).toBe(0)
  await page.getByLabel('Duration and description of your work').fill('Doe call')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').filter({ hasText: 'Start with the duration' }).waitFor()
  await page.getByLabel('Duration and description of your work').fill('90 Doe call')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').filter({ hasText: 'In minutes or in hours?' }).waitFor()
  await page.getByRole('button', { name: '1 h 30 min · Doe call' }).click()
  await page.getByText('1 h 30 min · Doe call').waitFor()
})

it('shows hours by matter and day in the week, and the entries of a day', async () => {
  const { page, account } = world()
  const { data } = await account.rest<{ data: { id: number } }>('POST', '/matters', { title: 'Week matter' })
  const entry = (description: string, start: string, duration: number) =>
    account.rest('POST', '/time-entries', { case_id: data.id, description, start_time: start, duration, rate: 80 })
  await entry('Monday work', new Date(2026, 2, 9, 10).toISOString(), 1.5)
  await entry('More of it', new Date(2026, 2, 9, 15).toISOString(), 0.5)
  await entry('Sunday work', new Date(2026, 2, 15, 23, 30).toISOString(), 1)
  await go(page, '/time?date=2026-03-11')
  const table = page.getByRole('table', { name: 'Hours by matter and day' })
  await table.getByRole('row', { name: /Week matter/ }).waitFor()
  const row = table.getByRole('row', { name: /Week matter/ })
  // Two entries are changed on their day; one, or none yet, where they stand.
  await row.getByRole('button', { name: 'Week matter, Mon 9 Mar: 2:00' }).waitFor()
  const typed = () =>
    row.getByRole('textbox').evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value))
  expect(await typed()).toEqual(['', '', '', '', '', '1:00'])
  const type = async (day: string, text: string) => {
    await row.getByLabel(`Week matter, ${day}`).fill(text)
    await page.keyboard.press('Enter')
  }
  await type('Sun 15 Mar', '1.5')
  await expect.poll(typed).toEqual(['', '', '', '', '', '1:30'])
  await type('Wed 11 Mar', '45m')
  await expect.poll(typed).toEqual(['', '0:45', '', '', '', '1:30'])
  await row.getByRole('cell', { name: '4:15' }).waitFor()
  await type('Thu 12 Mar', '90')
  // What can be read in two ways stays where it was typed.
  const refused = row.getByRole('alert').filter({ hasText: 'In minutes or in hours?' })
  await refused.waitFor()
  expect(await typed()).toEqual(['', '0:45', '90', '', '', '1:30'])
  expect(await row.getByLabel('Week matter, Thu 12 Mar').getAttribute('aria-invalid')).toBe('true')
  expect(await axe(page)).toEqual([])
  // Another cell that is refused leaves the first one as it is.
  await type('Fri 13 Mar', 'a while')
  await row.getByRole('alert').filter({ hasText: 'Enter a duration' }).waitFor()
  await refused.waitFor()
  expect(await faultsOnPhone(page, 'time-week-refused')).toEqual([])
  await row.getByLabel('Week matter, Fri 13 Mar').press('Escape')
  expect(await typed()).toEqual(['', '0:45', '90', '', '', '1:30'])
  await page.getByRole('button', { name: '1 h 30 min', exact: true }).click()
  await expect.poll(typed).toEqual(['', '0:45', '1:30', '', '', '1:30'])
  const {
    data: [, inserted],
  } = await account.rest<Listed>('GET', '/time-entries?sort=-id&limit=2')
  expect(inserted).toMatchObject({
    case_id: data.id,
    duration: 0.75,
    start_time: new Date(2026, 2, 11, 9).toISOString(),
  })
  await screenshot(page, 'time-week')
  expect(await axe(page)).toEqual([])
  await table.getByRole('button', { name: 'Mon 9 Mar', exact: true }).click()
  await page.getByRole('button', { name: 'Monday work' }).click()
  const dialog = page.getByRole('dialog', { name: 'Time entry' })
  await expect.poll(() => dialog.getByLabel('Duration').inputValue()).toBe('1 h 30 min')
  await screenshot(page, 'time-entry')
  expect(await axe(page)).toEqual([])
  await dialog.getByLabel('Duration').fill('a while')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Enter a duration such as 1h 12m').waitFor()
  await dialog.getByLabel('Duration').fill('1:45')
  await dialog.getByLabel('Day').fill('2026-03-10')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Next day' }).click()
  await page.getByRole('button', { name: 'Monday work' }).waitFor()
  const {
    data: [moved],
  } = await account.rest<Listed>('GET', '/time-entries?q=monday')
  expect(moved).toMatchObject({ duration: 1.75, start_time: new Date(2026, 2, 10, 10).toISOString() })
})

it('shows as unbilled what the entries of the API add up to', async () => {
  const { page, account } = world()
  await account.rest('POST', '/time-entries', { duration: 2.5, hourly_rate: 101 })
  await account.rest('POST', '/time-entries', { duration: 9, hourly_rate: 9, is_billable: false })
  await account.rest('POST', '/time-entries', { duration: 9, hourly_rate: 9, status: 'paid' })
  const { data } = await account.rest<Listed>('GET', '/time-entries?status=pending&limit=200')
  const sum = data
    .filter((entry) => entry['is_billable'])
    .reduce((total, entry) => total + Number(entry['duration']) * Number(entry['hourly_rate'] ?? entry['rate'] ?? 0), 0)
  expect(sum).toBeGreaterThan(250)
  await go(page, '/time')
  const shown = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(sum)
  await page.getByText('Unbilled amount').locator('..').getByText(shown, { exact: true }).waitFor()
})

it('creates an entry in a dialog that C opens, for the day on the screen', async () => {
  const { page, account } = world()
  await go(page, '/time?view=day&date=2026-02-03&new=1')
  const dialog = page.getByRole('dialog', { name: 'New time entry' })
  await dialog.getByLabel('Description').fill('From the dialog')
  await dialog.getByLabel('Duration').fill('72min')
  await dialog.getByLabel('Hourly rate').fill('abc')
  await dialog.getByRole('button', { name: 'Create time entry' }).click()
  await dialog.getByText('Enter an amount such as 1,234.50.').waitFor()
  await dialog.getByLabel('Hourly rate').fill('1.200')
  await dialog.getByRole('button', { name: 'Create time entry' }).click()
  await dialog.getByText('Can be read in two ways. Do you mean 1,200.00 or 1.20?').waitFor()
  expect(await dialog.getByLabel('Hourly rate').inputValue()).toBe('1.200')
  await dialog.getByRole('button', { name: '1,200.00', exact: true }).click()
  expect(await dialog.getByLabel('Hourly rate').inputValue()).toBe('1,200.00')
  await dialog.getByLabel('Hourly rate').fill('120,50')
  await dialog.getByRole('button', { name: 'Create time entry' }).click()
  await page.getByRole('button', { name: 'From the dialog' }).waitFor()
  const { data } = await account.rest<Listed>('GET', '/time-entries?q=dialog')
  expect(data).toMatchObject([{ duration: 1.2, hourly_rate: 120.5, start_time: new Date(2026, 1, 3, 9).toISOString() }])
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
  const entry = `/dash/v1/live/time-entries/${Number(data[0]?.['id'])}`
  await page.getByRole('button', { name: 'From the dialog' }).click()
  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByText('1 h 12 min of Tuesday').waitFor()
  await page.getByRole('button', { name: 'Delete time entry' }).click()
  await page.getByText('Time entry deleted').waitFor()
  await page.getByText('No time is recorded on this day.').waitFor()
  expect(asked.slice(asked.indexOf(`DELETE ${entry}`) + 1)).not.toContain(`GET ${entry}`)
})

it('lists all entries with filters in the address and fits a phone in the dark', async () => {
  const { account, open } = world()
  await account.rest('POST', '/expenses', { description: 'Copies', unit_price: 0.1, quantity: 30 })
  const phone = await open({
    email: account.email,
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
    hasTouch: true,
  })
  await phone.goto('/time?view=list&status=paid')
  await phone.getByText('1 of 1').waitFor()
  expect(await axe(phone)).toEqual([])
  for (const view of ['week', 'day', 'list', 'expenses']) {
    await phone.goto(`/time?view=${view}&date=2026-03-10`)
    await phone.locator('table').first().waitFor()
    expect([view, await phone.evaluate(() => document.documentElement.scrollWidth)]).toEqual([view, 390])
    if (view === 'week') {
      await phone.goto('/time')
      await phone.locator('[aria-current=date]').waitFor()
      const right = await phone.locator('[aria-current=date]').evaluate((now) => now.getBoundingClientRect().right)
      expect(right).toBeLessThanOrEqual(390)
    }
    await screenshot(phone, `time-${view}-390-dark`)
    expect([view, await axe(phone)]).toEqual([view, []])
  }
})

it('begins days and weeks where the firm is, whatever the clock of the browser says', async () => {
  const { page, account, db } = world()
  const workspace_id = await account.workspace()
  // A day ahead of each other at some hour, and never in the same zone as the browser; no day begins within the next hour.
  const zone = new Date().getUTCHours() < 11 ? 'Etc/GMT+12' : 'Pacific/Kiritimati'
  await db.firmProfile.upsert({
    where: { workspace_id },
    create: { workspace_id, time_zone: zone },
    update: { time_zone: zone },
  })
  const firmDay = new Intl.DateTimeFormat('sv', { timeZone: zone }).format(new Date())
  // Loaded: how to write is asked for once.
  await page.goto('/time?new=1')
  await page.locator('[aria-current=date]').waitFor()
  expect(await page.locator('[aria-current=date]').textContent()).toContain(String(Number(firmDay.slice(-2))))
  const dialog = page.getByRole('dialog')
  const day = dialog.getByLabel('Day')
  const written = (value: string) =>
    new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(value))
  expect(await day.inputValue()).toBe(written(firmDay))
  await dialog.getByLabel('Duration').fill('1h')
  await dialog.getByLabel('Description').fill('Where the firm is')
  await dialog.getByRole('button', { name: 'Create time entry' }).click()
  await page.getByText('Time entry created').waitFor()
  const { data } = await account.rest<Listed>('GET', '/time-entries?sort=-id&limit=1')
  const started = new Date(String(data[0]?.['start_time']))
  expect(new Intl.DateTimeFormat('sv', { timeZone: zone }).format(started)).toBe(firmDay)
  // It is billed for that day too.
  const { data: client } = await account.rest<{ data: { id: number } }>('POST', '/clients', { company_name: 'Near' })
  await account.rest('PATCH', `/time-entries/${Number(data[0]?.['id'])}`, { client_id: client.id, hourly_rate: 10 })
  await go(page, `/invoices/new?client_id=${client.id}`)
  await page.getByRole('button', { name: 'Create draft' }).click()
  const line = page.getByRole('region', { name: 'Lines' }).getByRole('row').filter({ hasText: 'Where the firm is' })
  expect(await line.locator('time').getAttribute('datetime')).toBe(firmDay)
  await db.firmProfile.update({ where: { workspace_id }, data: { time_zone: null } })
})

it('keeps hours that the server refuses in their cell, with the reason', async () => {
  const { page, account } = world()
  const { data } = await account.rest<{ data: { id: number } }>('POST', '/matters', { title: 'Deleted soon' })
  const start = new Date(2026, 2, 16, 10).toISOString()
  await account.rest('POST', '/time-entries', { case_id: data.id, description: 'Call', start_time: start, duration: 1 })
  await go(page, '/time?date=2026-03-18')
  const row = page.getByRole('row', { name: /Deleted soon/ })
  await row.getByLabel('Deleted soon, Mon 16 Mar').waitFor()
  await account.rest('DELETE', `/matters/${data.id}?force=true`)
  const cell = row.getByLabel('Deleted soon, Wed 18 Mar')
  await cell.fill('2h')
  await cell.press('Enter')
  await row.getByRole('alert').waitFor()
  expect([await cell.inputValue(), await cell.getAttribute('aria-invalid')]).toEqual(['2h', 'true'])
  expect(await row.getByRole('alert').textContent()).toMatch(/matter/i)
})
