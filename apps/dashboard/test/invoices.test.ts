import { buffer } from 'node:stream/consumers'
import { createInvoice } from '@matterbase/domain/testing'
import { expect, it } from 'vitest'
import { axe } from './support/axe.ts'
import { addMember } from './support/account.ts'
import { faultsOnPhone } from './support/phone.ts'
import { screenshot } from './support/screenshot.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

async function unbilledClient(name: string, entries = 2): Promise<number> {
  const { account } = world()
  const { data } = await account.rest<{ data: { id: number } }>('POST', '/clients', { company_name: name })
  for (let at = 0; at < entries; at++)
    await account.rest('POST', '/time-entries', {
      client_id: data.id,
      description: `Work ${at + 1}`,
      duration: 0.3333,
      rate: 250,
    })
  return data.id
}

async function paidEvents(): Promise<number> {
  const { account, db } = world()
  return db.event.count({ where: { kind: 'invoice.paid', workspace_id: await account.workspace() } })
}

it('an empty list says what invoices are', async () => {
  const { page } = world()
  await page.goto('/invoices')
  await page.getByText('Invoices are made here from your time').waitFor()
  expect(await axe(page)).toEqual([])
})

it('a client’s unbilled time becomes an invoice in two clicks', async () => {
  const { page } = world()
  await unbilledClient('Żółć Bakeries', 3)
  await page.goto('/invoices')
  await page.getByRole('link', { name: 'Invoice Żółć Bakeries' }).click()
  await page.getByLabel('Description, line 3').waitFor()
  expect(await page.getByLabel('Total').textContent()).toBe('249.99')
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'invoice-new-1280-light')
  expect(await faultsOnPhone(page, 'invoice-new')).toEqual([])
  await page.getByRole('button', { name: 'Create draft' }).click()
  await page.getByRole('heading', { name: /^Invoice INV-/ }).waitFor()
  await page.getByRole('cell', { name: '83.33' }).first().waitFor()
  expect(await page.getByRole('link', { name: 'Żółć Bakeries' }).count()).toBe(1)
})

it('time without a rate says that it bills nothing, until it has one', async () => {
  const { page, account } = world()
  const { data } = await account.rest<{ data: { id: number } }>('POST', '/clients', { company_name: 'No Rate Ltd' })
  await account.rest('POST', '/time-entries', { client_id: data.id, description: 'Call', duration: 1 })
  await page.goto(`/invoices/new?client_id=${data.id}`)
  const warning = page.getByText('this line bills nothing')
  await warning.waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByLabel('Rate, line 1').fill('200')
  await warning.waitFor({ state: 'detached' })
  expect(await page.getByLabel('Total').textContent()).toBe('200.00')
})

it('a draft can be edited; what is wrong stands at its line', async () => {
  const { page } = world()
  const id = await unbilledClient('Roe', 0)
  await page.goto(`/invoices/new?client_id=${id}`)
  await page.getByRole('button', { name: 'Add line' }).click()
  await page.getByLabel('Amount, line 1').fill('12.345')
  await page.getByRole('button', { name: 'Create draft' }).click()
  await page.getByRole('alert').filter({ hasText: 'Is required where there is no time entry id' }).waitFor()
  await page.getByLabel('Description, line 1').fill('Court fee')
  await page.getByRole('button', { name: 'Create draft' }).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Add line' }).click()
  await page.getByLabel('Description, line 2').fill('Copies')
  await page.getByLabel('Hours, line 2').fill('0.1')
  await page.getByLabel('Rate, line 2').fill('0.2')
  expect(await page.getByLabel('Total').textContent()).toBe('12.365')
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByRole('cell', { name: '12.365' }).waitFor()
})

