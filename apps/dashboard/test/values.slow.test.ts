import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { axe } from './support/axe.ts'
import { faultsOnPhone } from './support/phone.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

interface Listed {
  readonly data: readonly { readonly [name: string]: unknown }[]
}

const latest = async (path: string) => (await world().account.rest<Listed>('GET', `/${path}?sort=-id&limit=1`)).data[0]

/** A window of a German firm in Berlin, in a browser of another zone. */
async function german(timezoneId = 'Europe/Berlin'): Promise<Page> {
  const { account, db, open } = world()
  const workspace_id = await account.workspace()
  const manner = { time_zone: 'Europe/Berlin', locale: 'de-DE', currency: 'EUR', currency_digits: 2, payment_days: 14 }
  await db.firmProfile.upsert({ where: { workspace_id }, create: { workspace_id, ...manner }, update: manner })
  return open({ email: account.email, timezoneId })
}

const plain = (text: string | null) => text?.replaceAll(/[\u00A0\u202F]/g, ' ')

it('reads and writes money as the firm does, and shows what it understood', async () => {
  const page = await german()
  await page.goto('/time?view=expenses&new=1')
  const dialog = page.getByRole('dialog')
  const price = dialog.getByLabel('Price')
  for (const [typed, understood, written, value] of [
    ['1.500', '= 1.500,00 €', '1.500,00', 1500],
    ['1.234,56 €', '= 1.234,56 €', '1.234,56', 1234.56],
    ['EUR 12.000', '= 12.000,00 €', '12.000,00', 12_000],
  ] as const) {
    await dialog.waitFor()
    await price.fill(typed)
    await expect.poll(async () => plain(await dialog.locator('output').textContent())).toBe(understood)
    await price.press('Tab')
    await expect.poll(async () => plain(await price.inputValue())).toBe(written)
    await dialog.getByRole('button', { name: 'Record expense' }).click()
    await page.getByText('Expense recorded').first().waitFor()
    expect(await latest('expenses')).toMatchObject({ unit_price: value })
    await page.goto('/time?view=expenses&new=1')
  }
  await price.fill('$ 5')
  await price.press('Tab')
  await dialog.getByText('This amount is in EUR. Leave out “$”.').waitFor()
  expect(await axe(page)).toEqual([])
  expect(await price.inputValue()).toBe('$ 5')
})

it('reads durations in German units and asks about what may be one', async () => {
  const page = await german()
  await page.goto('/time')
  const line = page.getByLabel('Duration and description of your work')
  await line.fill('1 Std 15 Min Besprechung Krüger')
  await page.getByText('1 h 15 min · Besprechung Krüger').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('1 h 15 min recorded').waitFor()
  expect(await latest('time-entries')).toMatchObject({ duration: 1.25, description: 'Besprechung Krüger' })
  await line.fill('1 Stdt Besprechung')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').filter({ hasText: 'Is “Stdt” a unit?' }).waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: '1 h · Besprechung' }).click()
  await line.press('Enter')
  await page.getByText('1 h recorded', { exact: true }).waitFor()
  expect(await latest('time-entries')).toMatchObject({ duration: 1, description: 'Besprechung' })
})

