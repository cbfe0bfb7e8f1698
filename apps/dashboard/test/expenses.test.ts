import { expect, it } from 'vitest'
import { useWorld } from './support/world.ts'

const world = useWorld()

interface Saved {
  readonly data: { readonly id: number }
}
interface Listed {
  readonly data: readonly Record<string, unknown>[]
}

it('records an expense in the dialog of time, shows it on its matter, and bills it with the time', async () => {
  const { page, account } = world()
  const { data: client } = await account.rest<Saved>('POST', '/clients', { company_name: 'Hale Bakeries' })
  const { data: matter } = await account.rest<Saved>('POST', '/matters', { title: 'Hale v. Roe', client_id: client.id })
  await account.rest('POST', '/time-entries', { case_id: matter.id, description: 'Call', duration: 1, rate: 100 })

  await page.goto('/time?new=1')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Expense', exact: true }).click()
  await dialog.getByLabel('Description').fill('Filing fee')
  await dialog.getByLabel('Price').fill('12x')
  await dialog.getByLabel('UTBMS code').fill('e112')
  await dialog.getByRole('button', { name: 'Record expense' }).click()
  await dialog.getByText('Must be a number').waitFor()
  await dialog.getByLabel('Price').fill('120.50')
  await dialog.getByRole('button', { name: 'Record expense' }).click()
  await page.getByText('Expense recorded').waitFor()
  const { data } = await account.rest<Listed>('GET', '/expenses')
  expect(data).toMatchObject([
    { description: 'Filing fee', unit_price: 120.5, quantity: 1, code: 'E112', kind: 'hard' },
  ])
  expect(data[0]?.['user_id']).toEqual(expect.any(String))

  await account.rest('PATCH', `/expenses/${Number(data[0]?.['id'])}`, { case_id: matter.id, client_id: client.id })
  await page.goto(`/matters/${matter.id}?tab=time`)
  await page.getByRole('table', { name: 'Expenses' }).getByText('Filing fee').click()
  await dialog.getByLabel('Quantity').fill('2')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('table', { name: 'Expenses' }).getByText('241.00').waitFor()

  await page.goto(`/invoices/new?client_id=${client.id}`)
  await page.getByRole('img', { name: 'Expense' }).waitFor()
  await page.getByRole('button', { name: 'Create draft' }).click()
  await page.getByText('Draft created').waitFor()
  const { data: billed } = await account.rest<Listed>('GET', '/expenses?status=billed')
  expect(billed).toHaveLength(1)
  const { data: invoices } = await account.rest<Listed>('GET', '/invoices')
  expect(invoices).toMatchObject([{ total_amount: 341 }])
})
