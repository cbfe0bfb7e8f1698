import { expect, it } from 'vitest'
import { axe } from './support/axe.ts'
import { screenshot } from './support/screenshot.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

it('creates a client, and says at the form when nothing is filled in', async () => {
  const { page } = world()
  await page.goto('/clients?new=1')
  const dialog = page.getByRole('dialog', { name: 'New client' })
  await dialog.getByRole('button', { name: 'Create client' }).click()
  await dialog.getByText(/at least one of/i).waitFor()
  await dialog.getByLabel('Company').fill('Żółć & Sons')
  await dialog.getByLabel('Email').fill('not an address')
  await dialog.getByRole('button', { name: 'Create client' }).click()
  await dialog
    .getByText(/email address/i)
    .last()
    .waitFor()
  await dialog.getByLabel('Email').fill('zolc@example.com')
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Create client' }).click()
  await page.getByRole('heading', { name: 'Żółć & Sons', level: 1 }).waitFor()
  await screenshot(page, 'client-page')
  expect(await axe(page)).toEqual([])
})

it('shows the matters of a client and makes another one for it', async () => {
  const { page, account } = world()
  const { data } = await account.rest<{ data: { id: number } }>('POST', '/clients', { company_name: 'Doe Ltd' })
  await page.goto(`/clients/${data.id}?tab=matters`)
  await page.getByRole('link', { name: 'New matter' }).click()
  const dialog = page.getByRole('dialog', { name: 'New matter' })
  await expect.poll(() => dialog.getByLabel('Client').inputValue()).toBe('Doe Ltd')
  await dialog.getByLabel('Title').fill('Doe v. Roe')
  await dialog.getByRole('button', { name: 'Create matter' }).click()
  await page.getByRole('heading', { name: 'Doe v. Roe', level: 1 }).waitFor()
  await page.goto(`/clients/${data.id}?tab=matters`)
  await page.getByRole('link', { name: 'Doe v. Roe' }).waitFor()
})

it('names what belongs to a client before it is deleted', async () => {
  const { page, account } = world()
  const { data } = await account.rest<{ data: { id: number } }>('POST', '/clients', { company_name: 'Leaving Ltd' })
  for (const title of ['One', 'Two']) await account.rest('POST', '/matters', { title, client_id: data.id })
  await page.goto(`/clients/${data.id}`)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Delete client' }).click()
  await page.getByText('2 matters would lose the link').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(account.rest('GET', `/clients/${data.id}`)).resolves.toMatchObject({
    data: { company_name: 'Leaving Ltd' },
  })
})

it('filters by status and words, and fits a phone', async () => {
  const { account, open } = world()
  await account.rest('POST', '/clients', { company_name: 'Quiet Ltd', status: 'inactive' })
  const phone = await open({ email: account.email, viewport: { width: 390, height: 844 }, hasTouch: true })
  await phone.goto('/clients?status=inactive&q=quiet')
  await phone.getByRole('link', { name: 'Quiet Ltd' }).waitFor()
  expect(await phone.locator('tbody tr').count()).toBe(1)
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await axe(phone)).toEqual([])
  await screenshot(phone, 'clients-390-light')
})
