import { randomUUID } from 'node:crypto'
import type { World } from '../world.ts'
import { adds, changed, dialog, fill, idIn, made, menu, panel, press, send } from './form.ts'
import type { Form } from './form.ts'

/** An invoice over 100, as a draft or issued. */
async function invoice(world: World, isIssued: boolean): Promise<string> {
  const client = await made(world, '/clients', { company_name: 'Hale', email: 'hale@example.com' })
  const body = { client_user_id: client, lines: [{ description: 'Opinion', quantity: 1, unit_price: 100 }] }
  const { data } = await send<{ data: { invoice_id: number } }>(world, 'POST /invoices', body)
  if (isIssued) await send(world, `POST /invoices/${data.invoice_id}/issue`, {})
  return `/invoices/${data.invoice_id}`
}

const expense = (world: World) => made(world, '/expenses', { description: 'Fee', unit_price: 121, quantity: 1 })

/** Forms of expenses, invoices and payments. */
export const billingForms: readonly Form[] = [
  dialog({
    operation: 'POST /expenses',
    at: () => '/time?view=expenses&new=1',
    fill: fill({ Description: 'Court fee', Price: '121' }),
    button: 'Record expense',
    table: 'expenses',
    without: adds,
  }),
  dialog({
    operation: 'PATCH /expenses/{id}',
    at: async (world) => `/time?view=expenses&expense=${await expense(world)}`,
    fill: fill({ Description: 'Mine' }),
    other: changed('/expenses/{id}', { description: 'Another' }),
  }),
  dialog({
    operation: 'PUT /expenses/{id}/tax',
    at: async (world) => {
      const rate = (name: string, percent: number) => ({ name, category: 'S', percent, reason: null })
      await send(world, 'PUT /tax-rates', { data: [rate('USt 19 %', 19), rate('USt 7 %', 7)] })
      return `/time?view=expenses&expense=${await expense(world)}`
    },
    fill: async (page) => {
      await page.getByLabel('Tax', { exact: true }).selectOption({ index: 1 })
      await fill({ Description: 'Mine' })(page)
    },
    other: async (world) =>
      send(world, `PUT /expenses/${idIn(world.page)}/tax`, { tax: { category: 'S', percent: 7 } }),
  }),
  panel({
    operation: 'POST /invoices',
    at: () => '/invoices/new',
    open: press('Add line'),
    fill: fill({ 'Description, line 1': 'Opinion', 'Rate, line 1': '120' }),
    button: 'Create draft',
    table: 'invoices',
    without: adds,
  }),
  panel({
    operation: 'PATCH /invoices/{id}',
    at: (world) => invoice(world, false),
    open: press('Edit'),
    fill: fill({ 'Description, line 1': 'Mine' }),
    button: 'Save draft',
    other: changed('/invoices/{id}', { lines: [{ description: 'Another', quantity: 1, unit_price: 100 }] }),
  }),
  dialog({
    operation: 'POST /invoices/{id}/issue',
    at: (world) => invoice(world, false),
    open: press('Issue'),
    fill: fill({ Issued: '2026-03-14' }),
    button: 'Issue invoice for 100.00',
    without: { 'second tab': 'an invoice is issued once' },
  }),
  dialog({
    operation: 'POST /invoices/{id}/mails',
    at: (world) => invoice(world, true),
    open: press('Send'),
    fill: fill({ Subject: 'Mine' }),
    button: 'Send',
    table: 'mails',
    without: adds,
  }),
  dialog({
    operation: 'POST /invoices/{id}/credit-notes',
    at: (world) => invoice(world, true),
    open: menu('Credit note…'),
    fill: async (page) => {
      await press('Parts')(page)
      await fill({ Reason: 'Goodwill', 'Credit for line 1': '10' })(page)
    },
    button: 'Issue credit note for 10.00',
    table: 'credit_notes',
    without: adds,
  }),
  dialog({
    operation: 'POST /payments',
    at: (world) => invoice(world, true),
    open: press('Record payment'),
    fill: fill({ Reference: 'Statement 7' }),
    button: 'Record payment',
    table: 'payments',
    without: adds,
  }),
  dialog({
    operation: 'POST /refunds',
    at: async (world) => {
      const client = await made(world, '/clients', { company_name: 'Hale' })
      const body = { key: randomUUID(), client_id: client, amount: 50, paid_on: '2026-03-14', method: 'Cash' }
      await send(world, 'POST /payments', body)
      return `/clients/${client}?tab=billing`
    },
    open: press('Record refund'),
    fill: fill({ Reference: 'Statement 8' }),
    button: 'Record refund of 50.00',
    table: 'refunds',
    without: adds,
  }),
  dialog({
    operation: 'POST /number-confirmations',
    at: async ({ db, account }) => {
      await db.run`
        INSERT INTO number_confirmations (workspace_id, kind, restored_at)
        VALUES (${await account.workspace()}::int, 'invoice', now())`
      return '/invoices'
    },
    open: press('Confirm the next invoice number'),
    fill: fill({ 'Next number': 'S-101' }),
    button: 'Confirm number',
    without: { 'second tab': 'a number is confirmed once' },
  }),
]
