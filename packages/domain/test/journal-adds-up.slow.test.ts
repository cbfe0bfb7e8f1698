import { randomUUID } from 'node:crypto'
import { bigint, filled, text } from '@matterbase/db'
import { createTestDatabase } from '@matterbase/db/testing'
import type { TestDatabase } from '@matterbase/db/testing'
import { createInvoice, RefusedError, setInvoiceStatus, updateFirm, write } from '@matterbase/domain'
import type { Actor, Tx } from '@matterbase/domain'
import { exportJournal, journalFile, updateAccountingSettings } from '@matterbase/domain/accounting'
import type { JournalRequest } from '@matterbase/domain/accounting'
import {
  createCreditNote,
  recordPayment,
  recordRefund,
  removePayment,
  removeRefund,
  spendCredit,
  writeOff,
} from '@matterbase/domain/payments'
import { addActor, randomly } from '@matterbase/domain/testing'
import { charts } from '@matterbase/schemas/charts'
import { decimalOf, isZero, sumOf } from '@matterbase/schemas/decimal'
import { digitsOf } from '@matterbase/schemas/writing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkDatev } from './datev-checker.ts'
import { owedByClients } from './owed-by-clients.ts'

let database: TestDatabase
let actor: Actor

const next = randomly(7)
const currencies = ['EUR', 'JPY', 'KWD'] as const
const rates = [
  { tax_category: 'S', tax_percent: 19 },
  { tax_category: 'S', tax_percent: 7 },
  { tax_category: 'Z', tax_percent: 0 },
] as const

beforeAll(async () => {
  database = await createTestDatabase()
  actor = await addActor(database.db)
  for (let count = 0; count < 500; count++) await addStory(currencies[next(3)] ?? 'EUR', Number(await addClient()))
})
afterAll(() => database.close())

const doing = <T>(work: (tx: Tx) => Promise<T>) => write(database.db, actor.workspaceId, work)
const money = (units: number, currency: string) => Number(decimalOf(BigInt(units), digitsOf(currency)))
const day = () => `2026-${String(1 + next(3)).padStart(2, '0')}-${String(1 + next(28)).padStart(2, '0')}`

async function addClient() {
  const [row] = await database.db.rows({ id: bigint })`
    INSERT INTO clients (workspace_id, company_name, status, created_at, updated_at)
    VALUES (${actor.workspaceId}, ${'Hale "and"; Co'}, 'active', now(), now()) RETURNING id`
  return row?.id
}

/** An invoice in a currency, and what becomes of it. A refused move changes nothing. */
async function addStory(currency: string, clientId: number) {
  const lines = Array.from({ length: 1 + next(3) }, () => ({
    description: 'Fee',
    net: money(1 + next(10 ** (1 + next(5))), currency),
    ...rates[next(rates.length)],
  }))
  const { json } = await doing((tx) =>
    createInvoice(tx, actor, { clientId, currency, lines, status: 'sent', issueDate: day() }),
  )
  const { invoice_id: id, total_amount: total } = JSON.parse(json) as { invoice_id: number; total_amount: number }
  await doing((tx) => updateFirm(tx, actor, { changes: { currency } }))
  const amount = () => money(1 + next(Math.round(total * 1.4 * 10 ** digitsOf(currency))), currency)
  const payment = () => ({ key: randomUUID(), client_id: clientId, amount: amount(), paid_on: day(), method: 'Cash' })
  const moves: readonly ((tx: Tx) => Promise<unknown>)[] = [
    (tx) => recordPayment(tx, actor, payment()),
    async (tx) => removePayment(tx, actor, (await recordPayment(tx, actor, payment())).id),
    (tx) => createCreditNote(tx, actor, { invoice_id: id, lines: [{ line: 0, net: money(1, currency) }] }),
    (tx) => createCreditNote(tx, actor, { invoice_id: id }),
    (tx) => writeOff(tx, actor, { id }),
    (tx) => spendCredit(tx, actor, id),
    (tx) => recordRefund(tx, actor, { ...payment(), currency }),
    async (tx) => removeRefund(tx, actor, (await recordRefund(tx, actor, { ...payment(), currency })).id),
    (tx) => setInvoiceStatus(tx, actor, { id, status: 'cancelled' }),
  ]
  for (let steps = next(4); steps > 0; steps--)
    await doing(async (tx) => moves[next(moves.length)]?.(tx)).catch((error: unknown) => {
      if (!(error instanceof RefusedError)) throw error
    })
}

const access = { write: doing } as const
const journalOf = (request: Partial<JournalRequest>) =>
  exportJournal({ sql: database.db, ...access }, actor, {
    format: 'csv',
    from: '2026-01-01',
    to: '2026-12-31',
    ...request,
  })

