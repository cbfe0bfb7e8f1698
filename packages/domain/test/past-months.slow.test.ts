import { randomUUID } from 'node:crypto'
import { bigint, filled, text } from '@matterbase/db'
import { createTestDatabase } from '@matterbase/db/testing'
import type { TestDatabase } from '@matterbase/db/testing'
import { backfills, createInvoice, RefusedError, setInvoiceStatus, updateFirm, write } from '@matterbase/domain'
import type { Actor, Tx } from '@matterbase/domain'
import { exportJournal, journalFile, updateAccountingSettings } from '@matterbase/domain/accounting'
import type { AccountingSettings, JournalRequest } from '@matterbase/domain/accounting'
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
import { isZero, negated, sumOf } from '@matterbase/schemas/decimal'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkDatev } from './datev-checker.ts'
import { owedByClients } from './owed-by-clients.ts'

// The year before this month. What happens today changes none of its months.
const first = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - 12, 1))
const dayOf = (month: number, day: number) =>
  new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + month, day)).toISOString().slice(0, 10)
const months = Array.from({ length: 12 }, (_each, at) => ({ from: dayOf(at, 1), to: dayOf(at + 1, 0) }))
const year = { from: dayOf(0, 1), to: dayOf(12, 0) }
const sinceYear = { from: dayOf(12, 1), to: dayOf(12, 40) }

const next = randomly(11)
const pick = <T>(all: readonly T[]): T => {
  const one = all[next(all.length)]
  if (one === undefined) throw new Error('nothing to pick from')
  return one
}
const anyDay = () => dayOf(next(12), 1 + next(28))

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const german = {
  consultant_number: 29_098,
  client_number: 55_003,
  fiscal_year_start: months[0]?.from.slice(5) ?? '01-01',
  account_length: 4,
  first_debtor_number: 10_000,
}
const preset = (chart: 'SKR03' | 'SKR04'): Partial<AccountingSettings> => ({
  ...charts[chart],
  revenue_accounts: [...charts[chart].revenue_accounts],
  method_accounts: [...charts[chart].method_accounts],
  chart,
  ...german,
})
const books: Readonly<Record<string, Partial<AccountingSettings>>> = {
  SKR03: preset('SKR03'),
  SKR04: preset('SKR04'),
  'a French chart': {
    bank_account: '512000',
    write_off_account: '654000',
    first_debtor_number: 41_100_000,
    revenue_accounts: [
      { category: 'S', percent: 19, account: '706000', tax_key: null },
      { category: 'S', percent: 7, account: '706100', tax_key: null },
      { category: 'AE', percent: 0, account: '706200', tax_key: null },
      { category: 'O', percent: 0, account: '706300', tax_key: null },
    ],
  },
}

interface Firm {
  readonly actor: Actor
  readonly doing: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  readonly clients: readonly number[]
}

async function openFirm(settings: Partial<AccountingSettings>): Promise<Firm> {
  const actor = await addActor(database.db)
  const { workspaceId } = actor
  const doing = <T>(work: (tx: Tx) => Promise<T>) => write(database.db, workspaceId, work)
  const changes = { currency: 'EUR', country: 'DE', time_zone: 'Europe/Berlin' }
  await doing((tx) => updateFirm(tx, actor, { changes }))
  await doing((tx) => updateAccountingSettings(tx, actor, settings))
  const places = [
    ['DE', null],
    ['NL', 'NL123456789B01'],
    ['CH', 'CHE116281710MWST'],
    [null, null],
  ] as const
  const clients = []
  for (let count = 0; count < 24; count++) {
    const [country, vatId] = pick(places)
    const [row] = await database.db.rows({ id: bigint })`
      INSERT INTO clients (workspace_id, company_name, status, country, vat_id, created_at, updated_at)
      VALUES (${workspaceId}, ${`Mandant ${count}`}, 'active', ${country}, ${vatId}, now(), now()) RETURNING id`
    clients.push(Number(row?.id))
  }
  return { actor, doing, clients }
}

