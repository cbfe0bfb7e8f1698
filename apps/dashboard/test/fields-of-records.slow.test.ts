import type { CustomFieldResource, Role } from '@matterbase/schemas'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { addMember } from './support/account.ts'
import { axe } from './support/axe.ts'
import { go } from './support/go.ts'
import { faultsOnPhone } from './support/phone.ts'
import { screenshot } from './support/screenshot.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

interface Defined {
  readonly data: { readonly id: number }
}

/** Defines a field as an owner does in the settings, and returns its ID. */
async function define(resource: CustomFieldResource, key: string, type: string, more: object = {}) {
  const { page, origin } = world()
  const label = key.charAt(0).toUpperCase() + key.slice(1).replaceAll('_', ' ')
  const answer = await page.request.post(`${origin}/dash/v1/live/custom-fields`, {
    headers: { origin },
    data: { resource, key, label, type, ...more },
  })
  expect(answer.status()).toBe(201)
  const { data } = (await answer.json()) as Defined
  return data.id
}

const archive = async (id: number) => {
  const { page, origin } = world()
  const data = { archived: true }
  const answer = await page.request.patch(`${origin}/dash/v1/live/custom-fields/${id}`, { headers: { origin }, data })
  expect(answer.status()).toBe(200)
}

interface One {
  readonly data: { readonly id: number; readonly custom_fields: Readonly<Record<string, unknown>> }
}

const make = async (path: string, body: object) => (await world().account.rest<One>('POST', path, body)).data
const read = async (path: string) => (await world().account.rest<One>('GET', path)).data
const idIn = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? ''

const panel = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: 'Custom fields', exact: true }) })
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

/** The value next to a label in the panel. */
const valueOf = (page: Page, label: string) =>
  panel(page).locator('dt', { hasText: label }).locator('xpath=following-sibling::dd[1]')

it('shows nothing in a workspace without custom fields', async () => {
  const { page } = world()
  const { id } = await make('/matters', { title: 'Plain' })
  await go(page, '/matters')
  await page.getByRole('link', { name: 'Plain', exact: true }).waitFor()
  await page.getByRole('button', { name: 'New matter' }).click()
  await dialog(page, 'New matter').getByLabel('Title').waitFor()
  await go(page, `/matters/${id}`)
  await page.getByRole('button', { name: /^Edit description|Show \d+ empty fields/ }).waitFor()
  expect(await panel(page).count()).toBe(0)
  await go(page, '/matters')
  await page.getByLabel('Search matters').waitFor()
  expect(await page.getByRole('button', { name: 'More filters' }).count()).toBe(0)
})

