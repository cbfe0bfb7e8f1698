import { randomUUID } from 'node:crypto'
import { createInvoice } from '@matterbase/domain/testing'
import { expect, it } from 'vitest'
import { axe } from './support/axe.ts'
import { go } from './support/go.ts'
import { screenshot } from './support/screenshot.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

it('creates a client, and says at the form when nothing is filled in', async () => {
  const { page } = world()
  await go(page, '/clients?new=1')
  const dialog = page.getByRole('dialog', { name: 'New client' })
  await dialog.getByRole('button', { name: 'Create client' }).click()
  await dialog.getByText('Enter a company, a contact or an email address.').waitFor()
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
  await go(page, `/clients/${data.id}?tab=matters`)
  await page.getByRole('link', { name: 'New matter' }).click()
  const dialog = page.getByRole('dialog', { name: 'New matter' })
  await expect.poll(() => dialog.getByLabel('Client').inputValue()).toBe('Doe Ltd')
  await dialog.getByLabel('Title').fill('Doe v. Roe')
  await dialog.getByRole('button', { name: 'Create matter' }).click()
  await page.getByRole('heading', { name: 'Doe v. Roe', level: 1 }).waitFor()
  await go(page, `/clients/${data.id}?tab=matters`)
  await page.getByRole('table', { name: 'Matters' }).getByRole('link', { name: 'Doe v. Roe' }).waitFor()
})

it('names what belongs to a client before it is deleted', async () => {
  const { page, account } = world()
  const { data } = await account.rest<{ data: { id: number } }>('POST', '/clients', { company_name: 'Leaving Ltd' })
  for (const title of ['One', 'Two']) await account.rest('POST', '/matters', { title, client_id: data.id })
  await go(page, `/clients/${data.id}`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByText('Linked to this client: 2 matters').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(account.rest('GET', `/clients/${data.id}`)).resolves.toMatchObject({
    data: { company_name: 'Leaving Ltd' },
  })
})

it('does not let go of a client that invoices name', async () => {
  const { page, account, db, origin } = world()
  const { data } = await account.rest<{ data: { id: number } }>('POST', '/clients', { company_name: 'Billed Ltd' })
  await createInvoice(db, await account.workspace(), { number: 'B-1', total: 10, clientId: data.id })
  await go(page, `/clients/${data.id}`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  const dialog = page.getByRole('dialog', { name: '“Billed Ltd” cannot be deleted' })
  await dialog.getByText('1 invoice belongs to this client. Set it to inactive instead.').waitFor()
  expect(await axe(page)).toEqual([])
  const answer = await page.request.delete(`${origin}/dash/v1/live/clients/${data.id}?force=true`, {
    headers: { origin },
  })
  expect([answer.status(), await answer.json()]).toMatchObject([409, { dependents: { invoices: 1 } }])
})

it('does not let go of a client that payments name', async () => {
  const { page, account, origin } = world()
  const { data } = await account.rest<{ data: { id: number } }>('POST', '/clients', { company_name: 'Paid Twice Ltd' })
  const paid = { key: randomUUID(), client_id: data.id, amount: 40, paid_on: '2026-11-20' }
  const answer = await page.request.post(`${origin}/dash/v1/live/payments`, { data: paid, headers: { origin } })
  expect(answer.status()).toBe(201)
  await go(page, `/clients/${data.id}`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  const dialog = page.getByRole('dialog', { name: '“Paid Twice Ltd” cannot be deleted' })
  await dialog.getByText('1 payment belongs to this client. Set it to inactive instead.').waitFor()
  expect(await dialog.getByRole('button', { name: /Delete/ }).count()).toBe(0)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
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