/** A refused move changes nothing. */
const attempt = (work: Promise<unknown>) =>
  work.catch((error: unknown) => {
    if (!(error instanceof RefusedError)) throw error
  })

const rates = [
  { tax_category: 'S', tax_percent: 19 },
  { tax_category: 'S', tax_percent: 7 },
  { tax_category: 'AE', tax_percent: 0 },
] as const
const notSubject = [{ tax_category: 'O', tax_percent: 0 }] as const

async function addInvoice({ actor, doing }: Firm, clientId: number) {
  const taxes = next(6) === 0 ? notSubject : rates
  const lines = Array.from({ length: 1 + next(3) }, () => ({
    description: 'Beratung',
    net: (1 + next(90_000)) / 100,
    ...pick<(typeof rates | typeof notSubject)[number]>(taxes),
  }))
  const { json } = await doing((tx) =>
    createInvoice(tx, actor, { clientId, lines, status: 'sent', issueDate: anyDay() }),
  )
  return (JSON.parse(json) as { invoice_id: number }).invoice_id
}

/** Something that happens to an invoice. What has no day of its own happens today. */
async function move({ actor, doing }: Firm, { id, clientId }: { id: number; clientId: number }, day: string) {
  const money = () => ({
    key: randomUUID(),
    client_id: clientId,
    amount: (1 + next(150_000)) / 100,
    paid_on: day,
    method: pick(['Cash', 'Bank transfer', 'cash ']),
  })
  const part = { key: randomUUID(), client_id: clientId, amount: 0.5, paid_on: day }
  const moves: readonly ((tx: Tx) => Promise<unknown>)[] = [
    (tx) => recordPayment(tx, actor, money()),
    (tx) => recordPayment(tx, actor, { ...money(), allocations: [] }),
    (tx) => recordPayment(tx, actor, { ...part, allocations: [{ invoice_id: id, amount: 0.5 }] }),
    (tx) => createCreditNote(tx, actor, { invoice_id: id, lines: [{ line: 0, net: 0.25 }] }),
    (tx) => createCreditNote(tx, actor, { invoice_id: id }),
    (tx) => writeOff(tx, actor, { id }),
    (tx) => spendCredit(tx, actor, id),
    (tx) => recordRefund(tx, actor, { ...money(), amount: (1 + next(5000)) / 100, currency: 'EUR' }),
    (tx) => setInvoiceStatus(tx, actor, { id, status: 'cancelled' }),
  ]
  await attempt(doing(pick(moves)))
}

const idsOf = async (table: 'payments' | 'refunds', workspaceId: number) => {
  const rows =
    table === 'payments'
      ? await database.db.rows({
          id: bigint,
        })`SELECT id FROM payments WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL ORDER BY id`
      : await database.db.rows({
          id: bigint,
        })`SELECT id FROM refunds WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL ORDER BY id`
  return rows.map(({ id }) => Number(id))
}

async function reverseSome({ actor, doing }: Firm) {
  for (const id of await idsOf('refunds', actor.workspaceId))
    if (next(2) === 0) await attempt(doing((tx) => removeRefund(tx, actor, id)))
  for (const id of await idsOf('payments', actor.workspaceId))
    if (next(3) === 0) await attempt(doing((tx) => removePayment(tx, actor, id)))
}