it('requires a field in the form of a new matter, and shows the values by group', async () => {
  const { page } = world()
  const options = [{ label: 'Adeyemi' }, { label: 'Brandt' }]
  const court = { group_label: 'Court' }
  await define('matters', 'judge', 'select', { options, is_required: true, is_filterable: true, ...court })
  await define('matters', 'hearing', 'date', { is_filterable: true, ...court })
  await define('matters', 'value', 'money', { is_filterable: true })
  await define('matters', 'witnesses', 'number')
  await define('matters', 'legal_aid', 'boolean', { is_filterable: true })
  await define('matters', 'languages', 'multi_select', { options: [{ label: 'English' }, { label: 'German' }] })
  await define('matters', 'court_page', 'url', { is_default: false })
  await define('matters', 'court_email', 'email')
  await define('matters', 'appeal_of', 'matter', { is_filterable: true })
  await define('matters', 'deputy', 'user', { is_filterable: true })
  await go(page, '/matters?new=1')
  const form = dialog(page, 'New matter')
  await form.getByLabel('Title').fill('Hale v. Northgate')
  await form.getByRole('button', { name: 'Create matter' }).click()
  await form.getByText('Fill this in.', { exact: true }).waitFor()
  expect(await axe(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 1500 })
  await screenshot(page, 'values-new-matter-1280-light')
  expect(await faultsOnPhone(page, 'values-new-matter')).toEqual([])
  await form.getByLabel('Judge', { exact: true }).selectOption({ label: 'Brandt' })
  await form.getByLabel('Hearing').fill('2026-12-14')
  await form.getByLabel('Value').fill('1250.5')
  await form.getByLabel('Witnesses').fill('1204')
  await form.getByLabel('Legal aid').selectOption({ label: 'No' })
  await form.getByRole('checkbox', { name: 'German' }).check()
  await form.getByRole('button', { name: 'Add field' }).click()
  await page.getByRole('menuitem', { name: 'Court page' }).click()
  await form.getByLabel('Court page').fill('court.example.com/hale')
  await form.getByLabel('Court email').fill('clerk@court.example.com')
  await form.getByLabel('Appeal of').fill('Plain')
  await page.getByRole('option', { name: 'Plain' }).click()
  await form.getByLabel('Deputy').selectOption({ index: 1 })
  await form.getByRole('button', { name: 'Create matter' }).click()
  await page.getByRole('heading', { level: 1, name: 'Hale v. Northgate' }).waitFor()
  const plain = await world().account.rest<{ data: readonly { id: number }[] }>('GET', '/matters?q=Plain')
  const { custom_fields: kept } = await read(`/matters/${idIn(page)}`)
  expect(kept).toMatchObject({
    judge: { id: 2 },
    hearing: '2026-12-14',
    value: 1250.5,
    witnesses: 1204,
    legal_aid: false,
    languages: [{ id: 2 }],
    court_page: 'https://court.example.com/hale',
    court_email: 'clerk@court.example.com',
    appeal_of: plain.data[0]?.id,
  })
  expect(await panel(page).getByRole('heading', { level: 3 }).allInnerTexts()).toEqual(['Court'])
  expect(await panel(page).locator('dt').allInnerTexts()).toEqual([
    'Judge',
    'Hearing',
    'Value',
    'Witnesses',
    'Legal aid',
    'Languages',
    'Court page',
    'Court email',
    'Appeal of',
    'Deputy',
  ])
  const shown = { Judge: 'Brandt', Hearing: '14 Dec 2026', Witnesses: '1,204', 'Legal aid': 'No', Languages: 'German' }
  for (const [label, text] of Object.entries(shown)) expect(await valueOf(page, label).innerText()).toBe(text)
  expect(await valueOf(page, 'Value').innerText()).toMatch(/1,250\.50/)
  const link = (name: string) => panel(page).getByRole('link', { name }).getAttribute('href')
  expect(await link('https://court.example.com/hale')).toBe('https://court.example.com/hale')
  expect(await link('clerk@court.example.com')).toBe('mailto:clerk@court.example.com')
  expect(await link('Plain')).toBe(`/matters/${plain.data[0]?.id}`)
  expect(await axe(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 1000 })
  await screenshot(page, 'values-matter-1280-light')
  expect(await faultsOnPhone(page, 'values-matter')).toEqual([])
})

it('edits values on the page and sends only the changed fields', async () => {
  const { page } = world()
  const custom = { judge: 1, hearing: '2026-12-01', court_page: 'https://a.example.com', witnesses: 3 }
  const { id } = await make('/matters', { title: 'Edited', custom_fields: custom })
  await go(page, `/matters/${id}`)
  await panel(page).getByRole('button', { name: 'Edit custom fields' }).click()
  const form = dialog(page, 'Edit custom fields')
  await form.getByLabel('Judge', { exact: true }).selectOption({ label: 'Brandt' })
  await form.getByLabel('Court page').fill('')
  // A field that is not in every form stays when it is emptied.
  expect(await form.getByLabel('Court page').count()).toBe(1)
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'values-edit-1280-light')
  expect(await faultsOnPhone(page, 'values-edit')).toEqual([])
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await form.getByRole('button', { name: 'Save' }).click()
  const request = await sent
  expect(request.postDataJSON()).toEqual({ custom_fields: { judge: { id: 2 }, court_page: null } })
  expect(request.headers()['if-match']).toMatch(/^"/)
  await form.waitFor({ state: 'detached' })
  await expect.poll(() => valueOf(page, 'Judge').innerText()).toBe('Brandt')
  expect(await panel(page).getByText('Court page').count()).toBe(0)
})

