import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { axe } from './support/axe.ts'
import { addMember } from './support/account.ts'
import { go } from './support/go.ts'
import { faultsOnPhone } from './support/phone.ts'
import { screenshot } from './support/screenshot.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

const capture = (leadData: object) =>
  world().account.rest<{ lead: { lead_id: string } }>('POST', '/leads', { leadData })
const column = (name: string) => world().page.getByRole('region', { name, exact: true })

it('an empty board says where leads come from', async () => {
  const { page } = world()
  await go(page, '/leads')
  await page.getByText('Leads are people who ask').waitFor()
  expect(await axe(page)).toEqual([])
})

it('a lead entered by hand appears on the board', async () => {
  const { page } = world()
  await go(page, '/leads')
  await page.getByRole('button', { name: 'New lead' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create lead' }).click()
  await dialog.getByRole('alert').filter({ hasText: 'Enter an email address or a first name.' }).waitFor()
  expect(await axe(page)).toEqual([])
  await dialog.getByLabel('First name').fill('Hand')
  await dialog.getByLabel('Last name').fill('Made')
  await dialog.getByRole('button', { name: 'Create lead' }).click()
  await page.getByRole('heading', { name: 'Hand Made' }).waitFor()
  await go(page, '/leads')
  await column('New').getByRole('link', { name: 'Hand Made' }).waitFor()
})

it('is dragged to another column with the mouse', async () => {
  const { page, account } = world()
  await capture({ first_name: 'Dora', last_name: 'Drag', practice_area: 'Family', urgency: 'high' })
  const long = 'Featherstonehaugh-Cholmondeley-Saxe-Coburg-Gotha-Beaulieu-Marjoribanks'
  await capture({ first_name: 'Maximiliana-Charlotte-Wilhelmina', last_name: long })
  await go(page, '/leads')
  const card = page.locator('[data-lead]', { hasText: 'Dora Drag' })
  // The way to look at them that is chosen is no button with a frame, as the one beside it.
  const framed = (control: Locator) => control.evaluate((each) => getComputedStyle(each).borderTopWidth !== '0px')
  const views = page.getByRole('group').filter({ has: page.getByRole('button', { name: 'List', exact: true }) })
  const board = views.getByRole('button', { name: 'Board', pressed: true })
  expect([await framed(board), await framed(page.getByRole('link', { name: 'Intake form' }))]).toEqual([false, true])
  // A name takes two lines at most, and whatever is in a column, all of its height takes what is dropped.
  const name = column('New').getByRole('link', { name: long })
  const lines = await name.evaluate((link) => link.clientHeight / Number.parseFloat(getComputedStyle(link).lineHeight))
  expect(Math.round(lines)).toBeLessThanOrEqual(2)
  const heights = await page.locator('[data-column]').evaluateAll((all) => all.map((each) => each.clientHeight))
  expect([heights.length, new Set(heights).size]).toEqual([5, 1])
  expect(heights[0]).toBeGreaterThan(500)
  await card.dragTo(page.locator('[data-column=qualified]'))
  await column('Qualified').getByRole('link', { name: 'Dora Drag' }).waitFor()
  const rows = await world().db.lead.findMany({
    where: { workspace_id: await account.workspace(), first_name: 'Dora' },
  })
  expect(rows.map(({ status }) => status)).toEqual(['qualified'])
})

it('is moved by the keyboard alone: M, arrows, Enter; the focus goes with it', async () => {
  const { page } = world()
  await capture({ first_name: 'Kay', last_name: 'Board', company: 'Keys Ltd' })
  await go(page, '/leads')
  await column('New').getByRole('link', { name: 'Kay Board' }).focus()
  await page.keyboard.press('m')
  await page.getByRole('menuitem', { name: 'Contacted' }).waitFor()
  expect(await axe(page)).toEqual([])
  await page.keyboard.type('Cont')
  await page.keyboard.press('Enter')
  const moved = column('Contacted').getByRole('link', { name: 'Kay Board' })
  await moved.waitFor()
  await expect.poll(() => moved.evaluate((element) => element === document.activeElement)).toBe(true)
  await screenshot(page, 'leads-1280-light')
})

it('a lead that comes in appears by itself', async () => {
  const { page } = world()
  await go(page, '/leads')
  await column('New').getByRole('link', { name: 'Hand Made' }).waitFor()
  await capture({ first_name: 'Late', last_name: 'Comer' })
  await column('New').getByRole('link', { name: 'Late Comer' }).waitFor()
  expect(await column('New').getByRole('listitem').count()).toBe(3)
})

it('is converted from the board into a client with a matter, after a decision about conflicts', async () => {
  const { page } = world()
  await go(page, '/leads')
  await column('New').getByRole('link', { name: 'Late Comer' }).focus()
  await page.keyboard.press('m')
  await page.getByRole('menuitem', { name: 'Converted' }).click()
  await page.getByText('Check for conflicts of interest before you convert this lead.').waitFor()
  const convert = page.getByRole('button', { name: 'Convert to client' })
  expect(await convert.getAttribute('aria-disabled')).toBe('true')
  await page.getByText('No client, contact person, matter or lead matches').waitFor()
  // Nothing is decided by default.
  expect(await page.getByRole('radio', { checked: true }).count()).toBe(0)
  await page.getByRole('button', { name: 'Record decision' }).click()
  await page.getByText('Choose a decision.').waitFor()
  await page.getByLabel('No conflict').check()
  await page.getByRole('button', { name: 'Record decision' }).click()
  // The dialog was asked for by the address.
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title of the matter').fill('Comer v Goer')
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'lead-convert-1280-light')
  await dialog.getByRole('button', { name: 'Convert', exact: true }).dblclick()
  await page.getByRole('heading', { name: 'Comer v Goer' }).waitFor()
  const { account } = world()
  expect((await account.rest<{ count: number }>('GET', '/clients')).count).toBe(1)
  await go(page, '/leads')
  await column('Converted').getByRole('link', { name: 'Late Comer' }).click()
  await page.getByText('Converted: Late Comer, Comer v Goer').waitFor()
})

it('finds the opponent that a lead and its lawyer name, and keeps what was decided', async () => {
  const { page, account } = world()
  await account.rest('POST', '/matters', { title: 'Hansa Logistik – Kündigung Lagerleiter Krüger' })
  await account.rest('POST', '/clients', { company_name: 'Zółc GmbH & Co. KG' })
  const description = 'Mein Arbeitgeber Hansa Logistik hat mir gekündigt'
  await capture({ first_name: 'Kai', last_name: 'Kruger', description })
  await go(page, '/leads?view=list&q=kruger')
  await page.getByRole('link', { name: 'Kai Kruger' }).click()
  const matters = page.getByRole('region', { name: 'Matters that mention these names' })
  await matters.getByRole('link', { name: 'Hansa Logistik – Kündigung Lagerleiter Krüger' }).waitFor()
  await page.getByLabel('Name of an opponent').fill('ZOLC')
  await page.keyboard.press('Enter')
  const clients = page.getByRole('region', { name: 'Your clients' })
  await clients.getByRole('link', { name: 'Zółc GmbH & Co. KG' }).waitFor()
  await clients.getByText('Same name as “ZOLC”').waitFor()
  await page.getByLabel('No conflict').check()
  await page.getByRole('button', { name: 'Record decision' }).click()
  await page.getByText('Write why the records that match mean no conflict.').waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByLabel('Consent obtained').check()
  await page.getByLabel('Note').fill('Both consented on 3 May')
  await page.getByRole('button', { name: 'Record decision' }).click()
  await page.getByText('Both consented on 3 May').waitFor()
  await page.getByText('Searched names and matching records').click()
  await page.getByText('Kai Kruger · ZOLC').waitFor()
  await clients.getByRole('link', { name: 'Zółc GmbH & Co. KG' }).waitFor()
  expect(await page.getByRole('button', { name: 'Convert to client' }).getAttribute('aria-disabled')).toBe(null)
  await page.getByText('Decision recorded').waitFor({ state: 'detached' })
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'lead-1280-light')
  expect(await faultsOnPhone(page, 'lead')).toEqual([])
})

