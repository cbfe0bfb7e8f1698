import { randomly, rulesBrokenBy } from '@matterbase/domain/testing'
import { decimalOf, unitsOf } from '@matterbase/schemas/decimal'
import { digitsOf, writerOf } from '@matterbase/schemas/writing'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { requireBooked, setAccounts } from './booked-invoices.ts'
import { signedInAs } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'
import { changeRandomly, createRandomInvoice, day, firm, issued, reasons } from './random-invoices.ts'
import type { Book } from './random-invoices.ts'

// An ERP sees the REST API only. 500 invoices that payments, credit notes, refunds, write-offs and voids happened to are
// rebuilt from it, and compared with the ledger of the dashboard and the journal of the accountant. So are all files of 200.

let api: Api

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

type Row = Readonly<Record<string, unknown>>

const today = () => new Date().toISOString().slice(0, 10)

/** An amount in the smallest unit of the currency. */
const unitsIn = (digits: number) => (amount: unknown) => unitsOf(Number(amount ?? 0).toFixed(digits), digits)
const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)
const rowsOf = (record: Row | undefined, name: string) => (record?.[name] ?? []) as readonly Row[]

async function walk(key: string, path: string): Promise<Row[]> {
  const rows: Row[] = []
  for (let at = path; ;) {
    const reply = await api.call('GET', at, { key })
    expect(reply.status, reply.text.slice(0, 300)).toBe(200)
    rows.push(...reply.rows)
    const next = reply.body['next_cursor']
    if (typeof next !== 'string') return rows
    at = `${path}&cursor=${next}`
  }
}

/** Recomputes a document from its lines. @returns net, tax and total in the smallest unit. */
function rebuilt(record: Row, digits: number, isExact: boolean) {
  const units = unitsIn(digits)
  const bases = new Map<string, bigint>()
  for (const line of rowsOf(record, 'lines')) {
    const [quantity, price] = [
      unitsOf(Number(line['quantity']).toFixed(6), 6),
      unitsOf(Number(line['unit_price']).toFixed(6), 6),
    ]
    const gross = roundedTo(quantity * price, 12, digits)
    expect(gross - units(line['discount_amount'])).toBe(units(line['net_amount']))
    const tax = `${String(line['tax_category'])} ${String(line['tax_percent'])}`
    bases.set(tax, (bases.get(tax) ?? 0n) + units(line['net_amount']))
  }
  const rows = rowsOf(record, 'taxes')
  expect(
    new Map(rows.map((tax) => [`${String(tax['category'])} ${String(tax['percent'])}`, units(tax['base_amount'])])),
  ).toEqual(bases)
  for (const tax of rows) {
    const exact = roundedTo(
      units(tax['base_amount']) * BigInt(Math.round(Number(tax['percent']) * 100)),
      digits + 4,
      digits,
    )
    const off = units(tax['tax_amount']) - exact
    expect(isExact ? off === 0n : off >= -1n && off <= 1n).toBe(true)
  }
  const [net, tax] = [sum([...bases.values()]), sum(rows.map((row) => units(row['tax_amount'])))]
  expect([units(record['net_amount']), units(record['tax_amount']), units(record['total_amount'])]).toEqual([
    net,
    tax,
    net + tax,
  ])
  return { net, tax, total: net + tax }
}

/** Rounds half up, away from zero. */
function roundedTo(value: bigint, from: number, to: number): bigint {
  const unit = 10n ** BigInt(from - to)
  const half = value < 0n ? -unit / 2n : unit / 2n
  return (value + half) / unit
}

/** The rest of an invoice from what pays it, and the credit of its client. */
function requireBalance(invoice: Row, digits: number) {
  const units = unitsIn(digits)
  const payments = rowsOf(invoice, 'payments')
  const paid = sum(payments.map((payment) => units(payment['amount'])))
  const { status } = invoice
  const isVoid = invoice['voided_at'] !== null
  expect(paid).toBe(isVoid ? 0n : units(invoice['amount_paid']) + units(invoice['credited_amount']))
  const rest = units(invoice['total_amount']) - paid - units(invoice['written_off_amount'])
  expect(units(invoice['balance'])).toBe(status === 'sent' || status === 'overdue' ? rest : 0n)
  expect(invoice['balance']).toBe(invoice['open_amount'])
  if (!isVoid && status !== 'sent' && status !== 'overdue') expect(rest).toBe(0n)
  return units(invoice['balance'])
}

