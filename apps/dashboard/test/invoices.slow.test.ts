import { buffer } from 'node:stream/consumers'
import { createInvoice } from '@matterbase/domain/testing'
import type { Route } from 'playwright-core'
import { expect, it } from 'vitest'
import { axe } from './support/axe.ts'
import { addMember } from './support/account.ts'
import { go } from './support/go.ts'
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

/** As if in another tab. */
async function elsewhere(method: string, path: string, body: object) {
  const done = world().page.evaluate(
    async ([method, path, body]) => {
      const headers = { 'content-type': 'application/json', 'if-match': '*' }
      return (await fetch(`/dash/v1/live${path}`, { method, headers, body })).status
    },
    [method, path, JSON.stringify(body)] as const,
  )
  expect(await done).toBe(200)
}

async function paidEvents(): Promise<number> {
  const { account, db } = world()
  return db.event.count({ where: { kind: 'invoice.paid', workspace_id: await account.workspace() } })
}

it('an empty list says what invoices are', async () => {
  const { page } = world()
  await go(page, '/invoices')
  await page.getByText('Create invoices from your time').waitFor()
  expect(await axe(page)).toEqual([])
})

it('a client’s unbilled time becomes an invoice in two clicks', async () => {
  const { page } = world()
  await unbilledClient('Żółć Bakeries', 3)
  await go(page, '/invoices')
  await page.getByRole('link', { name: 'Invoice Żółć Bakeries' }).click()
  await page.getByLabel('Description, line 3').waitFor()
  expect(await page.getByLabel('Total').textContent()).toBe('249.99')
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'invoice-new-1280-light')
  expect(await faultsOnPhone(page, 'invoice-new')).toEqual([])
  await page.getByRole('button', { name: 'Create draft' }).click()
  await page.getByRole('heading', { name: 'Draft invoice' }).waitFor()
  await page.getByRole('cell', { name: '83.33' }).first().waitFor()
  expect(await page.getByRole('link', { name: 'Żółć Bakeries' }).count()).toBe(1)
})

it('time without a rate says that it bills nothing, until it has one', async () => {
  const { page, account } = world()
  const { data } = await account.rest<{ data: { id: number } }>('POST', '/clients', { company_name: 'No Rate Ltd' })
  await account.rest('POST', '/time-entries', { client_id: data.id, description: 'Call', duration: 1 })
  await go(page, `/invoices/new?client_id=${data.id}`)
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
  await go(page, `/invoices/new?client_id=${id}`)
  await page.getByLabel('Currency').selectOption('KWD')
  await page.getByRole('button', { name: 'Add line' }).click()
  await page.getByLabel('Amount, line 1').fill('12.345')
  await page.getByRole('button', { name: 'Create draft' }).click()
  await page.getByRole('alert').filter({ hasText: 'Is required on a line that bills no time entry' }).waitFor()
  await page.getByLabel('Description, line 1').fill('Court fee')
  await page.getByRole('button', { name: 'Create draft' }).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Add line' }).click()
  await page.getByLabel('Description, line 2').fill('Copies')
  await page.getByLabel('Hours, line 2').fill('0.1')
  await page.getByLabel('Rate, line 2').fill('0.2')
  expect(await page.getByLabel('Total').textContent()).toBe('12.365')
  // What is finer than its currency can be paid is rounded, or refused.
  await page.getByLabel('Currency').selectOption('JPY')
  expect(await page.getByLabel('Amount, line 2').getAttribute('placeholder')).toBe('0')
  await page.getByLabel('Currency').selectOption('KWD')
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByRole('cell', { name: /KWD.12\.365/ }).waitFor()
})

/** From a client's page to an issued invoice, by the keyboard. */
async function issued(clientId: number) {
  const { page } = world()
  await go(page, `/invoices/new?client_id=${clientId}`)
  await page.getByLabel('Description, line 1').waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: 'Issue' }).waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Issue invoice' }).waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { level: 1, name: /^Invoice INV-/ }).waitFor()
}