it('asks about a custom field that another member changed, and keeps their other fields', async () => {
  const { page, account } = world()
  const { id } = await make('/matters', { title: 'Shared', custom_fields: { judge: 1, witnesses: 3 } })
  await go(page, `/matters/${id}`)
  await panel(page).getByRole('button', { name: 'Edit custom fields' }).click()
  const form = dialog(page, 'Edit custom fields')
  await form.getByLabel('Judge', { exact: true }).selectOption({ label: 'Brandt' })
  await form.getByLabel('Value').fill('10')
  await account.rest('PATCH', `/matters/${id}`, { custom_fields: { witnesses: 5, value: 20 } })
  await form.getByRole('button', { name: 'Save' }).click()
  const conflict = dialog(page, 'Conflicting changes')
  const value = conflict.getByRole('group', { name: 'Value' })
  await value.getByText(/20\.00/).waitFor()
  expect(await conflict.getByRole('group').count()).toBe(1)
  await value.getByRole('radio', { name: /Theirs/ }).check()
  await conflict.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  expect((await read(`/matters/${id}`)).custom_fields).toEqual({ judge: { id: 2 }, witnesses: 5, value: 20 })
})

it('shows an archived field with a value, which no form offers', async () => {
  const { page } = world()
  const old = await define('matters', 'old_reference', 'text')
  const { id } = await make('/matters', { title: 'Old', custom_fields: { old_reference: 'R 1', judge: 1 } })
  await archive(old)
  await go(page, `/matters/${id}`)
  expect(await valueOf(page, 'Old reference (archived)').innerText()).toBe('R 1')
  await panel(page).getByRole('button', { name: 'Edit custom fields' }).click()
  await dialog(page, 'Edit custom fields').getByLabel('Judge', { exact: true }).waitFor()
  expect(await dialog(page, 'Edit custom fields').getByLabel('Old reference').count()).toBe(0)
})

it('filters the matters, and keeps the filters in the address', async () => {
  const { page } = world()
  await go(page, '/matters')
  await page.getByRole('button', { name: 'More filters' }).click()
  const form = dialog(page, 'More filters')
  expect(await form.getByLabel('Languages').count()).toBe(0)
  await form.getByLabel('Judge').selectOption({ label: 'Brandt' })
  await form.getByLabel('Hearing from').fill('2026-12-02')
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'values-filter-1280-light')
  expect(await faultsOnPhone(page, 'values-filter')).toEqual([])
  await form.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('link', { name: 'Edited', exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Hale v. Northgate' }).waitFor()
  expect(new URL(page.url()).searchParams.get('cf')).toBe('judge=2&hearing_from=2026-12-02')
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'values-filtered-1280-light')
  expect(await faultsOnPhone(page, 'values-filtered')).toEqual([])
  await page.reload()
  await page.getByRole('link', { name: 'Hale v. Northgate' }).waitFor()
  const exported = page.waitForRequest((request) => request.url().includes('/export'))
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect(new URL((await exported).url()).searchParams.get('custom_fields[judge]')).toBe('2')
  await page.getByRole('button', { name: 'Remove the filter Hearing from: 2 Dec 2026' }).click()
  await page.getByRole('link', { name: 'Edited', exact: true }).waitFor()
  expect(await page.getByRole('link', { name: 'Old', exact: true }).count()).toBe(0)
  await page.getByRole('button', { name: 'Remove the filter Judge: Brandt' }).click()
  await page.getByRole('link', { name: 'Old', exact: true }).waitFor()
  expect(new URL(page.url()).searchParams.has('cf')).toBe(false)
  await go(page, '/matters?cf=judge%3D1%26hearing%3D1999-01-01')
  await page.getByText('No matters match these filters.').waitFor()
  await page.getByRole('button', { name: 'Show all matters' }).click()
  await page.getByRole('link', { name: 'Old', exact: true }).waitFor()
})