/** Moves what happened today into the year, at an hour whose day depends on the time zone. */
async function dateBack({ actor: { workspaceId } }: Firm) {
  const moment = (seed: string) =>
    `(date '${months[3]?.from}' + (${seed} * 17 % 200)::int * interval '1 day' + interval '22 hours 30 minutes') AT TIME ZONE 'UTC'`
  const { pool } = database.db
  const at = (table: string, column: string, id: string, where: string) =>
    pool.query(`UPDATE ${table} SET ${column} = ${moment(id)} WHERE workspace_id = ${workspaceId} AND ${where}`)
  await at('invoices', 'voided_at', 'invoice_id', 'voided_at IS NOT NULL')
  await at('payments', 'deleted_at', 'id', 'deleted_at IS NOT NULL')
  await at('refunds', 'deleted_at', 'id', 'deleted_at IS NOT NULL')
  await at('write_offs', 'at', 'invoice_id', 'amount > 0')
  await pool.query(`UPDATE write_offs SET booked_on = firm_day(workspace_id, at) WHERE workspace_id = ${workspaceId}`)
  for (const table of ['allocations', 'reversed_allocations'])
    await pool.query(
      `UPDATE ${table} SET spent_on = (${moment('id')})::date WHERE workspace_id = ${workspaceId} AND spent_on IS NOT NULL`,
    )
  await pool.query(
    `UPDATE credit_notes SET issued = (${moment('id')})::date WHERE workspace_id = ${workspaceId} AND id % 2 = 0`,
  )
}

const journalOf = ({ actor, doing }: Firm, request: Partial<JournalRequest>) =>
  exportJournal({ sql: database.db, write: doing }, actor, { format: 'csv', ...year, ...request })

const entriesOf = async (firm: Firm) =>
  (await Promise.all([year, sinceYear].map((part) => journalOf(firm, part)))).flatMap(({ entries }) => entries)

/** The files of each month. A chart outside of DATEV has no DATEV file. */
async function filesOf(firm: Firm, isForDatev: boolean) {
  const formats = isForDatev ? (['csv', 'json', 'datev'] as const) : (['csv', 'json'] as const)
  const files = new Map<string, string>()
  for (const month of months)
    for (const format of formats) {
      const { content } = journalFile(await journalOf(firm, { ...month, format }), format)
      files.set(`${month.from} ${format}`, Buffer.from(content).toString('latin1'))
    }
  return files
}

const setZone = ({ actor, doing }: Firm, time_zone: string) =>
  doing((tx) => updateFirm(tx, actor, { changes: { time_zone } }))

/** The debtor account of each client is what it owes less its credit. */
async function expectBalances(firm: Firm) {
  const entries = await entriesOf(firm)
  const owed = await owedByClients(database.db, firm.actor.workspaceId, entries)
  const wrong = owed.filter((client) => !isZero(sumOf(client.booked, negated(client.owed))))
  expect(wrong).toEqual([])
}

/** Each document of a client is settled where nothing is due on it: the entries that name it add up to 0. */
async function expectSettledDocuments(firm: Firm) {
  const entries = await entriesOf(firm)
  const open = new Map<string | null, string>()
  for (const { document, gross } of entries) open.set(document, sumOf(open.get(document) ?? '0', gross))
  const rows = await database.db.rows({ number: filled(text), due: filled(text) })`
    SELECT invoice_number AS number, (CASE WHEN status IN ('sent', 'overdue') THEN total_amount - coalesce(amount_paid, 0) - written_off - credited ELSE 0 END
        + (SELECT coalesce(sum(amount), 0) FROM allocations WHERE allocations.workspace_id = invoices.workspace_id
           AND allocations.invoice_id = invoices.invoice_id AND credit_note_id IS NOT NULL AND spent_on IS NULL))::text AS due
    FROM invoices WHERE workspace_id = ${firm.actor.workspaceId} AND status <> 'draft'`
  expect(rows.length).toBeGreaterThan(60)
  expect(rows.filter(({ number, due }) => !isZero(sumOf(open.get(number) ?? '0', negated(due))))).toEqual([])
}