const plain = (text: string) => text.replaceAll(/\s+/g, ' ')

async function fileOf({ key }: Book, invoice: Row, format: string) {
  const url = `${api.origin}/api/v1/invoices/${Number(invoice['invoice_id'])}/file?format=${format}`
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } })
  const bytes = new Uint8Array(await response.arrayBuffer())
  expect(response.status, new TextDecoder().decode(bytes.subarray(0, 500))).toBe(200)
  return bytes
}

/** The files that show an invoice as it was issued, with their statuses. */
async function asIssued({ key }: Book, id: number): Promise<string[]> {
  const files: string[] = []
  for (const format of ['factur-x', 'xrechnung', 'ledes1998b']) {
    const url = `${api.origin}/api/v1/invoices/${id}/file?format=${format}`
    const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } })
    const bytes = Buffer.from(await response.arrayBuffer())
    // An error has an ID of its own.
    files.push(`${response.status} ${response.status === 200 ? bytes.toString('base64') : ''}`)
  }
  return files
}

async function requirePrinted(book: Book, invoice: Row) {
  const { currency } = book
  const text = await textOf(await fileOf(book, invoice, 'pdf'))
  const writer = writerOf({ locale: String(invoice['language']), currency, timeZone: null })
  const money = (amount: unknown) => plain(writer.exactMoney(String(amount)))
  const amounts = [invoice['total_amount'], ...rowsOf(invoice, 'lines').map((line) => line['net_amount'])]
  for (const amount of amounts) expect(text).toContain(money(amount))
  const isVoid = invoice['voided_at'] !== null
  expect(text.includes('Void')).toBe(isVoid)
  if (isVoid) return
  const rows = [
    ['Paid', 'amount_paid'],
    ['Credit notes', 'credited_amount'],
    ['Written off', 'written_off_amount'],
  ] as const
  const settled = rows.filter(([, name]) => Number(invoice[name] ?? 0) !== 0)
  for (const [label, name] of settled) expect(text).toContain(`${label} ${money(invoice[name])}`)
  if (settled.length > 0) expect(text).toContain(`Amount due ${money(invoice['balance'])}`)
}

const textOf = async (bytes: Uint8Array) => plain((await extractText(bytes, { mergePages: true })).text)

/** Both halves of a Factur-X show the invoice as it was issued, and so does the XRechnung. */
async function requireAsIssued(book: Book, invoice: Row, xrechnung: string) {
  const bytes = await fileOf(book, invoice, 'factur-x')
  const xml = await embeddedXml(bytes)
  expect(rulesBrokenBy(xml)).toEqual([])
  expect(xml.replace(/<ram:GuidelineSpecified[^]*?<\/ram:GuidelineSpecified\w+>/, '')).toBe(
    xrechnung.replace(/<ram:GuidelineSpecified[^]*?<\/ram:GuidelineSpecified\w+>/, ''),
  )
  const text = await textOf(bytes)
  const writer = writerOf({ locale: String(invoice['language']), currency: book.currency, timeZone: null })
  expect(text).toContain(`Total ${plain(writer.exactMoney(String(invoice['total_amount'])))}`)
  for (const later of ['Paid', 'Credit notes', 'Written off', 'Amount due', 'Void']) expect(text).not.toContain(later)
}

async function embeddedXml(bytes: Uint8Array): Promise<string> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  return new TextDecoder().decode((await pdf.getAttachmentContent('factur-x.xml')) ?? undefined)
}

/** A LEDES file has no tax. */
async function requireLedes(book: Book, invoice: Row) {
  const text = new TextDecoder().decode(await fileOf(book, invoice, 'ledes1998b'))
  const [first = '', ...others] = text.trimEnd().split('\r\n').slice(2)
  const units = unitsIn(book.digits)
  expect(units(first.split('|')[4])).toBe(units(invoice['net_amount']))
  expect(others).toHaveLength(rowsOf(invoice, 'lines').length - 1)
}

