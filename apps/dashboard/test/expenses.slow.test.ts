import { expect, it } from 'vitest'
import { axe } from './support/axe.ts'
import { go } from './support/go.ts'
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

  await go(page, '/time?new=1')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Expense', exact: true }).click()
  await dialog.getByLabel('Description').fill('Filing fee')
  await dialog.getByLabel('Price').fill('12x')
  await dialog.getByLabel('UTBMS code').fill('e112')
  await dialog.getByRole('button', { name: 'Record expense' }).click()
  await dialog.getByText('Enter an amount such as 1,234.50.').waitFor()
  await dialog.getByLabel('Price').fill('120.50')
  await dialog.getByRole('button', { name: 'Record expense' }).click()
  await page.getByText('Expense recorded').waitFor()
  const { data } = await account.rest<Listed>('GET', '/expenses')
  expect(data).toMatchObject([
    { description: 'Filing fee', unit_price: 120.5, quantity: 1, code: 'E112', kind: 'hard' },
  ])
  expect(data[0]?.['user_id']).toEqual(expect.any(String))

  await account.rest('PATCH', `/expenses/${Number(data[0]?.['id'])}`, { case_id: matter.id, client_id: client.id })
  await go(page, `/matters/${matter.id}?tab=time`)
  await page.getByRole('table', { name: 'Expenses' }).getByText('Filing fee').click()
  await dialog.getByLabel('Quantity').fill('2')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('table', { name: 'Expenses' }).getByText('241.00').waitFor()

  await go(page, `/invoices/new?client_id=${client.id}`)
  await page.getByRole('img', { name: 'Expense' }).waitFor()
  await page.getByRole('button', { name: 'Create draft' }).click()
  await page.getByText('Draft created').waitFor()
  const { data: billed } = await account.rest<Listed>('GET', '/expenses?status=billed')
  expect(billed).toHaveLength(1)
  const { data: invoices } = await account.rest<Listed>('GET', '/invoices')
  expect(invoices).toMatchObject([{ total_amount: 341 }])
})

it('lists expenses with the tools of other lists: narrowed, sorted, opened, added, and many deleted', async () => {
  const { page, account } = world()
  const { data: matter } = await account.rest<Saved>('POST', '/matters', { title: 'Moss v. Moss' })
  const data = [
    { description: 'Train', unit_price: 20, quantity: 3, date: '2026-03-02' },
    { description: 'Court fee', unit_price: 455, date: '2026-03-01' },
    { description: 'Copies', unit_price: 0.1, quantity: 64, date: '2026-03-03' },
  ].map((expense, at) => ({ ...expense, case_id: matter.id, external_id: `moss-${at}` }))
  await account.rest('POST', '/expenses/bulk', { data })
  await go(page, '/time')
  await page.getByRole('button', { name: 'Expenses', exact: true }).click()
  const table = page.getByRole('table', { name: 'Expenses' })
  const shown = () => table.locator('[data-row-opener]').allTextContents()
  const first = async () => (await shown()).map((text) => /Train|Court fee|Copies/.exec(text)?.[0]).filter(Boolean)
  await expect.poll(first).toEqual(['Copies', 'Train', 'Court fee'])
  await table.getByRole('button', { name: 'Amount' }).click()
  await expect.poll(first).toEqual(['Copies', 'Train', 'Court fee'])
  await table.getByRole('button', { name: 'Amount' }).click()
  await expect.poll(first).toEqual(['Court fee', 'Train', 'Copies'])
  await page.getByLabel('Search expenses').fill('train')
  await expect.poll(shown).toHaveLength(1)
  expect(new URL(page.url()).searchParams.get('q')).toBe('train')
  await table.getByRole('button', { name: /^Train/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Quantity').fill('4')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await table.getByText('80.00').waitFor()
  await page.getByRole('button', { name: 'New expense' }).click()
  await dialog.getByLabel('Description').fill('Train home')
  await dialog.getByLabel('Price').fill('25')
  await dialog.getByRole('button', { name: 'Record expense' }).click()
  await table.getByText('Train home').waitFor()
  await page.getByLabel('Select all on this page').click()
  expect(await axe(page)).toEqual([])
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete 2 expenses' }).click()
  await page.getByText('2 expenses deleted').waitFor()
  await page.getByRole('button', { name: 'Show all expenses' }).click()
  await expect.poll(first).toEqual(['Court fee', 'Copies'])
  // What only the other list is sorted by does not come along.
  await page.getByRole('button', { name: 'List', exact: true }).click()
  const time = page.getByRole('table', { name: 'Time entries' })
  await time.getByRole('button', { name: 'Matter' }).click()
  await time.getByRole('columnheader', { name: 'Matter' }).and(page.locator('[aria-sort=ascending]')).waitFor()
  await time.getByText('Hale v. Roe').filter({ visible: true }).waitFor()
})

it('taxes costs that are paid on the client’s behalf as Settings say, and an expense as it says itself', async () => {
  const { page, account } = world()
  await go(page, '/settings/firm?section=tax')
  await page.getByRole('button', { name: 'Add tax' }).click()
  await page.getByLabel('Name of tax 1').fill('VAT')
  await page.getByLabel('Percent of tax 1').fill('19')
  await page.getByRole('button', { name: 'Add “No VAT: paid on the client’s behalf”' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved', { exact: true }).first().waitFor()
  expect(await axe(page)).toEqual([])
  const { data: client } = await account.rest<Saved>('POST', '/clients', { company_name: 'Roe Ltd' })
  const { data: matter } = await account.rest<Saved>('POST', '/matters', { title: 'Roe v. Doe', client_id: client.id })
  for (const description of ['Court fee', 'Train'])
    await account.rest('POST', '/expenses', { case_id: matter.id, description, unit_price: 100, date: '2026-03-01' })
  await go(page, `/matters/${matter.id}?tab=time`)
  await page.getByRole('table', { name: 'Expenses' }).getByText('Train').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Tax').selectOption('VAT')
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Expense saved').waitFor()
  await go(page, `/invoices/new?client_id=${client.id}`)
  await page.getByLabel('Description, line 2').waitFor()
  const taxes = await page
    .getByLabel(/^Tax, line/)
    .evaluateAll((all) => all.map((box) => (box as HTMLSelectElement).value))
  expect(taxes).toEqual(['E 0', 'S 19'])
  expect(await page.getByLabel('Total').textContent()).toBe('219.00')
})
