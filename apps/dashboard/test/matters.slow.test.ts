import { createInvoice, password } from '@matterbase/domain/testing'
import { expect, it } from 'vitest'
import { addMember } from './support/account.ts'
import { axe } from './support/axe.ts'
import { go } from './support/go.ts'
import { screenshot } from './support/screenshot.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

interface One {
  readonly data: { readonly id: number; readonly title: string; readonly status: string }
}

const make = async (path: string, body: object, environment?: 'live' | 'test') =>
  (await world().account.rest<One>('POST', path, body, environment)).data

it('shows an empty list as a sentence and a button, and behind </> code that runs', async () => {
  const { page, account, origin } = world()
  await go(page, '/test/matters')
  await page.getByText('A matter is a case you work on').waitFor()
  await screenshot(page, 'matters-empty')
  expect(await axe(page)).toEqual([])
  expect(await page.locator('[data-snippet]').count()).toBe(0)
  await page.getByRole('button', { name: 'This screen as code' }).click()
  const curl = await page.getByRole('group', { name: 'Example' }).locator('[data-snippet=curl]').textContent()
  await page.keyboard.press('Escape')
  const [, url = ''] = /'(http[^']+)'/.exec(curl ?? '') ?? []
  const [, body = ''] = /-d '([^']+)'/.exec(curl ?? '') ?? []
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await account.key({ environment: 'test' })}`,
      'content-type': 'application/json',
    },
    body,
  })
  expect([url, answer.status]).toEqual([`${origin}/api/v1/matters`, 201])
})

it('creates a matter from anywhere with C and shows what the server refuses at its field', async () => {
  const { page } = world()
  await make('/clients', { company_name: 'Hale Bakeries Ltd' })
  await go(page, '/time')
  await page.getByRole('heading', { name: 'Time' }).waitFor()
  await page.keyboard.press('c')
  await page.getByRole('menuitem', { name: 'New matter' }).click()
  const dialog = page.getByRole('dialog', { name: 'New matter' })
  await dialog.getByRole('button', { name: 'Create matter' }).click()
  await dialog.getByText(/blank|required/i).waitFor()
  await dialog.getByLabel('Title').fill('Hale v. Northgate')
  await dialog.getByLabel('Client').fill('hale')
  await page.getByRole('option', { name: /Hale Bakeries/ }).click()
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'matter-new')
  await dialog.getByRole('button', { name: 'Create matter' }).click()
  await page.getByRole('heading', { name: 'Hale v. Northgate', level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toMatch(/^\/matters\/\d+$/)
  await page.getByRole('link', { name: 'Hale Bakeries Ltd' }).waitFor()
})

it('keeps filters, order and page in the address', async () => {
  const { page, account } = world()
  const data = Array.from({ length: 70 }, (_, at) => ({
    external_id: `page-${at}`,
    title: `Paged ${at}`,
    status: at < 60 ? 'Settled' : 'Dismissed',
  }))
  await account.rest('POST', '/matters/bulk', { data })
  await go(page, '/matters')
  await page.getByLabel('Status').selectOption('Settled')
  await page.getByText('50 of 60').waitFor()
  await page.getByLabel('Search matters').fill('paged')
  await page.waitForURL(/q=paged/)
  await page.getByRole('button', { name: 'Changed' }).click()
  await page.waitForURL(/sort=/)
  await page.getByRole('button', { name: 'Title' }).click()
  await page.waitForURL(/sort=title/)
  await page.getByRole('link', { name: 'Paged 0' }).waitFor()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('10 of 60').waitFor()
  const titles = () => page.locator('[data-row-opener]').allTextContents()
  const before = await titles()
  await page.reload()
  await page.getByText('10 of 60').waitFor()
  expect(await titles()).toEqual(before)
  await page.goBack()
  await page.getByText('50 of 60').waitFor()
  expect(await page.getByLabel('Status').inputValue()).toBe('Settled')
})

it('goes to no next page while the first of another order is under way', async () => {
  const { page } = world()
  await go(page, '/matters?status=Settled')
  await page.getByText('50 of 60').waitFor()
  const answer = Promise.withResolvers<void>()
  const sorted = /\/matters\?.*sort=title/
  await page.route(sorted, (route) => answer.promise.then(() => route.continue()))
  await page.getByRole('button', { name: 'Title' }).click()
  await page.waitForURL(/sort=title/)
  const next = page.getByRole('button', { name: 'Next' })
  await next.focus()
  await page.keyboard.press('Enter')
  expect(await next.getAttribute('aria-disabled')).toBe('true')
  expect(page.url()).not.toContain('cursor')
  answer.resolve()
  await next.click()
  await page.getByText('10 of 60').waitFor()
  await page.unroute(sorted)
})

it('changes a value where it stands, and keeps what is refused until it is mended', async () => {
  const { page, account } = world()
  const { id } = await make('/matters', { title: 'Inline', start_date: '2026-05-01' })
  await go(page, `/matters/${id}`)
  expect(await page.getByRole('button', { name: 'Edit closed' }).count()).toBe(0)
  await page.getByRole('button', { name: /Show \d+ empty fields/ }).click()
  await page.getByRole('button', { name: 'Edit budget to' }).click()
  for (const [typed, said] of [
    ['1.234', 'Can be read in two ways. Do you mean 1,234.00 or 1.234?'],
    ['a lot', 'Enter an amount such as 1,234.50.'],
  ] as const) {
    await page.getByLabel('Budget to').fill(typed)
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: said }).waitFor()
  }
  await page.getByLabel('Budget to').fill('1.234,50')
  await page.keyboard.press('Enter')
  await page.getByText('1,234.50').first().waitFor()
  await page.getByRole('button', { name: 'Edit closed' }).click()
  await page.getByLabel('Closed').fill('2026-04-01')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').filter({ hasText: 'must not be before start date' }).waitFor()
  await page.getByLabel('Closed').fill('2026-06-01')
  await page.keyboard.press('Enter')
  await page.getByText('1 Jun 2026').waitFor()
  await page.getByRole('button', { name: 'Edit status' }).click()
  await page.getByLabel('Status', { exact: true }).selectOption('On Hold')
  await page
    .locator('header', { has: page.getByRole('heading', { level: 1 }) })
    .getByText('On Hold')
    .waitFor()
  await page.getByRole('button', { name: 'Edit title' }).click()
  await page.getByLabel('Title', { exact: true }).fill('Never saved')
  await page.keyboard.press('Escape')
  const { data } = await account.rest<One>('GET', `/matters/${id}`)
  expect(data).toMatchObject({
    title: 'Inline',
    end_date: '2026-06-01',
    status: 'On Hold',
    estimated_budget_max: 1234.5,
  })
})

it('saves a value once that loses the focus while it is saved', async () => {
  const { page, account } = world()
  const { id } = await make('/matters', { title: 'Once', case_category: 'Civil' })
  await go(page, `/matters/${id}`)
  await page.getByRole('button', { name: 'Edit category' }).click()
  const answer = Promise.withResolvers<void>()
  const held = `**/dash/v1/*/matters/${id}`
  const sent: string[] = []
  await page.route(held, async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    sent.push(route.request().postData() ?? '')
    await answer.promise
    await route.continue()
  })
  const category = page.getByLabel('Category', { exact: true })
  await category.fill('Family')
  await category.press('Enter')
  await expect.poll(() => category.isDisabled()).toBe(true)
  await category.dispatchEvent('focusout')
  answer.resolve()
  await page.getByRole('button', { name: 'Edit category: Family' }).waitFor()
  await page.unroute(held)
  expect(sent).toEqual(['{"case_category":"Family"}'])
  expect((await account.rest<One>('GET', `/matters/${id}`)).data).toMatchObject({ case_category: 'Family' })
})

it('asks whose change is kept when somebody else has changed the same field, and joins the others', async () => {
  const { page, account, db, open } = world()
  const { id } = await make('/matters', { title: 'Contested', case_category: 'Civil', service_type: 'Advice' })
  const other = await open({ email: await addMember(db, account, 'lawyer') })
  const edit = async (tab: typeof page, label: string, value: string) => {
    await tab.getByLabel(label, { exact: true }).fill(value)
    await tab.keyboard.press('Enter')
  }
  await Promise.all([page.goto(`/matters/${id}`), other.goto(`/matters/${id}`)])
  await page.getByRole('button', { name: 'Edit category' }).click()
  for (const [name, value] of [
    ['Service', 'Defence'],
    ['Category', 'Criminal'],
  ] as const) {
    await other.getByRole('button', { name: `Edit ${name.toLowerCase()}` }).click()
    await edit(other, name, value)
    await other.getByRole('button', { name: `Edit ${name.toLowerCase()}: ${value}` }).waitFor()
  }
  await edit(page, 'Category', 'Family')
  const dialog = page.getByRole('dialog', { name: 'Conflicting changes' })
  await dialog.getByText('lawyer saved a different value').waitFor()
  await dialog.getByText('Criminal').waitFor()
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'matter-changed-meanwhile')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alert').filter({ hasText: 'Not saved' }).waitFor()
  expect((await account.rest<One>('GET', `/matters/${id}`)).data).toMatchObject({ case_category: 'Criminal' })
  await page.getByLabel('Category', { exact: true }).press('Enter')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Edit category: Family' }).waitFor()
  expect((await account.rest<One>('GET', `/matters/${id}`)).data).toMatchObject({
    case_category: 'Family',
    service_type: 'Defence',
  })
})

it('asks about two fields one after the other when both were changed by another member', async () => {
  const { page, account, db, open } = world()
  const { id } = await make('/matters', { title: 'Twice contested', case_category: 'Civil', description: 'Old words' })
  const other = await open({ email: await addMember(db, account, 'lawyer') })
  await Promise.all([page.goto(`/matters/${id}`), other.goto(`/matters/${id}`)])
  await page.getByRole('button', { name: 'Edit category' }).waitFor()
  for (const [name, value] of [
    ['Category', 'Criminal'],
    ['Description', 'Words of the lawyer'],
  ] as const) {
    await other.getByRole('button', { name: `Edit ${name.toLowerCase()}` }).click()
    await other.getByLabel(name, { exact: true }).fill(value)
    await other.keyboard.press('Control+Enter')
    await other.getByRole('button', { name: `Edit ${name.toLowerCase()}: ${value}` }).waitFor()
  }
  // Neither question comes before both values are typed.
  const answer = Promise.withResolvers<void>()
  await page.route('**/matters/*', (route) =>
    route.request().method() === 'PATCH' ? answer.promise.then(() => route.continue()) : route.continue(),
  )
  await page.getByRole('button', { name: 'Edit category' }).click()
  await page.getByLabel('Category', { exact: true }).fill('Family')
  await page.getByRole('button', { name: 'Edit description' }).click()
  await page.getByLabel('Description', { exact: true }).fill('Words of the owner')
  await page.keyboard.press('Control+Enter')
  answer.resolve()
  const dialog = page.getByRole('dialog', { name: 'Conflicting changes' })
  const asked = { category: dialog.getByText('Family'), description: dialog.getByText('Words of the owner') }
  await asked.category.or(asked.description).waitFor()
  // Either of both is asked first.
  const isCategoryFirst = await asked.category.isVisible()
  const answers = {
    async category() {
      await asked.category.waitFor()
      await dialog.getByRole('radio', { name: /Theirs/ }).check()
      await dialog.getByRole('button', { name: 'Save' }).click()
    },
    async description() {
      await asked.description.waitFor()
      expect(await dialog.getByRole('radio', { name: /Yours/ }).isChecked()).toBe(true)
      expect(await axe(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Save' }).click()
    },
  }
  await (isCategoryFirst ? answers.category() : answers.description())
  await (isCategoryFirst ? answers.description() : answers.category())
  await page.getByRole('button', { name: 'Edit description: Words of the owner' }).waitFor()
  await page.getByRole('button', { name: 'Edit category: Criminal' }).waitFor()
  await page.unroute('**/matters/*')
  expect((await account.rest<One>('GET', `/matters/${id}`)).data).toMatchObject({
    case_category: 'Criminal',
    description: 'Words of the owner',
  })
})

it('signs in again where it was when the session has ended, and keeps what was typed', async () => {
  const { account, db, open } = world()
  const email = await addMember(db, account, 'lawyer')
  const page = await open({ email })
  await go(page, '/matters?new=1')
  await page.getByLabel('Title').fill('Typed before the end')
  await page.getByLabel('Description').fill('A long story')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Create matter' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByLabel('Password').fill('not this one')
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await dialog.getByRole('alert').waitFor()
  expect(await dialog.getByLabel('Email').inputValue()).toBe(email)
  await screenshot(page, 'sign-in-again')
  expect(await axe(page)).toEqual([])
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Typed before the end', level: 1 }).waitFor()
  await page.getByText('A long story').waitFor()
})

it('shows time, documents, invoices and activity of a matter in tabs that the address names', async () => {
  const { page, account, db } = world()
  const client = await make('/clients', { company_name: 'Tabbed Ltd' })
  const { id } = await make('/matters', { title: 'Tabbed', external_id: 'tab-1', client_id: client.id })
  const entry = await make('/time-entries', { case_id: id, description: 'Drafting', duration: 1.5, rate: 100 })
  await go(page, `/matters/${id}`)
  await page.getByText('tab-1').waitFor()
  await page.getByText('150.00').waitFor()
  await page.getByRole('region', { name: 'Recent activity' }).getByText('Drafting').waitFor()
  expect(await page.getByText('tab-1').count()).toBe(1)
  expect(await page.getByText('In Progress').count()).toBe(1)
  const strip = await page.getByRole('tablist').evaluate((list) => list.scrollHeight - list.clientHeight)
  expect(strip).toBe(0)
  await screenshot(page, 'matter-page')
  for (const [tab, words] of [
    ['Time', 'Drafting'],
    ['Documents', 'No documents yet.'],
    ['Invoices', 'No invoices yet.'],
    ['Activity', 'Time entry recorded'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await page.getByText(words).first().waitFor()
    expect([tab, await axe(page)]).toEqual([tab, []])
  }
  await page.waitForURL(/tab=activity/)
  // One over all of its client, which names no matter.
  const invoice = {
    number: 'WIDE-1',
    clientId: client.id,
    status: 'sent',
    lines: [{ time_entry_id: entry.id }],
  } as const
  await createInvoice(db, await account.workspace(), invoice)
  await page.reload()
  await page.getByText('Invoice created').waitFor()
  await page.getByRole('tab', { name: 'Invoices' }).click()
  await page.getByRole('table', { name: 'Invoices' }).getByRole('link', { name: 'WIDE-1' }).waitFor()
})

it('says what refers to a matter before it is deleted, and unlinks it', async () => {
  const { page, account } = world()
  const { id } = await make('/matters', { title: 'Doomed' })
  const entry = await make('/time-entries', { case_id: id, duration: 1 })
  await go(page, `/matters/${id}`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByText('Linked to this matter: 1 time entry').waitFor()
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'matter-delete')
  await page.getByRole('button', { name: 'Delete matter anyway' }).click()
  await page.waitForURL(/\/matters$/)
  await expect(account.rest('GET', `/matters/${id}`)).rejects.toThrow('404')
  expect((await account.rest<{ data: object }>('GET', `/time-entries/${entry.id}`)).data).toMatchObject({
    case_id: null,
  })
})

it('looks at a row with Space and opens it with Enter', async () => {
  const { page } = world()
  await make('/matters', { title: 'Peeked at' })
  await go(page, '/matters?q=peeked')
  await page.getByRole('link', { name: 'Peeked at' }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('dialog', { name: 'Peeked at' }).waitFor()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Peeked at' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Peeked at', level: 1 }).waitFor()
})

it('answers an address without a record with a page that says so', async () => {
  const { page } = world()
  await go(page, '/matters/99999999')
  await page.getByRole('heading', { name: 'Matter not found' }).waitFor()
  expect(await axe(page)).toEqual([])
})

it('gives those who only read no buttons that write', async () => {
  const { account, db, open } = world()
  await make('/matters', { title: 'Read only' })
  const reader = await open({ email: await addMember(db, account, 'read-only') })
  await reader.goto('/matters?q=read')
  await reader.getByRole('link', { name: 'Read only' }).click()
  await reader.getByRole('heading', { name: 'Read only', level: 1 }).waitFor()
  expect(await reader.getByRole('button', { name: /Delete|Edit|Start timer|New/ }).count()).toBe(0)
})

it('fits a phone in the dark', async () => {
  const { account, open } = world()
  const phone = await open({
    email: account.email,
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
    hasTouch: true,
  })
  const title = 'Northgate Insurance Company v. Hale Bakeries and others, on appeal'
  await make('/matters', { title, status: 'Settled' })
  for (const path of ['/matters', '/matters?status=Settled']) {
    await phone.goto(path)
    await phone.getByRole('table', { name: 'Matters' }).waitFor()
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(await axe(phone)).toEqual([])
  }
  const account390 = phone.getByRole('banner').getByRole('button').last()
  expect(await account390.evaluate((button) => button.getBoundingClientRect().right)).toBeLessThanOrEqual(390 - 8)
  await screenshot(phone, 'matters-390-dark')
  const row = phone.locator('[data-row-opener]', { hasText: title })
  // There is no room for all of it.
  await row.hover()
  await expect.poll(() => row.getAttribute('title')).toContain(title)
  await row.click()
  await phone.getByRole('tab', { name: 'Overview' }).waitFor()
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await screenshot(phone, 'matter-390-dark')
  // Beside its title, not below it.
  const heading = await phone.getByRole('heading', { name: title, level: 1 }).boundingBox()
  const pencil = await phone.getByRole('button', { name: 'Edit title' }).boundingBox()
  expect(pencil?.y).toBeLessThan((heading?.y ?? 0) + (heading?.height ?? 0))
  expect(await axe(phone)).toEqual([])
})