it('is issued with the next number and paid, and a double click fires invoice.paid once', async () => {
  const { page } = world()
  await go(page, `/invoices/new?client_id=${await unbilledClient('Hale', 1)}`)
  await page.getByLabel('Description, line 1').waitFor()
  await page.getByRole('button', { name: 'Create draft' }).click()
  await page.getByRole('button', { name: 'Issue' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByPlaceholder(/^INV-/).waitFor()
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'invoice-issue-1280-light')
  await dialog.getByRole('button', { name: 'Issue invoice' }).click()
  await page.getByRole('heading', { level: 1, name: /^Invoice INV-/ }).waitFor()
  await page.getByRole('button', { name: 'Record payment' }).waitFor()
  await page.keyboard.press('p')
  await dialog.getByLabel('Paid on').waitFor()
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'invoice-pay-1280-light')
  await dialog.getByRole('button', { name: 'Record payment' }).dblclick()
  await page.getByText('Paid', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: /^Reverse/ }).waitFor()
  expect(await paidEvents()).toBe(1)
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'invoice-1280-light')
  expect(await faultsOnPhone(page, 'invoice')).toEqual([])
})

it('is paid oldest first where several are open, and credited; the rest is the client’s credit', async () => {
  const { page, account } = world()
  const clientId = await unbilledClient('Several Ltd', 1)
  await issued(clientId)
  await account.rest('POST', '/time-entries', { client_id: clientId, description: 'More', duration: 1, rate: 50 })
  await issued(clientId)
  await page.getByRole('button', { name: 'Record payment' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount', { exact: true }).fill('153,33')
  const shares = dialog.getByLabel(/^Amount for INV-/)
  await expect
    .poll(() => shares.evaluateAll((all) => all.map((box) => box.getAttribute('placeholder'))))
    .toEqual(['83.33', '50.00'])
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'invoice-pay-several-1280-light')
  expect(await faultsOnPhone(page, 'invoice-pay-several')).toEqual([])
  await dialog.getByText('20.00 too much. It becomes client credit.').waitFor()
  await shares.first().fill('99')
  await dialog.getByRole('button', { name: 'Record payment' }).click()
  await dialog.getByText('This is more than the open amount of invoice').waitFor()
  await shares.first().fill('')
  await dialog.getByRole('button', { name: 'Record payment' }).click()
  await page.getByText('Client credit 20.00').waitFor()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Credit note…' }).click()
  const issueNote = dialog.getByRole('button', { name: 'Issue credit note' })
  expect(await issueNote.isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: 'All' }).click()
  await dialog.getByRole('button', { name: 'Issue credit note for 50.00', exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Parts' }).click()
  expect(await issueNote.isDisabled()).toBe(true)
  await dialog.getByLabel('Credit for line 1').fill('50.01')
  await dialog.getByText('This is more than the amount of the invoice that is not credited yet.').waitFor()
  await dialog.getByLabel('Reason').fill('Goodwill')
  await dialog.getByLabel('Credit for line 1').fill('10')
  await dialog.getByRole('button', { name: 'Issue credit note for 10.00', exact: true }).waitFor()
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'invoice-credit-1280-light')
  await issueNote.click()
  await page.getByText('Client credit 30.00').waitFor()
  await page
    .getByText(/^Credit note CN-\d+-0001/)
    .first()
    .waitFor()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download credit note CN-/ }).click()
  await page.getByRole('menuitem', { name: 'PDF' }).click()
  const note = await saved
  expect(note.suggestedFilename()).toMatch(/^credit-note-CN-\d+-0001\.pdf$/)
  expect((await buffer(await note.createReadStream())).subarray(0, 5).toString()).toBe('%PDF-')
  await page.getByRole('button', { name: /^Send credit note CN-/ }).click()
  const letter = page.getByRole('dialog')
  await letter.getByLabel('Subject').waitFor()
  expect(await letter.getByLabel('Subject').inputValue()).toMatch(/^Credit note CN-\d+-0001 from /)
  expect(await axe(page)).toEqual([])
  await letter.getByLabel('To').fill('books@client.example')
  await letter.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText(/^Sending credit note /).waitFor()

  await page.getByRole('main').getByRole('link', { name: 'Several Ltd' }).click()
  await page.getByRole('tab', { name: 'Billing details' }).click()
  await page.getByRole('button', { name: 'Record refund' }).click()
  const refund = page.getByRole('dialog')
  await refund.getByLabel('Amount').fill('30.01')
  await refund.getByRole('button', { name: 'Record refund' }).click()
  await refund.getByText('The credit of this client is 30. Refund at most that').waitFor()
  await refund.getByLabel('Amount').fill('12.50')
  await refund.getByRole('button', { name: 'Record refund of 12.50', exact: true }).click()
  await page.getByText('17.50', { exact: true }).waitFor()
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'client-credit-1280-light')
  expect(await faultsOnPhone(page, 'client-credit')).toEqual([])
  await page.getByRole('button', { name: 'Reverse the refund of 12.50' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reverse refund' }).click()
  await page.getByText('30.00', { exact: true }).waitFor()
  await account.rest('POST', '/time-entries', { client_id: clientId, description: 'Again', duration: 1, rate: 40 })
  await issued(clientId)
  await page.getByRole('button', { name: 'Use credit' }).click()
  await page.getByText('Still owed').waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Write off…' }).click()
  await dialog.getByRole('button', { name: 'Write off' }).click()
  await page.getByText('Written off', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: /^Reverse/ }).click()
  await dialog.getByRole('button', { name: 'Reverse payment' }).click()
  await page.getByText('Payment reversed').waitFor()
})