/** The sums of the tables by currency, without the journal. */
const sumsOf = (from: string, to: string) => database.db.rows({
  currency: filled(text),
  gross: text,
  tax: text,
  payments: text,
  refunds: text,
})`
  WITH documents AS (
    SELECT currency, issue_date AS day, total_amount AS gross, (frozen->'totals'->>'tax')::numeric AS tax FROM invoices
    UNION ALL
    SELECT currency, (voided_at AT TIME ZONE 'UTC')::date, -total_amount, -(frozen->'totals'->>'tax')::numeric FROM invoices WHERE voided_at IS NOT NULL
    UNION ALL SELECT currency, issued, -total, -(frozen->'totals'->>'tax')::numeric FROM credit_notes
  ), paid AS (
    SELECT currency, paid_on AS day, amount FROM payments
    UNION ALL SELECT currency, (deleted_at AT TIME ZONE 'UTC')::date, -amount FROM payments WHERE deleted_at IS NOT NULL
  ), refunded AS (
    SELECT currency, paid_on AS day, amount FROM refunds
    UNION ALL SELECT currency, (deleted_at AT TIME ZONE 'UTC')::date, -amount FROM refunds WHERE deleted_at IS NOT NULL
  )
  SELECT currency, (SELECT coalesce(sum(gross), 0)::text FROM documents WHERE documents.currency = one.currency AND day BETWEEN ${from}::text::date AND ${to}::text::date) AS gross,
    (SELECT coalesce(sum(tax), 0)::text FROM documents WHERE documents.currency = one.currency AND day BETWEEN ${from}::text::date AND ${to}::text::date) AS tax,
    (SELECT coalesce(sum(amount), 0)::text FROM paid WHERE paid.currency = one.currency AND day BETWEEN ${from}::text::date AND ${to}::text::date) AS payments,
    (SELECT coalesce(sum(amount), 0)::text FROM refunded WHERE refunded.currency = one.currency AND day BETWEEN ${from}::text::date AND ${to}::text::date) AS refunds
  FROM (SELECT DISTINCT currency FROM invoices) AS one ORDER BY currency`

const same = (a: string, b: string) => isZero(sumOf(a, b.startsWith('-') ? b.slice(1) : `-${b}`))

it.each([
  ['2026-01-01', '2026-01-31'],
  ['2026-01-15', '2026-02-20'],
  ['2026-01-01', '2026-12-31'],
])('has the totals of the invoices, taxes, payments and refunds from %s to %s', async (from, to) => {
  const { totals, entries } = await journalOf({ from, to })
  const sums = await sumsOf(from, to)
  expect(totals.map(({ currency }) => currency)).toEqual(sums.map(({ currency }) => currency))
  for (const [at, sum] of sums.entries())
    for (const name of ['gross', 'tax', 'payments', 'refunds'] as const)
      expect(same(totals[at]?.[name] ?? '', sum[name]), `${sum.currency} ${name}`).toBe(true)
  for (const { net, tax, gross } of entries)
    if (net !== null && tax !== null) expect(same(sumOf(net, tax), gross)).toBe(true)
})

it('leaves on each debtor account what the client owes, less the credit of the client', async () => {
  const { entries } = await journalOf({})
  const owed = await owedByClients(database.db, actor.workspaceId, entries)
  expect(owed.length).toBe(500)
  for (const client of owed) expect(same(client.booked, client.owed), `client ${client.id}`).toBe(true)
})

it('exports the same bytes again, in every format, and keeps debtor numbers under parallel exports', async () => {
  await doing((tx) =>
    updateAccountingSettings(tx, actor, {
      ...charts.SKR04,
      revenue_accounts: [...charts.SKR04.revenue_accounts],
      method_accounts: [...charts.SKR04.method_accounts],
      chart: 'SKR04',
      consultant_number: 29098,
      client_number: 55003,
      fiscal_year_start: '01-01',
      account_length: 4,
      first_debtor_number: 10000,
    }),
  )
  const all = await Promise.all(Array.from({ length: 8 }, () => journalOf({ currency: 'EUR' })))
  const numbers = all.map(({ entries }) => new Map(entries.map((entry) => [entry.clientId, entry.debtorAccount])))
  for (const each of numbers) {
    expect(each).toEqual(numbers[0])
    expect(new Set(each.values()).size).toBe(each.size)
  }
  for (const format of ['datev', 'csv', 'json'] as const) {
    const [one, two] = [await journalOf({ format, currency: 'EUR' }), await journalOf({ format, currency: 'EUR' })]
    expect(journalFile(two, format)).toEqual(journalFile(one, format))
  }
  const { content } = journalFile(await journalOf({ currency: 'EUR' }), 'datev')
  const entries = checkDatev(Buffer.from(content))
  const [totals] = (await journalOf({ currency: 'EUR' })).totals
  expect(entries).toHaveLength(totals?.entries ?? 0)
  const cents = entries.reduce((sum, { gross }) => sum + gross, 0)
  const parts = [totals?.gross, `-${totals?.payments}`, totals?.refunds, `-${totals?.written_off}`]
  expect(cents).toBe(Math.round(parts.reduce((sum, part) => sum + Number(part?.replace('--', '')), 0) * 100))
})
