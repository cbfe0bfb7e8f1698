import { unitsOf } from '@matterbase/schemas/decimal'
import { expect } from 'vitest'
import type { Member } from './dash-browser.ts'

type Row = Readonly<Record<string, unknown>>

/** An entry of the journal, in the smallest unit of the currency. A debit of the client is positive. */
interface Booking {
  readonly document: string
  readonly debtor: string
  readonly account: string
  readonly amount: bigint
}

/** A revenue account for each tax. */
const accounts: Readonly<Record<string, string>> = {
  'S 19': '8400',
  'S 7': '8300',
  'Z 0': '8100',
  'E 0': '8110',
  'AE 0': '8120',
  'O 0': '8130',
}

export async function setAccounts(owner: Member) {
  const revenue = Object.entries(accounts).map(([tax, account]) => {
    const [category, percent] = tax.split(' ')
    return { category, percent: Number(percent), account, tax_key: null }
  })
  const reply = await owner.call('PATCH', '/accounting/settings', {
    body: {
      consultant_number: 29_098,
      client_number: 55_003,
      fiscal_year_start: '01-01',
      account_length: 4,
      first_debtor_number: 10_000,
      bank_account: '1200',
      write_off_account: '2400',
      revenue_accounts: revenue,
    },
  })
  expect(reply.status, reply.text).toBe(200)
}

interface Books {
  readonly owner: Member
  readonly currency: string
  readonly digits: number
}

/** The journal of a day. DATEV books euros only, so other currencies are read from the journal as JSON. */
async function bookingsOf({ owner, currency, digits }: Books, day: string): Promise<Booking[]> {
  const format = currency === 'EUR' ? 'datev' : 'json'
  const reply = await owner.call('GET', `/accounting/journal?format=${format}&from_date=${day}&to_date=${day}`)
  expect(reply.status, reply.text.slice(0, 500)).toBe(200)
  if (format === 'datev') return reply.text.trimEnd().split('\r\n').slice(2).map(datevLine)
  const { entries } = reply.body.data as unknown as { entries: readonly Row[] }
  return entries.map((entry) => ({
    document: String(entry['document']),
    debtor: String(entry['debtor_account']),
    account: String(entry['contra_account']),
    amount: unitsOf(Number(entry['gross']).toFixed(digits), digits),
  }))
}

function datevLine(line: string): Booking {
  const cells = line.split(';').map((cell) => cell.replaceAll('"', ''))
  const [amount = '', side, currency, , , , debtor = '', account = '', , , document = ''] = cells
  expect([currency, ['S', 'H'].includes(side ?? '')]).toEqual(['EUR', true])
  return { document, debtor, account, amount: unitsOf(amount.replace(',', '.'), 2) * (side === 'H' ? -1n : 1n) }
}

interface Records {
  readonly invoices: readonly Row[]
  readonly notes: readonly Row[]
  readonly payments: readonly Row[]
  /** The day on which all invoices were issued. */
  readonly issued: string
  /** The other days with entries. */
  readonly days: readonly string[]
}

const rowsOf = (record: Row, name: string) => record[name] as readonly Row[]

/** The journal books each tax of an invoice, and in the end each client owes what the API says. */
export async function requireBooked(books: Books, { invoices, notes, payments, issued, days }: Records) {
  const units = (amount: unknown) => unitsOf(Number(amount).toFixed(books.digits), books.digits)
  const add = (sums: Map<string, bigint>, key: string, amount: bigint) =>
    amount === 0n ? sums : sums.set(key, (sums.get(key) ?? 0n) + amount)
  const ofIssue = await bookingsOf(books, issued)
  const [booked, expected] = [new Map<string, bigint>(), new Map<string, bigint>()]
  for (const { document, account, amount } of ofIssue) add(booked, `${document} ${account}`, amount)
  for (const invoice of invoices)
    for (const { category, percent, base_amount: base, tax_amount: tax } of rowsOf(invoice, 'taxes')) {
      const account = accounts[`${String(category)} ${String(percent)}`]
      add(expected, `${String(invoice['invoice_number'])} ${account}`, units(base) + units(tax))
    }
  expect(booked).toEqual(expected)

  const debtors = new Map(ofIssue.map(({ document, debtor }) => [document, debtor]))
  const clients = new Map(
    invoices.map((invoice) => [invoice['client_user_id'], debtors.get(String(invoice['invoice_number'])) ?? '']),
  )
  const [ledger, owed] = [new Map<string, bigint>(), new Map<string, bigint>()]
  for (const { debtor, amount } of ofIssue) add(ledger, debtor, amount)
  for (const day of days) for (const { debtor, amount } of await bookingsOf(books, day)) add(ledger, debtor, amount)
  for (const invoice of invoices) add(owed, clients.get(invoice['client_user_id']) ?? '', units(invoice['balance']))
  for (const credit of [...notes, ...payments])
    add(owed, clients.get(credit['client_id']) ?? '', -units(credit['unallocated_amount']))
  const withoutZero = (sums: Map<string, bigint>) => new Map([...sums].filter(([, amount]) => amount !== 0n))
  expect(withoutZero(ledger)).toEqual(withoutZero(owed))
}