it('takes lump discounts and advances off, and warns of days in another order than numbers', async () => {
  const { page } = world()
  await go(page, `/invoices/new?client_id=${await unbilledClient('Discount Ltd', 1)}`)
  await page.getByLabel('Description, line 1').waitFor()
  const total = page.getByLabel('Total')
  await page.getByRole('button', { name: 'Add line' }).click()
  await page.getByLabel('Description, line 2').fill('Discount')
  await page.getByLabel('Amount, line 2').fill('-20,5x')
  await expect.poll(() => total.textContent()).toBe('–')
  await page.getByLabel('Amount, line 2').fill('-20.50')
  await expect.poll(() => total.textContent()).toBe('62.83')
  await page.getByRole('button', { name: 'Create draft' }).click()
  await page.getByRole('cell', { name: '-20.50' }).waitFor()
  await page.getByRole('button', { name: 'Issue' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Issue invoice for 62.83', exact: true }).waitFor()
  await dialog.getByLabel('Issued').fill('2020-01-02')
  await dialog.getByText(/^The previous invoice, INV-.*, has a later date: /).waitFor()
  await dialog.getByText(/^1 line is for work after the issue date, the last on /).waitFor()
  expect(await axe(page)).toEqual([])
})

it('a payment that is recorded as soon as its invoice is issued is for that one too', async () => {
  const { page, account } = world()
  const clientId = await unbilledClient('Prompt Ltd', 1)
  await issued(clientId)
  const record = page.getByRole('button', { name: 'Record payment' })
  const dialog = page.getByRole('dialog', { name: 'Record payment' })
  // From then on it is loaded, and opens at once.
  await record.click()
  await dialog.getByLabel('Paid on').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await account.rest('POST', '/time-entries', { client_id: clientId, description: 'More', duration: 1, rate: 50 })
  const held: Route[] = []
  await page.route(/\/invoices\/\d+\/issue$/, async (route) => {
    await page.route('**/settlement', (asked) => void held.push(asked))
    await route.continue()
  })
  await issued(clientId)
  await expect.poll(() => held.length).toBeGreaterThan(0)
  await record.click()
  // Lets go of what is held.
  await page.unrouteAll()
  await expect.poll(() => dialog.getByLabel(/^Amount for INV-/).count()).toBe(2)
})

it('is sent to its client, who opens it, until the link is ended', async () => {
  const { page } = world()
  await issued(await unbilledClient('Sent Ltd', 1))
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('To', { exact: true }).fill('jane@sent.example; books@sent.example')
  await dialog.getByLabel('Subject').fill('Your invoice')
  await dialog
    .getByRole('region', { name: 'Preview of the message' })
    .getByText('Your invoice', { exact: true })
    .waitFor()
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'invoice-send-1280-light')
  expect(await faultsOnPhone(page, 'invoice-send')).toEqual([])
  await dialog.getByRole('button', { name: 'Send' }).click()
  await page.getByText('jane@sent.example, books@sent.example').waitFor()
  // No mail server answers here, and the panel says so by itself.
  await page.getByText('The mail server could not be reached').waitFor()
  const url = await page.evaluate(async () => {
    const id = location.pathname.split('/').at(-1)
    const made = await fetch(`/dash/v1/live/invoices/${id}/link`, { method: 'POST' })
    return ((await made.json()) as { url: string }).url
  })
  const client = await fetch(new URL(new URL(url).pathname, page.url()), { headers: { accept: 'text/html' } })
  expect(await client.text()).toContain('to pay')
  await page.getByText('Viewed').waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Disable link' }).click()
  await dialog.getByRole('button', { name: 'Disable link' }).click()
  await page.getByText('Not sent yet.').waitFor()
  expect((await fetch(client.url)).status).toBe(404)
})

it('is voided once it is issued, a draft is deleted, and the time waits again', async () => {
  const { page } = world()
  const id = await unbilledClient('Cancelled Ltd', 1)
  const draft = async () => {
    await go(page, `/invoices/new?client_id=${id}`)
    await page.getByLabel('Description, line 1').waitFor()
    await page.getByRole('button', { name: 'Create draft' }).click()
  }
  const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name }).click()
  await draft()
  await page.getByRole('button', { name: 'Delete draft' }).click()
  await confirm('Delete draft')
  await page.getByRole('link', { name: 'Invoice Cancelled Ltd' }).waitFor()
  await issued(id)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Void…' }).click()
  await confirm('Void invoice')
  await page.getByText('Void', { exact: true }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'More' }).count()).toBe(0)
  await go(page, '/invoices')
  await page.getByRole('link', { name: 'Invoice Cancelled Ltd' }).waitFor()
})