it('finds records that match a new client or matter, while it is typed', async () => {
  const { page, account } = world()
  await account.rest('POST', '/clients', { company_name: 'Nordsee Reederei' })
  await account.rest('POST', '/matters', { title: 'Charter', metadata: { opponent: 'Ines Quill' } })
  for (const [path, button, label, name, match] of [
    ['/clients', 'New client', 'Contact', 'Ines Quill', 'Charter'],
    ['/matters', 'New matter', 'Title', 'Quill ./. Nordsee Reederei GmbH', 'Nordsee Reederei'],
  ] as const) {
    await go(page, path)
    await page.getByRole('button', { name: button }).first().click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByRole('region', { name: 'Conflict check' }).count()).toBe(0)
    await dialog.getByLabel(label, { exact: true }).fill(name)
    await dialog
      .getByRole('region', { name: 'Conflict check' })
      .getByRole('link', { name: match, exact: true })
      .waitFor()
    expect(await axe(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
  }
})

it('the board and the list work on a phone', async () => {
  const { page } = world()
  await go(page, '/leads')
  await page.getByRole('link', { name: 'Hand Made' }).waitFor()
  expect(await faultsOnPhone(page, 'leads')).toEqual([])
  await go(page, '/leads?view=list')
  await page.getByRole('link', { name: 'Kay Board' }).waitFor()
  expect(await faultsOnPhone(page, 'leads-list')).toEqual([])
  for (const first of ['Dora Drag', 'Maximiliana']) {
    await page.getByRole('button', { name: 'Name', exact: true }).click()
    await page.getByRole('row').nth(1).getByRole('link', { name: first }).waitFor()
  }
})

it('a read-only member moves nothing', async () => {
  const { open, account, db } = world()
  const page = await open({ email: await addMember(db, account, 'read-only') })
  await go(page, '/leads')
  await page.getByRole('link', { name: 'Hand Made' }).waitFor()
  expect(await page.getByRole('button', { name: /^Move/ }).count()).toBe(0)
})