it('goes from draft to sent to paid, and a double click fires invoice.paid once', async () => {
  const { page } = world()
  await page.goto(`/invoices/new?client_id=${await unbilledClient('Hale', 1)}`)
  await page.getByLabel('Description, line 1').waitFor()
  await page.getByRole('button', { name: 'Create draft' }).click()
  await page.getByRole('button', { name: 'Mark as sent' }).click()
  await page.getByRole('button', { name: 'Mark as paid' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Paid on').waitFor()
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'invoice-pay-1280-light')
  await dialog.getByRole('button', { name: 'Mark as paid' }).dblclick()
  await page.getByText('Paid', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Not paid after all' }).waitFor()
  expect(await paidEvents()).toBe(1)
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'invoice-1280-light')
  expect(await faultsOnPhone(page, 'invoice')).toEqual([])
})

it('can be cancelled, and its time waits again', async () => {
  const { page } = world()
  await page.goto(`/invoices/new?client_id=${await unbilledClient('Cancelled Ltd', 1)}`)
  await page.getByLabel('Description, line 1').waitFor()
  await page.getByRole('button', { name: 'Create draft' }).click()
  await page.getByRole('button', { name: 'Cancel invoice' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel invoice' }).click()
  await page.getByText('Cancelled', { exact: true }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Cancel invoice' }).count()).toBe(0)
  await page.goto('/invoices')
  await page.getByRole('link', { name: 'Invoice Cancelled Ltd' }).waitFor()
})

it('the list shows what is overdue and narrows by status', async () => {
  const { page, account, db } = world()
  const workspaceId = await account.workspace()
  await createInvoice(db, workspaceId, { number: 'OLD-1', total: 1250.5, status: 'overdue', dueDate: '2026-01-31' })
  await page.goto('/invoices?status=overdue')
  await page.getByRole('link', { name: 'OLD-1' }).waitFor()
  await page.getByRole('cell', { name: 'Overdue' }).waitFor()
  expect(await page.getByRole('link', { name: /^INV-/ }).count()).toBe(0)
  await page.goto('/invoices')
  await page.getByRole('link', { name: /^INV-/ }).first().waitFor()
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'invoices-1280-light')
  expect(await faultsOnPhone(page, 'invoices')).toEqual([])
})

it('is saved as a PDF and prints without what stands around it', async () => {
  const { page } = world()
  await page.goto('/invoices?status=paid')
  await page.getByRole('link', { name: /^INV-/ }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'PDF' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toMatch(/^invoice-INV-.*\.pdf$/)
  const bytes = await buffer(await download.createReadStream())
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
  expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(false)
  expect(await page.getByRole('main').getByText('Hale & Partners').isVisible()).toBe(true)
  await screenshot(page, 'invoice-print')
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
})

it('a PDF that the server refuses leaves the page where it is, and says why', async () => {
  const { page, account, db } = world()
  const workspaceId = await account.workspace()
  await createInvoice(db, workspaceId, { number: 'GONE-1', total: 1, status: 'sent' })
  await page.goto('/invoices')
  await page.getByRole('link', { name: 'GONE-1' }).click()
  const button = page.getByRole('button', { name: 'PDF' })
  await button.waitFor()
  await db.invoice.updateMany({
    where: { workspace_id: workspaceId, invoice_number: 'GONE-1' },
    data: { deleted_at: new Date() },
  })
  await button.click()
  const notices = page.getByRole('region', { name: 'Notifications' })
  await notices.getByText('Not found').waitFor()
  await notices.getByText(/^Request [0-9a-f-]{36}$/).waitFor()
  // And when it is refused for the moment.
  const error = 'Too many invoices wait to be drawn; try again shortly'
  await page.route('**/pdf', (route) => route.fulfill({ status: 429, json: { error, code: 'rate_limited' } }))
  await button.click()
  await notices.getByText(error).waitFor()
  await page.unroute('**/pdf')
  expect(await page.getByRole('heading', { name: 'Invoice GONE-1' }).isVisible()).toBe(true)
})

it('a read-only member sees invoices and no button that changes one', async () => {
  const { open, account, db } = world()
  const page = await open({ email: await addMember(db, account, 'read-only') })
  await page.goto('/invoices?status=overdue')
  await page.getByRole('link', { name: 'OLD-1' }).click()
  await page.getByRole('button', { name: 'Print' }).waitFor()
  expect(await page.getByRole('button', { name: 'Mark as paid' }).count()).toBe(0)
})