it('is taxed by the firm’s rates, and says so when somebody else changed the lines meanwhile', async () => {
  const { page } = world()
  await go(page, '/settings/firm?section=tax')
  await page.getByRole('button', { name: 'Add tax' }).click()
  await page.getByLabel('Name of tax 1').fill('VAT 19 %')
  await page.getByLabel('Percent of tax 1').fill('19')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved', { exact: true }).first().waitFor()
  expect(await axe(page)).toEqual([])
  await go(page, `/invoices/new?client_id=${await unbilledClient('Taxed Ltd', 1)}`)
  await page.getByLabel('Discount %, line 1').fill('10')
  // 83.33 less 8.33, and 19 % of that.
  await expect.poll(() => page.getByLabel('Total').textContent()).toBe('89.25')
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'invoice-taxed-1280-light')
  expect(await faultsOnPhone(page, 'invoice-taxed')).toEqual([])
  await page.getByRole('button', { name: 'Create draft' }).click()
  await page
    .getByRole('row', { name: /^Total/ })
    .getByRole('cell', { name: '89.25' })
    .waitFor()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Description, line 1').fill('Mine')
  const id = new URL(page.url()).pathname.split('/').at(-1)
  await elsewhere('PATCH', `/invoices/${id}`, { lines: [{ description: 'Theirs', net: 5 }], due_date: '2027-05-04' })
  await page.getByRole('button', { name: 'Save draft' }).click()
  const dialog = page.getByRole('dialog', { name: 'Conflicting changes' })
  await dialog.getByText('– Theirs').waitFor()
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('cell', { name: /^Mine/ }).waitFor()
  // What only the other one changed stays.
  await page.getByText('4 May 2027').waitFor()
  await elsewhere('PUT', '/tax-rates', { data: [] })
})

it('the list shows what is overdue and narrows by status', async () => {
  const { page, account, db } = world()
  const workspaceId = await account.workspace()
  await createInvoice(db, workspaceId, { number: 'OLD-1', total: 1250.5, status: 'overdue', dueDate: '2026-01-31' })
  await go(page, '/invoices?status=overdue')
  await page.getByRole('link', { name: 'OLD-1' }).waitFor()
  await page.getByRole('cell', { name: 'Overdue' }).waitFor()
  expect(await page.getByRole('link', { name: /^INV-/ }).count()).toBe(0)
  await go(page, '/invoices')
  await page.getByRole('link', { name: /^INV-/ }).first().waitFor()
  expect(await axe(page)).toEqual([])
  const totals = () => page.locator('tbody td:last-child').allTextContents()
  for (const [way, sign] of [
    ['ascending', 1],
    ['descending', -1],
  ] as const) {
    await page.getByRole('button', { name: 'Total' }).click()
    await page
      .getByRole('columnheader', { name: 'Total' })
      .and(page.locator(`[aria-sort=${way}]`))
      .waitFor()
    await expect
      .poll(async () => {
        const shown = (await totals()).map((text) => Number(text.replace(/[^\d.]/g, '')))
        return shown.length > 2 && shown.every((value, at) => at === 0 || sign * (value - (shown[at - 1] ?? 0)) >= 0)
      })
      .toBe(true)
  }
  await screenshot(page, 'invoices-1280-light')
  expect(await faultsOnPhone(page, 'invoices')).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  const row = page.getByRole('row').filter({ hasText: 'Several Ltd' }).first()
  await row.getByText('Several Ltd').filter({ visible: true }).waitFor()
  const right = await row
    .getByRole('cell')
    .last()
    .evaluate((total) => total.getBoundingClientRect().right)
  expect(right).toBeLessThanOrEqual(390)
  await page.setViewportSize({ width: 1280, height: 800 })
})