it.each(['Europe/London', 'America/Los_Angeles'])(
  'stores every day that is typed as that day, with the browser in %s',
  async (timezoneId) => {
    const page = await german(timezoneId)
    const dayInBerlin = (moment: unknown) =>
      new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin' }).format(new Date(String(moment)))
    // The week grid.
    const { data: matter } = await world().account.rest<{ data: { id: number } }>('POST', '/matters', {
      title: `Krüger ${timezoneId}`,
    })
    await world().account.rest('POST', '/time-entries', {
      case_id: matter.id,
      duration: 1,
      start_time: '2026-11-23T09:00:00Z',
    })
    await page.goto('/time?date=2026-11-24')
    const row = page.getByRole('row', { name: new RegExp(`Krüger ${timezoneId}`) })
    await row.getByLabel(/Di\.?, 24/).fill('3')
    await page.keyboard.press('Enter')
    await page.getByText('3 h recorded').waitFor()
    expect(dayInBerlin((await latest('time-entries'))?.['start_time'])).toBe('2026-11-24')
    // The dialog of an entry, on days on which years and clocks change.
    for (const [typed, day] of [
      ['1.1.27', '2027-01-01'],
      ['31.12.2026', '2026-12-31'],
      ['25.10.2026', '2026-10-25'],
      ['28.3.2027', '2027-03-28'],
      ['29.2.2028', '2028-02-29'],
    ] as const) {
      await page.goto('/time?new=1')
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Duration').fill('1h')
      await dialog.getByLabel('Description').fill(`On ${day}`)
      await dialog.getByLabel('Day', { exact: true }).fill(typed)
      await dialog.getByRole('button', { name: 'Create time entry' }).click()
      await page.getByText('Time entry created').waitFor()
      const entry = await latest('time-entries')
      expect([entry?.['description'], dayInBerlin(entry?.['start_time'])]).toEqual([`On ${day}`, day])
    }
    // Quick entry, on the day that is shown.
    await page.goto('/time?view=day&date=2026-12-31')
    await page.getByLabel('Duration and description of your work').fill(`15 Min. Silvester in ${timezoneId}`)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: `Silvester in ${timezoneId}` }).waitFor()
    expect(dayInBerlin((await latest('time-entries'))?.['start_time'])).toBe('2026-12-31')
    // An invoice.
    const { data: client } = await world().account.rest<{ data: { id: number } }>('POST', '/clients', {
      company_name: `Hansa ${timezoneId}`,
    })
    await page.goto(`/invoices/new?client_id=${client.id}`)
    await page.getByLabel('Issued').fill('31.12.2026')
    await page.getByRole('button', { name: 'Create draft' }).click()
    await page.getByRole('heading', { name: 'Draft invoice' }).waitFor()
    expect(await latest('invoices')).toMatchObject({ issue_date: '2026-12-31', due_date: '2027-01-14' })
  },
)

it('moves the due date of an invoice with its issue date, until it is changed by hand', async () => {
  const page = await german()
  await page.goto('/invoices/new')
  const [issued, due] = [page.getByLabel('Issued'), page.getByLabel('Due')]
  await issued.fill('15.10.2026')
  await issued.press('Tab')
  expect([await issued.inputValue(), await due.inputValue()]).toEqual(['15. Okt. 2026', '29. Okt. 2026'])
  await due.fill('31.12.2026')
  await issued.fill('16.10.2026')
  await issued.press('Tab')
  expect(await due.inputValue()).toBe('31. Dez. 2026')
  await due.fill('31.11.2026')
  await due.press('Tab')
  await page.getByText('November 2026 has 30 days, not 31.').waitFor()
  expect(await due.inputValue()).toBe('31.11.2026')
})

it('counts no sum over a line that cannot be read', async () => {
  const page = await german()
  await page.goto('/invoices/new')
  await page.getByRole('button', { name: 'Add line' }).click()
  await page.getByLabel('Description, line 1').fill('Gutachten')
  await page.getByLabel('Amount, line 1').fill('1.000')
  await expect.poll(() => page.getByLabel('Total').textContent()).toBe('1.000,00')
  await page.getByRole('button', { name: 'Add line' }).click()
  await page.getByLabel('Description, line 2').fill('Nachlass')
  const amount = page.getByLabel('Amount, line 2')
  await amount.fill('-100,00')
  await expect.poll(() => page.getByLabel('Total').textContent()).toBe('900,00')
  await amount.fill('minus hundert')
  await amount.press('Tab')
  await page.getByText(/^Enter an amount/).waitFor()
  expect(await page.getByLabel('Total').textContent()).toBe('–')
  await page.getByText('Line 2 cannot be read.').waitFor()
  expect(await axe(page)).toEqual([])
  expect(await faultsOnPhone(page, 'unread-line')).toEqual([])
  await page.getByRole('button', { name: 'Create draft' }).click()
  await expect.poll(() => amount.evaluate((box) => box.matches(':focus'))).toBe(true)
  expect(await amount.inputValue()).toBe('minus hundert')
})

it('says itself what is wrong with an address, and takes reminders with other separators', async () => {
  const page = await german()
  await page.goto('/settings/firm')
  await page.getByLabel('Website').fill('www.hansa.example')
  await page.getByRole('tab', { name: 'Bank' }).click()
  await page.getByLabel('Reminders (days after the due date)').fill('7; 14')
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  await page.getByText('Saved', { exact: true }).first().waitFor()
  await page.reload()
  expect(await page.getByLabel('Reminders (days after the due date)').inputValue()).toBe('7,14')
  await page.getByRole('tab', { name: 'Letterhead' }).click()
  expect(await page.getByLabel('Website').inputValue()).toBe('https://www.hansa.example')
})