it.each(Object.keys(books))('keeps each file of a past month, whatever happens later, in %s', async (chart) => {
  const isForDatev = chart.startsWith('SKR')
  const firm = await openFirm(books[chart] ?? {})
  const invoices: { id: number; clientId: number }[] = []
  for (let count = 0; count < 80; count++) {
    const clientId = pick(firm.clients)
    invoices.push({ id: await addInvoice(firm, clientId), clientId })
  }
  for (let count = 0; count < 160; count++) await move(firm, pick(invoices), anyDay())
  await reverseSome(firm)
  await dateBack(firm)
  await expectBalances(firm)
  await expectSettledDocuments(firm)
  const before = await filesOf(firm, isForDatev)
  expect([...before.values()].every((file) => file.length > 200)).toBe(true)

  const today = dayOf(12, 1)
  for (let count = 0; count < 160; count++) await move(firm, pick(invoices), today)
  await reverseSome(firm)
  await database.db.run`
    UPDATE clients SET company_name = 'Neuer Name' WHERE workspace_id = ${firm.actor.workspaceId}`
  expect(await filesOf(firm, isForDatev)).toEqual(before)
  await expectBalances(firm)
  await expectSettledDocuments(firm)

  const everything = await entriesOf(firm)
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    await setZone(firm, zone)
    expect(await filesOf(firm, isForDatev)).toEqual(before)
    expect(await entriesOf(firm)).toEqual(everything)
  }
  const sums = await Promise.all(months.map((month) => journalOf(firm, month)))
  const whole = await journalOf(firm, year)
  expect(sums.reduce((sum, { totals }) => sumOf(sum, totals[0]?.gross ?? '0'), '0')).toBe(whole.totals[0]?.gross)
  if (!isForDatev) return
  const { content } = journalFile(await journalOf(firm, { ...months[5], format: 'datev' }), 'datev')
  const entries = checkDatev(Buffer.from(content))
  const reverseCharge = entries.filter(({ contraAccount }) => ['8336', '4336'].includes(contraAccount))
  expect(reverseCharge.every(({ vatId }) => vatId === 'NL123456789B01')).toBe(true)
})

it('keeps the entries of an earlier version, whose days are filled without a stamp or an event', async () => {
  const firm = await openFirm(books['SKR03'] ?? {})
  const { workspaceId } = firm.actor
  const clientId = pick(firm.clients)
  for (let count = 0; count < 12; count++) {
    const id = await addInvoice(firm, clientId)
    for (let moves = 0; moves < 3; moves++) await move(firm, { id, clientId }, anyDay())
  }
  await reverseSome(firm)
  await dateBack(firm)
  await database.db.pool.query(`
    UPDATE invoices SET voided_on = NULL WHERE workspace_id = ${workspaceId};
    UPDATE write_offs SET booked_on = NULL, rate_category = NULL, rate_percent = NULL WHERE workspace_id = ${workspaceId};
    UPDATE payments SET booked_name = NULL, reversed_on = NULL WHERE workspace_id = ${workspaceId};
    UPDATE refunds SET booked_name = NULL, reversed_on = NULL, booked_documents = NULL WHERE workspace_id = ${workspaceId};
    DELETE FROM write_offs WHERE workspace_id = ${workspaceId} AND invoice_id IN (
      SELECT invoice_id FROM invoices WHERE workspace_id = ${workspaceId} AND written_off_at IS NOT NULL AND invoice_id % 2 = 0)`)
  const marks = () => database.db.rows({ stamps: filled(text), events: filled(text) })`
    SELECT (SELECT coalesce(max(updated_at), now())::text FROM invoices WHERE workspace_id = ${workspaceId}) AS stamps,
           (SELECT count(*)::text FROM events WHERE workspace_id = ${workspaceId}) AS events`
  const [entries, marksBefore] = [await entriesOf(firm), await marks()]
  for (const backfill of backfills)
    for (let after: number | undefined = 0; after !== undefined;)
      after = await firm.doing((tx) => backfill.fill(tx, { after: after ?? 0, limit: 5 }))
  for (const backfill of backfills)
    expect(await backfill.find(database.db), backfill.name).not.toContainEqual(expect.objectContaining({ workspaceId }))
  expect(await entriesOf(firm)).toEqual(entries)
  expect(await marks()).toEqual(marksBefore)
  await setZone(firm, 'Pacific/Pago_Pago')
  await database.db.run`UPDATE clients SET company_name = 'Neuer Name' WHERE workspace_id = ${workspaceId}`
  expect(await entriesOf(firm)).toEqual(entries)
})