it('is saved as a PDF and prints without what stands around it', async () => {
  const { page } = world()
  await go(page, '/invoices?status=paid&sort=-total_amount')
  await page.getByRole('link', { name: /^INV-/ }).first().click()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  await page.getByRole('menuitem', { name: 'PDF' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toMatch(/^invoice-INV-.*\.pdf$/)
  const bytes = await buffer(await download.createReadStream())
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
  expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(false)
  expect(await page.getByRole('main').getByText('Hale & Partners').isVisible()).toBe(true)
  // A name without a value, what is for who works with it, and a notice that is still there.
  const facts = page.locator('dt:visible')
  expect(await facts.allTextContents()).toEqual(['Client', 'Issued', 'Due', 'Paid', 'Amount paid'])
  expect(await page.getByText('Paid', { exact: true }).and(page.locator('header *')).isVisible()).toBe(false)
  expect(await page.getByRole('region', { name: 'Notifications' }).isVisible()).toBe(false)
  expect(await page.getByRole('button').and(page.locator(':visible')).count()).toBe(0)
  await screenshot(page, 'invoice-print')
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
})

it('a PDF that the server refuses leaves the page where it is, and says why', async () => {
  const { page, account, db } = world()
  const workspaceId = await account.workspace()
  await createInvoice(db, workspaceId, { number: 'GONE-1', total: 1, status: 'sent' })
  await go(page, '/invoices')
  await page.getByRole('link', { name: 'GONE-1' }).click()
  const button = page.getByRole('button', { name: 'Download' })
  const pdf = page.getByRole('menuitem', { name: 'PDF' })
  await button.click()
  await pdf.waitFor()
  await db.invoice.updateMany({
    where: { workspace_id: workspaceId, invoice_number: 'GONE-1' },
    data: { deleted_at: new Date() },
  })
  await pdf.click()
  const notices = page.getByRole('region', { name: 'Notifications' })
  await notices.getByText('This record does not exist. It was deleted, or it belongs to another workspace.').waitFor()
  await notices.getByText(/^Request [0-9a-f-]{36}$/).waitFor()
  // And when it is refused for the moment.
  const error = 'Too many invoices are waiting to become PDFs. Try again in 5 s.'
  await page.route('**/file*', (route) => route.fulfill({ status: 429, json: { error, code: 'rate_limited' } }))
  await button.click()
  await pdf.click()
  await notices.getByText(error).waitFor()
  await page.unroute('**/file*')
  expect(await page.getByRole('heading', { name: 'Invoice GONE-1' }).isVisible()).toBe(true)
})

it('as an e-invoice says what is missing, with links to where it is filled in, and is then saved', async () => {
  const { page } = world()
  await go(page, `/invoices/new?client_id=${await unbilledClient('Köln AG', 1)}`)
  await page.getByLabel('Description, line 1').waitFor()
  await page.getByRole('button', { name: 'Create draft' }).click()
  await page.getByRole('button', { name: 'Issue' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Issue invoice' }).click()
  await page.getByRole('button', { name: 'Record payment' }).waitFor()
  const invoice = page.url()
  const download = async (name: string) => {
    await page.getByRole('button', { name: 'Download' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await download('Factur-X')
  const dialog = page.getByRole('dialog', { name: 'Missing details for Factur-X' })
  await dialog.getByText('The country of the client').waitFor()
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'invoice-missing-1280-light')
  expect(await faultsOnPhone(page, 'invoice-missing')).toEqual([])
  await dialog.getByRole('link', { name: 'The client’s billing details' }).click()
  await page.getByLabel('Country').selectOption('DE')
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'client-billing-1280-light')
  expect(await faultsOnPhone(page, 'client-billing')).toEqual([])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('heading', { name: 'Saved' }).waitFor()
  const firm = { country: 'DE', tax_number: '30/123/45678', currency: 'EUR' }
  const saved = await page.request.patch(new URL('/dash/v1/live/firm', page.url()).href, {
    data: firm,
    headers: { 'if-match': '*' },
  })
  expect(saved.status()).toBe(200)
  await go(page, invoice)
  const file = page.waitForEvent('download')
  await download('Factur-X')
  expect((await file).suggestedFilename()).toMatch(/-factur-x\.pdf$/)
})

it('a read-only member sees invoices and no button that changes one', async () => {
  const { open, account, db } = world()
  const page = await open({ email: await addMember(db, account, 'read-only') })
  await go(page, '/invoices?status=overdue')
  await page.getByRole('link', { name: 'OLD-1' }).click()
  await page.getByRole('button', { name: 'Print' }).waitFor()
  expect(await page.getByRole('button', { name: 'Record payment' }).count()).toBe(0)
})
