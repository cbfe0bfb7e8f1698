import { createInvoice } from '@matterbase/domain/testing'
import { expect, it } from 'vitest'
import { axe } from './support/axe.ts'
import { go } from './support/go.ts'
import { screenshot } from './support/screenshot.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

async function clientWithWork(name: string) {
  const { account } = world()
  const { data } = await account.rest<{ data: { id: number } }>('POST', '/clients', { company_name: name })
  const { data: matter } = await account.rest<{ data: { id: number } }>('POST', '/matters', {
    title: `Matter of ${name}`,
    client_id: data.id,
  })
  await account.rest('POST', '/time-entries', { case_id: matter.id, duration: 0.2, rate: 240 })
  return { client: data.id, matter: matter.id }
}

it('says what an amount is that is not hours × rate, and lists what the invoice lacks', async () => {
  const { page } = world()
  const { client } = await clientWithWork('Amount Ltd')
  await go(page, `/invoices/new?client_id=${client}`)
  await page.getByLabel('Amount, line 1').fill('1500')
  await page.getByText('is 48.00. The invoice shows this line as a flat sum: 1 × 1,500.00.').waitFor()
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'invoice-amount-note')
  await page.getByRole('button', { name: 'Change the rate to 7,500.00' }).click()
  expect(await page.getByLabel('Rate, line 1').inputValue()).toBe('7,500.00')
  expect(await page.getByLabel('Amount, line 1').getAttribute('placeholder')).toBe('1,500.00')
  await page.getByLabel('Rate, line 1').fill('240')
  await page.getByLabel('Amount, line 1').fill('40')
  await page.getByText('with a discount of 8.00').waitFor()
  await page.getByLabel('Amount, line 1').fill('1500')
  await page.getByRole('button', { name: 'Create draft' }).click()
  const line = page.getByRole('row', { name: /1,500\.00 .*1,500\.00/ })
  await line.waitFor()

  await page.getByRole('button', { name: 'Issue' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('The address of the client is missing.').waitFor()
  await dialog.getByText('Line 1 has no description.').waitFor()
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'invoice-issue-warnings')
  await dialog.getByLabel('Due').fill('2020-01-15')
  await dialog.getByRole('button', { name: 'Issue invoice' }).click()
  await dialog.getByText(/is before the issue date/).waitFor()
})

it('has a badge, an amount and a next step that agree', async () => {
  const { page, account, db } = world()
  const workspaceId = await account.workspace()
  const { client } = await clientWithWork('Step Ltd')
  const made = await createInvoice(db, workspaceId, {
    number: 'STEP-1',
    clientId: client,
    status: 'sent',
    lines: [{ description: 'Fee', net: 500 }],
  })
  const { invoice_id: id } = JSON.parse(made) as { invoice_id: number }
  await go(page, `/invoices/${id}`)
  const header = page.locator('header').filter({ has: page.getByRole('heading', { level: 1 }) })
  await header.getByText('Issued', { exact: true }).waitFor()
  await page.getByText('Not sent yet.').waitFor()
  await page.getByText('Still owed').locator('..').getByText('500.00').waitFor()
  expect(await page.getByRole('button', { name: 'Send', exact: true }).count()).toBe(1)
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'invoice-issued')

  await page.getByRole('button', { name: 'Record payment' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount', { exact: true }).fill('100')
  await dialog.getByRole('button', { name: 'Record payment' }).click()
  await header.getByText('Partly paid', { exact: true }).waitFor()
  await page.getByText('Still owed').locator('..').getByText('400.00').waitFor()
  await go(page, '/invoices')
  await page
    .getByRole('row', { name: /STEP-1/ })
    .getByText('Partly paid')
    .waitFor()
})

it('counts the days since an invoice was due, in the list and on Home', async () => {
  const { page, account, db } = world()
  const workspaceId = await account.workspace()
  const due = new Date(Date.now() - 12 * 86_400_000).toISOString().slice(0, 10)
  await createInvoice(db, workspaceId, { number: 'LATE-1', total: 5, status: 'overdue', dueDate: due })
  await go(page, '/invoices')
  await page
    .getByRole('row', { name: /LATE-1/ })
    .getByText('Overdue 12 days')
    .waitFor()
  await go(page, '/')
  const home = page.getByText('Overdue 12 days')
  await home.waitFor()
  expect(await home.count()).toBe(1)
})

it('asks before a matter with a draft moves, and says what a closed matter leaves open', async () => {
  const { page, account, db } = world()
  const { client, matter } = await clientWithWork('Moving Ltd')
  await clientWithWork('Other Ltd')
  await createInvoice(db, await account.workspace(), {
    clientId: client,
    caseId: matter,
    lines: [{ description: 'Fee', net: 10 }],
  })
  await go(page, `/matters/${matter}`)
  await page.getByRole('button', { name: 'Edit client' }).click()
  await page.getByRole('combobox', { name: 'Client' }).fill('Other')
  await page.getByRole('option', { name: /Other Ltd/ }).click()
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  await dialog.getByText('A draft invoice of this matter stays with Moving Ltd.').waitFor()
  await page.keyboard.press('Escape')

  await account.rest('PATCH', `/matters/${matter}`, { status: 'Case Closed' })
  await go(page, `/matters/${matter}`)
  const notice = page.getByText(/^This matter is closed, but work of .*48\.00 is unbilled\.$/)
  await notice.waitFor()
  expect(await notice.count()).toBe(1)
  expect(await axe(page)).toEqual([])
})
