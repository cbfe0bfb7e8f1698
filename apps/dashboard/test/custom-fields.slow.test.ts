import type { Role } from '@matterbase/schemas'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { addMember } from './support/account.ts'
import { axe } from './support/axe.ts'
import { go } from './support/go.ts'
import { faultsOnPhone } from './support/phone.ts'
import { screenshot } from './support/screenshot.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

const path = '/settings/custom-fields'

interface Defined {
  readonly data: readonly { readonly key: string; readonly [name: string]: unknown }[]
}

/** The definitions as the API lists them. */
const defined = async (resource: string) =>
  (await world().account.rest<Defined>('GET', `/custom-fields?resource=${resource}&include_archived=true`)).data

const field = async (key: string) => (await defined('matters')).find((one) => one.key === key)

const table = (page: Page, name = 'Fields') => page.getByRole('table', { name, exact: true })
const openers = (page: Page) => table(page).locator('[data-row-opener]').allInnerTexts()
const names = async (page: Page) => (await openers(page)).map((text) => text.split('\n')[0])
// A notice is a dialog, too.
const dialog = (page: Page) => page.getByRole('dialog', { name: /^(?:New field|Edit|Delete) / })

async function choose(page: Page, label: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${label}` }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

interface NewField {
  readonly name: string
  readonly type: string
  readonly options?: readonly string[]
}

async function create(page: Page, { name, type, options = [] }: NewField) {
  await page.getByRole('main').getByRole('button', { name: 'New field' }).first().click()
  await dialog(page).getByLabel('Name', { exact: true }).fill(name)
  await dialog(page).getByLabel('Type', { exact: true }).selectOption({ label: type })
  for (const [at, option] of options.entries()) {
    if (at > 0) await dialog(page).getByRole('button', { name: 'Add option' }).click()
    await dialog(page)
      .getByLabel(`Option ${at + 1}`, { exact: true })
      .fill(option)
  }
  await dialog(page).getByRole('button', { name: 'Create field' }).click()
  await page.getByRole('button', { name, exact: true }).waitFor()
}

const fields: readonly NewField[] = [
  { name: 'Court room', type: 'Short text' },
  { name: 'Facts', type: 'Long text' },
  { name: 'Witnesses', type: 'Number' },
  { name: 'Amount in dispute', type: 'Amount of money' },
  { name: 'Date of hearing', type: 'Date' },
  { name: 'Legal aid', type: 'Yes or no' },
  { name: 'Judge', type: 'One option', options: ['Adeyemi', 'Brandt'] },
  { name: 'Languages', type: 'Several options', options: ['English', 'German'] },
  { name: 'Court page', type: 'Web address' },
  { name: 'Court email', type: 'Email address' },
  { name: 'Appeal of', type: 'Matter' },
  { name: 'Deputy', type: 'Member' },
]

it('starts with an explanation, and creates a field of each type with a proposed key', async () => {
  const { page } = world()
  await go(page, path)
  await page.getByText('No custom fields for matters yet.').waitFor()
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'custom-fields-none-1280-light')
  expect(await faultsOnPhone(page, 'custom-fields-none')).toEqual([])
  for (const one of fields) await create(page, one)
  expect(await names(page)).toEqual(fields.map(({ name }) => name))
  expect((await defined('matters')).map(({ key, type }) => [key, type])).toEqual([
    ['court_room', 'text'],
    ['facts', 'long_text'],
    ['witnesses', 'number'],
    ['amount_in_dispute', 'money'],
    ['date_of_hearing', 'date'],
    ['legal_aid', 'boolean'],
    ['judge', 'select'],
    ['languages', 'multi_select'],
    ['court_page', 'url'],
    ['court_email', 'email'],
    ['appeal_of', 'matter'],
    ['deputy', 'user'],
  ])
  await page.getByRole('tab', { name: /^Matters\s*12$/ }).waitFor()
})

it('shows the settings, keeps a typed key, and puts an error at its field', async () => {
  const { page } = world()
  await go(page, path)
  await page.getByRole('button', { name: 'New field' }).click()
  const { getByLabel } = { getByLabel: (label: string) => dialog(page).getByLabel(label, { exact: true }) }
  await getByLabel('Name').fill('Judge')
  expect(await getByLabel('Key').inputValue()).toBe('judge_2')
  await getByLabel('Key').fill('Judge')
  await getByLabel('Name').fill('Second judge')
  expect(await getByLabel('Key').inputValue()).toBe('Judge')
  await getByLabel('Group · optional').fill('Court')
  await dialog(page)
    .getByRole('checkbox', { name: /^Filter matters/ })
    .check()
  expect(
    await dialog(page)
      .getByRole('checkbox', { name: /require it in the API/ })
      .count(),
  ).toBe(0)
  await dialog(page)
    .getByRole('checkbox', { name: /^Required/ })
    .check()
  await dialog(page)
    .getByRole('checkbox', { name: /^Also require it in the API/ })
    .check()
  await dialog(page).getByRole('button', { name: 'Create field' }).click()
  await dialog(page).getByText('Must begin with a small letter').waitFor()
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'custom-fields-new-1280-light')
  expect(await faultsOnPhone(page, 'custom-fields-new')).toEqual([])
  await getByLabel('Key').fill('second_judge')
  await dialog(page).getByRole('button', { name: 'Create field' }).click()
  await page.getByText('Field “Second judge” created').waitFor()
  const row = table(page).getByRole('row', { name: /Second judge/ })
  await row.getByText('Required, also in the API', { exact: true }).waitFor()
  expect(await field('second_judge')).toMatchObject({
    group_label: 'Court',
    is_default: true,
    is_required: true,
    enforce_in_api: true,
    is_filterable: true,
  })
})

it('renames, adds, moves and archives options, and makes a short text long', async () => {
  const { page } = world()
  await go(page, path)
  await page.getByRole('button', { name: 'Judge', exact: true }).click()
  expect(await dialog(page).getByLabel('Type', { exact: true }).count()).toBe(0)
  await dialog(page).getByLabel('Option 1', { exact: true }).fill('Adeyemi-Scott')
  await dialog(page).getByRole('button', { name: 'Archive option 2' }).click()
  await dialog(page).getByRole('button', { name: 'Add option' }).click()
  await dialog(page).getByLabel('Option 3', { exact: true }).fill('Çelik')
  await dialog(page).getByRole('button', { name: 'Move option 3 up' }).click()
  await dialog(page).getByRole('button', { name: 'Add option' }).click()
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'custom-fields-options-1280-light')
  expect(await faultsOnPhone(page, 'custom-fields-options')).toEqual([])
  await dialog(page).getByRole('button', { name: 'Save field' }).click()
  await page.getByText('Field saved').waitFor()
  expect((await field('judge'))?.['options']).toEqual([
    { id: 1, label: 'Adeyemi-Scott', archived: false },
    { id: 3, label: 'Çelik', archived: false },
    { id: 2, label: 'Brandt', archived: true },
  ])

  await choose(page, 'Court room', 'Edit')
  const types = dialog(page).getByLabel('Type', { exact: true })
  expect(await types.locator('option').allTextContents()).toEqual(['Short text', 'Long text'])
  await types.selectOption({ label: 'Long text' })
  await dialog(page).getByText('Lists cannot filter this type.').waitFor()
  await dialog(page).getByRole('button', { name: 'Save field' }).click()
  await dialog(page).waitFor({ state: 'detached' })
  expect((await field('court_room'))?.['type']).toBe('long_text')
})

it('changes the order by keyboard and keeps the focus', async () => {
  const { page } = world()
  await go(page, path)
  const up = page.getByRole('button', { name: 'Move Facts up' })
  await up.focus()
  await page.keyboard.press('Enter')
  await page.getByText(/^Facts is now 1 of \d+\.$/).waitFor()
  // At the top, the button keeps the focus and does nothing.
  await page.keyboard.press('Enter')
  expect(await up.evaluate((button) => button === document.activeElement)).toBe(true)
  const down = page.getByRole('button', { name: 'Move Court room down' })
  await down.focus()
  for (let press = 0; press < 3; press++) await page.keyboard.press('Enter')
  expect(await down.evaluate((button) => button === document.activeElement)).toBe(true)
  const order = ['Facts', 'Witnesses', 'Amount in dispute', 'Date of hearing', 'Court room']
  expect((await names(page)).slice(0, 5)).toEqual(order)
  await expect.poll(async () => (await defined('matters')).slice(0, 5).map((one) => one['label'])).toEqual(order)
})

it('archives a field, and deletes it with a question until it is restored', async () => {
  const { page } = world()
  await go(page, path)
  await choose(page, 'Witnesses', 'Archive')
  await table(page, 'Archived fields').getByRole('button', { name: 'Witnesses', exact: true }).waitFor()
  expect(await names(page)).not.toContain('Witnesses')
  // The press in the menu does not open the row.
  expect(await dialog(page).count()).toBe(0)
  await choose(page, 'Legal aid', 'Delete')
  await dialog(page).getByText('The values are kept for 30 days').waitFor()
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'custom-fields-delete-1280-light')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  expect(await field('legal_aid')).toBeDefined()
  await choose(page, 'Legal aid', 'Delete')
  await dialog(page).getByRole('button', { name: 'Delete field' }).click()
  await table(page, 'Deleted fields').getByText('Legal aid').waitFor()
  expect(await field('legal_aid')).toBeUndefined()
  expect(await axe(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 1400 })
  await screenshot(page, 'custom-fields-1280-light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await screenshot(page, 'custom-fields-1280-dark')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'light' })
  await screenshot(page, 'custom-fields-390-light')
  expect(await faultsOnPhone(page, 'custom-fields')).toEqual([])
  await page.getByRole('button', { name: 'Restore Legal aid' }).click()
  await page.getByText('Field “Legal aid” restored').waitFor()
  await choose(page, 'Witnesses', 'Unarchive')
  await expect
    .poll(async () => (await names(page)).filter((name) => name === 'Legal aid' || name === 'Witnesses').length)
    .toBe(2)
  expect(await table(page, 'Deleted fields').count()).toBe(0)
})

it('previews the form with an input for each type', async () => {
  const { page, account } = world()
  await account.rest('POST', '/matters', { title: 'Hale v. Northgate', custom_fields: { second_judge: 'Roe' } })
  await go(page, path)
  await choose(page, 'Deputy', 'Edit')
  await dialog(page)
    .getByRole('checkbox', { name: /^Show in the form of every matter/ })
    .uncheck()
  await dialog(page).getByRole('button', { name: 'Save field' }).click()
  await table(page).getByText('On demand', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Preview form' }).click()
  const preview = page.getByRole('dialog', { name: 'Preview' })
  await preview.getByLabel('Court room').fill('4.12')
  await preview.getByLabel('Witnesses').fill('many')
  await preview.getByLabel('Amount in dispute').fill('1250.5')
  await preview.getByLabel('Date of hearing').fill('2026-12-14')
  await preview.getByLabel('Legal aid').selectOption({ label: 'No' })
  expect(await preview.getByLabel('Judge · optional', { exact: true }).locator('option').allTextContents()).toEqual([
    '–',
    'Adeyemi-Scott',
    'Çelik',
  ])
  await preview.getByRole('group', { name: 'Languages' }).getByRole('checkbox', { name: 'German' }).check()
  await preview.getByLabel('Appeal of').fill('Hale')
  await page.getByRole('option', { name: 'Hale v. Northgate' }).click()
  await preview.getByRole('button', { name: 'Add field' }).click()
  await page.getByRole('menuitem', { name: 'Deputy' }).click()
  await preview.getByLabel('Deputy').selectOption({ index: 1 })
  await preview.getByText(/^Enter a number such as/).waitFor()
  expect(await preview.getByRole('group', { name: 'Court', exact: true }).getByLabel('Second judge').count()).toBe(1)
  expect(await axe(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 1400 })
  await screenshot(page, 'custom-fields-preview-1280-light')
  expect(await faultsOnPhone(page, 'custom-fields-preview')).toEqual([])
  await preview.getByRole('button', { name: 'Done' }).click()
  await preview.waitFor({ state: 'detached' })
})

it('has fields of clients and leads, and at most 10 filters', async () => {
  const { page } = world()
  await go(page, path)
  await page.getByRole('tab', { name: /^Clients/ }).click()
  await page.getByText('No custom fields for clients yet.').waitFor()
  const make = (n: number) =>
    page.request.post(`${world().origin}/dash/v1/live/custom-fields`, {
      headers: { origin: world().origin },
      data: { resource: 'clients', key: `f${n}`, label: `Field ${n}`, type: 'text', is_filterable: true },
    })
  for (let n = 0; n < 10; n++) expect((await make(n)).status()).toBe(201)
  await go(page, `${path}?tab=clients&new=1`)
  await dialog(page).getByText('10 other fields have a filter.').waitFor()
  expect(
    await dialog(page)
      .getByRole('checkbox', { name: /^Filter clients/ })
      .isDisabled(),
  ).toBe(true)
  await dialog(page).getByLabel('Name', { exact: true }).fill('Language')
  await dialog(page).getByRole('button', { name: 'Create field' }).click()
  await page.getByRole('button', { name: 'Language', exact: true }).waitFor()
  expect((await defined('clients')).map(({ is_filterable: isFilterable }) => isFilterable).filter(Boolean).length).toBe(
    10,
  )
})

it.each<Role>(['lawyer', 'developer', 'read-only'])('is not for the role %s', async (role) => {
  const { account, db, open } = world()
  const page = await open({ email: await addMember(db, account, role) })
  await page.goto(path)
  await page.getByRole('heading', { level: 1, name: 'Your role cannot open this page' }).waitFor()
  expect(await page.locator(`nav a[href="${path}"]`).count()).toBe(0)
  expect(await page.getByText('Court room').count()).toBe(0)
})