async function requireElectronic(book: Book, invoice: Row) {
  const { digits } = book
  const xml = new TextDecoder().decode(await fileOf(book, invoice, 'xrechnung'))
  const all = (name: string) =>
    [...xml.matchAll(new RegExp(`<ram:${name}(?: [^>]*)?>([^<]*)</ram:${name}>`, 'g'))].map(([, value = '']) => value)
  const written = (amount: unknown) => decimalOf(unitsIn(digits)(amount), digits)
  expect(all('LineTotalAmount')).toEqual([
    ...rowsOf(invoice, 'lines').map((line) => written(line['net_amount'])),
    written(invoice['net_amount']),
  ])
  expect(all('TaxBasisTotalAmount')).toEqual([written(invoice['net_amount'])])
  expect(all('TaxTotalAmount')).toEqual([written(invoice['tax_amount'])])
  expect(all('GrandTotalAmount')).toEqual([written(invoice['total_amount'])])
  expect(all('BasisAmount').toSorted()).toEqual(
    rowsOf(invoice, 'taxes')
      .map((tax) => written(tax['base_amount']))
      .toSorted(),
  )
  expect(all('CalculatedAmount').toSorted()).toEqual(
    rowsOf(invoice, 'taxes')
      .map((tax) => written(tax['tax_amount']))
      .toSorted(),
  )
  expect(all('DuePayableAmount')).toEqual([written(invoice['total_amount'])])
  expect(rulesBrokenBy(xml)).toEqual([])
  await requireAsIssued(book, invoice, xml)
}

it.each([
  ['EUR', 300, 11],
  ['JPY', 100, 12],
  ['KWD', 100, 13],
] as const)('rebuilds %s invoices to the smallest unit', async (currency, count, seed) => {
  const owner = await signedInAs(api)
  const digits = digitsOf(currency)
  const book = {
    owner,
    currency,
    digits,
    next: randomly(seed),
    key: await api.key({ email: owner.account, tier: 'enterprise' }),
  }
  expect((await owner.call('PATCH', '/firm', { body: { ...firm, currency } })).status).toBe(200)
  expect((await owner.call('PUT', '/tax-rates', { body: reasons })).status).toBe(200)
  await setAccounts(owner)
  const days = new Set([day, today()])
  const before = new Map<number, readonly string[]>()
  for (let made = 0; made < count; made++) {
    const invoice = await createRandomInvoice(book)
    if (made % 10 === 0) before.set(invoice.id, await asIssued(book, invoice.id))
    for (let steps = book.next(5); steps > 0; steps--) await changeRandomly(book, invoice)
  }
  for (const [id, files] of before) expect(await asIssued(book, id)).toEqual(files)
  const invoices = await walk(book.key, '/invoices?expand=lines,taxes,payments')
  const notes = await walk(book.key, '/credit-notes?expand=lines,taxes')
  expect(invoices).toHaveLength(count)
  expect(new Set(invoices.map(({ status }) => status)).size).toBeGreaterThan(2)
  const payments = await walk(book.key, '/payments?limit=200')
  await requireBooked(book, { invoices, notes, payments, issued, days: [...days.add(today())] })
  const units = unitsIn(digits)
  for (const note of notes) {
    const { total } = rebuilt(note, digits, false)
    const shares = [...rowsOf(note, 'allocations'), ...rowsOf(note, 'refunds')].map((share) => units(share['amount']))
    expect(sum(shares) + units(note['unallocated_amount'])).toBe(total)
  }
  for (const [at, invoice] of invoices.entries()) {
    rebuilt(invoice, digits, true)
    const balance = requireBalance(invoice, digits)
    const settlement = (await owner.call('GET', `/invoices/${Number(invoice['invoice_id'])}/settlement`)).body
    expect([units(settlement['owed']), units(settlement['credited']), units(settlement['written_off'])]).toEqual([
      balance,
      units(invoice['credited_amount']),
      units(invoice['written_off_amount']),
    ])
    if (at % 5 > 1) continue
    await requirePrinted(book, invoice)
    await requireLedes(book, invoice)
    if (digits <= 2) await requireElectronic(book, invoice)
  }
})