it('creates, edits and filters clients', async () => {
  const { page } = world()
  await define('clients', 'language', 'select', {
    options: [{ label: 'English' }, { label: 'Polish' }],
    is_required: true,
    is_filterable: true,
  })
  await make('/clients', { company_name: 'Other Ltd' })
  await go(page, '/clients?new=1')
  const form = dialog(page, 'New client')
  await form.getByLabel('Company', { exact: true }).fill('Hale Bakeries')
  await form.getByRole('button', { name: 'Create client' }).click()
  await form.getByText('Fill this in.', { exact: true }).waitFor()
  await form.getByLabel('Language', { exact: true }).selectOption({ label: 'English' })
  await form.getByRole('button', { name: 'Create client' }).click()
  await page.getByRole('heading', { level: 1, name: 'Hale Bakeries' }).waitFor()
  expect(await valueOf(page, 'Language').innerText()).toBe('English')
  await panel(page).getByRole('button', { name: 'Edit custom fields' }).click()
  const edit = dialog(page, 'Edit custom fields')
  await edit.getByLabel('Language', { exact: true }).selectOption({ label: 'Polish' })
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => valueOf(page, 'Language').innerText()).toBe('Polish')
  await screenshot(page, 'values-client-1280-light')
  expect(await faultsOnPhone(page, 'values-client')).toEqual([])
  await go(page, '/clients')
  await page.getByRole('button', { name: 'More filters' }).click()
  await dialog(page, 'More filters').getByLabel('Language').selectOption({ label: 'Polish' })
  await dialog(page, 'More filters').getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('link', { name: 'Other Ltd' }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Hale Bakeries' }).waitFor()
})

it('creates, edits and filters leads', async () => {
  const { page, account } = world()
  await define('leads', 'insurer', 'text', { is_required: true, is_filterable: true })
  await account.rest('POST', '/leads', { leadData: { first_name: 'Other' } })
  await go(page, '/leads?new=1')
  const form = dialog(page, 'New lead')
  await form.getByLabel('First name').fill('Daniel')
  await form.getByRole('button', { name: 'Create lead' }).click()
  await form.getByText('Fill this in.', { exact: true }).waitFor()
  await form.getByLabel('Insurer', { exact: true }).fill('Northgate')
  await form.getByRole('button', { name: 'Create lead' }).click()
  await page.getByRole('heading', { level: 1, name: 'Daniel' }).waitFor()
  expect(await valueOf(page, 'Insurer').innerText()).toBe('Northgate')
  await panel(page).getByRole('button', { name: 'Edit custom fields' }).click()
  const edit = dialog(page, 'Edit custom fields')
  await edit.getByLabel('Insurer', { exact: true }).fill('Southgate')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => valueOf(page, 'Insurer').innerText()).toBe('Southgate')
  await screenshot(page, 'values-lead-1280-light')
  expect(await faultsOnPhone(page, 'values-lead')).toEqual([])
  await go(page, '/leads?view=list')
  await page.getByRole('button', { name: 'More filters' }).click()
  await dialog(page, 'More filters').getByLabel('Insurer').fill('southgate')
  await dialog(page, 'More filters').getByLabel('Insurer').fill('Southgate')
  await dialog(page, 'More filters').getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('link', { name: 'Other', exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Daniel', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Board', exact: true }).click()
  await page.getByRole('link', { name: 'Other', exact: true }).waitFor()
  expect(new URL(page.url()).searchParams.has('cf')).toBe(false)
})

it('shows the values to a role that cannot change them', async () => {
  const { account, db, open } = world()
  const role: Role = 'read-only'
  const { id } = await make('/matters', { title: 'Read', custom_fields: { judge: 1 } })
  const page = await open({ email: await addMember(db, account, role) })
  await page.goto(`/matters/${id}`)
  expect(await valueOf(page, 'Judge').innerText()).toBe('Adeyemi')
  expect(await panel(page).getByRole('button').count()).toBe(0)
})
