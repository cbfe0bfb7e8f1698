import { createInvoice } from '@matterbase/domain/testing'
import { expect, it } from 'vitest'
import { axe } from './support/axe.ts'
import { go } from './support/go.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

it('records a payment of a written-off invoice, and says that it takes the write-off back', async () => {
  const { page, account, db } = world()
  const { data: client } = await account.rest<{ data: { id: number } }>('POST', '/clients', {
    company_name: 'Late Ltd',
  })
  const invoice = await createInvoice(db, await account.workspace(), {
    clientId: client.id,
    status: 'sent',
    currency: 'EUR',
    lines: [{ description: 'Advice', net: 100, tax_category: 'S', tax_percent: 19 }],
  })
  const { invoice_id: id } = JSON.parse(invoice) as { invoice_id: number }
  await go(page, `/invoices/${id}`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Write off…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Write off' }).click()
  // The menu of an open invoice.
  await page.getByRole('button', { name: 'More' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Record payment' }).click()
  await dialog.getByText('This invoice was written off (€119.00).').waitFor()
  expect(await axe(page)).toEqual([])
  expect(await dialog.getByLabel('Amount').inputValue()).toBe('119.00')
  await dialog.getByLabel('Amount').fill('19')
  await dialog.getByRole('button', { name: 'Record payment' }).click()
  await page.getByText('Payment recorded').waitFor()
  await expect
    .poll(() => account.rest<object>('GET', `/invoices/${id}`))
    .toMatchObject({ data: { status: 'paid', amount_paid: 19, written_off_amount: 100, open_amount: 0 } })
})
