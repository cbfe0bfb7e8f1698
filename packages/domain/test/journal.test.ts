import { expect, it } from 'vitest'
import { bookEntries } from '../src/billing/accounting/book-entries.ts'
import { datevOf } from '../src/billing/accounting/datev/datev-of.ts'
import { journalFile } from '../src/billing/accounting/journal-file.ts'
import { journalEntries } from '../src/billing/accounting/journal-entries.ts'
import { journalTotals } from '../src/billing/accounting/journal-totals.ts'
import type { JournalSources } from '../src/billing/accounting/journal-sources.ts'
import type { AccountingSettings } from '../src/billing/accounting/settings.ts'
import { toWindows1252Text, windows1252 } from '../src/billing/accounting/datev/windows-1252.ts'
import { charts } from '@matterbase/schemas/charts'
import { markedFields } from '../src/billing/accounting/datev/document-fields.ts'
import { checkDatev } from './datev-checker.ts'

const period = { from: '2026-10-01', to: '2026-10-31' }

const settings: AccountingSettings = {
  ...charts.SKR03,
  revenue_accounts: [...charts.SKR03.revenue_accounts],
  method_accounts: [...charts.SKR03.method_accounts],
  consultant_number: 29098,
  client_number: 55003,
  fiscal_year_start: '01-01',
  account_length: 4,
  chart: 'SKR03',
  first_debtor_number: 10000,
}

const nothing: JournalSources = { invoices: [], creditNotes: [], writeOffs: [], payments: [], spent: [], refunds: [] }

const parties = { firmCountry: 'DE', clientCountry: 'DE', vatId: null } as const

const invoice = {
  ...parties,
  id: 1,
  number: 'INV-2026-0001',
  clientId: 7,
  clientName: 'Hale & Co',
  currency: 'EUR',
  issued: '2026-10-05',
  voided: null,
  corrects: null,
  taxes: [
    { category: 'S', percent: '19', base: '100.00', tax: '19.00' },
    { category: 'S', percent: '7', base: '50.00', tax: '3.50' },
  ],
  total: '172.50',
} as const

const money = {
  id: 3,
  clientId: 7,
  clientName: 'Hale & Co',
  currency: 'EUR',
  day: '2026-10-20',
  reversed: null,
  method: 'Bank transfer',
  reference: null,
  shares: [],
} as const

function journalOf(sources: Partial<JournalSources>, of: Partial<AccountingSettings> = {}, during = period) {
  const entries = journalEntries({ ...nothing, ...sources }, during)
  const changed = { ...settings, ...of }
  const debtorNumbers = new Map([
    [7, 10001],
    [8, 10002],
  ])
  return {
    period: during,
    settings: changed,
    entries: bookEntries(entries, { settings: changed, debtorNumbers }),
    totals: journalTotals(entries),
  }
}

const checked = (...of: Parameters<typeof journalOf>) => checkDatev(datevOf(journalOf(...of)))

it('has an entry for each tax rate of an invoice, gross, on the account of the rate', () => {
  expect(checked({ invoices: [invoice] })).toEqual([
    {
      gross: 11_900,
      account: '10001',
      contraAccount: '8400',
      taxKey: '',
      date: '2026-10-05',
      document: 'INV-2026-0001',
      text: 'Rechnung Hale & Co',
      info: '',
      vatId: '',
    },
    expect.objectContaining({ gross: 5350, contraAccount: '8300' }),
  ])
})

it('reverses an invoice on the day on which it was voided', () => {
  const voided = { ...invoice, voided: '2026-11-02' }
  expect(checked({ invoices: [voided] })).toHaveLength(2)
  const during = { from: '2026-11-01', to: '2026-11-30' }
  expect(checked({ invoices: [voided] }, {}, during).map(({ gross, text }) => [gross, text])).toEqual([
    [-11_900, 'Storno Hale & Co'],
    [-5350, 'Storno Hale & Co'],
  ])
  const both = journalOf({ invoices: [voided] }, {}, { from: '2026-10-01', to: '2026-11-30' })
  expect(both.totals[0]).toMatchObject({ net: '0.00', tax: '0.00', gross: '0.00' })
})

it('subtracts credit notes, and names the corrected invoice', () => {
  const note = { ...invoice, number: 'CN-1', corrects: 'INV-2026-0001' }
  const entries = checked({ creditNotes: [note] })
  expect(entries.map(({ gross, document, text }) => [gross, document, text])).toEqual([
    [-11_900, 'CN-1', 'Gutschrift Hale & Co INV-2026-0001'],
    [-5350, 'CN-1', 'Gutschrift Hale & Co INV-2026-0001'],
  ])
})

it('keeps a discount line with a tax of its own as a credit of the debtor', () => {
  const taxes = [...invoice.taxes, { category: 'Z', percent: '0', base: '-10.00', tax: '0.00' }] as const
  expect(checked({ invoices: [{ ...invoice, taxes }] }).map(({ gross }) => gross)).toEqual([11_900, 5350, -1000])
})

it('splits a payment over its invoices, and keeps the rest as credit', () => {
  const shares = [
    { number: 'INV-1', amount: '100', spent: null },
    { number: 'INV-2', amount: '50.5', spent: null },
  ]
  const entries = checked({ payments: [{ ...money, amount: '160.5', shares }] })
  expect(entries.map(({ gross, document, contraAccount, text }) => [gross, document, contraAccount, text])).toEqual([
    [-10_000, 'INV-1', '1200', 'Zahlung Hale & Co'],
    [-5050, 'INV-2', '1200', 'Zahlung Hale & Co'],
    [-1000, '', '1200', 'Guthaben Hale & Co'],
  ])
})

it('reverses payments and refunds on the day of their reversal', () => {
  const one = { ...money, amount: '10', method: 'Cash', reversed: '2026-10-21' }
  const entries = checked({ payments: [one], refunds: [one] })
  expect(entries.map(({ gross, date, contraAccount }) => [gross, date, contraAccount])).toEqual([
    [-1000, '2026-10-20', '1000'],
    [1000, '2026-10-20', '1000'],
    [1000, '2026-10-21', '1000'],
    [-1000, '2026-10-21', '1000'],
  ])
})

it('books write-offs, and reverses what a credit note covers later', () => {
  const noRate = { category: null, percent: null }
  const of = { ...parties, ...noRate, id: 1, number: 'INV-1', clientId: null, clientName: null, currency: 'EUR' }
  const writeOffs = [
    { ...of, day: '2026-10-05', amount: '80', isReversal: false },
    { ...of, day: '2026-10-06', amount: '-30', isReversal: true },
  ]
  const entries = checked({ writeOffs })
  expect(entries.map(({ gross, account, contraAccount }) => [gross, account, contraAccount])).toEqual([
    [-8000, '10000', '2400'],
    [3000, '10000', '2400'],
  ])
})

it('reads names with quotes, semicolons and emoji back from the file', () => {
  const names = ['Müller "Recht"; Söhne & Co', 'Ĺukasz Żółć 🙂', '=1+1', 'x'.repeat(200), 'A\r\nB\u200Bß€']
  const invoices = names.map((clientName, id) => ({ ...invoice, id, clientName, taxes: null }))
  expect(checked({ invoices }).map(({ text }) => text)).toEqual([
    'Rechnung Müller "Recht"; Söhne & Co',
    'Rechnung Lukasz Zólc ?',
    'Rechnung =1+1',
    `Rechnung ${'x'.repeat(51)}`,
    'Rechnung A Bß€',
  ])
})

it('writes document numbers with the allowed characters, and the full number in the additional field', () => {
  const numbers = ['2026/001', 'RÉ 1.7_b', `${'9'.repeat(30)}-2026-0001`, '-7', '=8']
  const invoices = numbers.map((number, id) => ({ ...invoice, id, number, taxes: null }))
  expect(checked({ invoices }).map(({ document, info }) => [document, info])).toEqual([
    ['2026/001', ''],
    ['RE-1-7-b', 'RÉ 1.7_b'],
    [`${'9'.repeat(26)}-2026-0001`, `${'9'.repeat(30)}-2026-0001`],
    ['7', '-7'],
    ['8', '=8'],
  ])
})

it('marks numbers that are the same or empty once they are cleaned, and the first one keeps its field', () => {
  const numbers = [
    'x.0001',
    'x_0001',
    'x 0001',
    'X-0001',
    'x-0001*2',
    '王',
    '---',
    '9'.repeat(40),
    `8${'9'.repeat(40)}`,
  ]
  const documents = numbers.map((number) => ({ kind: 'invoice', number }) as const)
  const fields = [...markedFields([...documents, { kind: 'credit_note', number: 'x.0001' }]).values()]
  expect(fields.slice(0, 7)).toEqual(['x-0001', 'x-0001*2', 'x-0001*3', 'X-0001*4', 'x-0001*2*2', '*1', '*2'])
  expect(fields.slice(7)).toEqual(['9'.repeat(36), `${'9'.repeat(34)}*2`, 'x-0001*5'])
})

it('books reverse charge by the place of the debtor, and has the VAT ID of debtors in the EU', () => {
  const taxes = [{ category: 'AE', percent: '0', base: '100', tax: '0' }] as const
  const of = [
    { clientCountry: 'NL', vatId: 'NL 1234.56789-B01' },
    { clientCountry: 'GR', vatId: '123456789' },
    { clientCountry: null, vatId: 'EL123456789' },
    { clientCountry: 'DE', vatId: 'DE123456789' },
    { clientCountry: 'CH', vatId: 'CHE-116.281.710 MWST' },
  ]
  const invoices = of.map((parts, id) => ({ ...invoice, ...parts, id, taxes }))
  expect(checked({ invoices }).map(({ contraAccount, vatId }) => [contraAccount, vatId])).toEqual([
    ['8336', 'NL123456789B01'],
    ['8336', 'EL123456789'],
    ['8336', 'EL123456789'],
    ['8337', ''],
    ['8337', ''],
  ])
  const ofFirm = { revenue_accounts: [{ category: 'AE', percent: 0, account: '8337', tax_key: null } as const] }
  expect(checked({ invoices }, ofFirm).map(({ contraAccount }) => contraAccount)).toEqual(Array(5).fill('8337'))
  const voided = { ...invoice, clientCountry: 'NL', vatId: 'NL123456789B01', taxes, voided: '2026-10-06' }
  const sources = { invoices: [voided], creditNotes: [{ ...voided, number: 'CN-1', corrects: 'INV-2026-0001' }] }
  expect(checked(sources).map(({ gross, contraAccount, vatId }) => [gross, contraAccount, vatId])).toEqual([
    [10_000, '8336', 'NL123456789B01'],
    [-10_000, '8336', 'NL123456789B01'],
    [-10_000, '8336', 'NL123456789B01'],
  ])
})

it('books what is not subject to tax by the place of the debtor', () => {
  const taxes = [{ category: 'O', percent: '0', base: '100', tax: '0' }] as const
  const invoices = ['DE', 'US', 'FR', null].map((clientCountry, id) => ({ ...invoice, id, clientCountry, taxes }))
  expect(checked({ invoices }).map(({ contraAccount }) => contraAccount)).toEqual(['8200', '8338', '8338', '8200'])
})

it('books a write-off by tax rate, and on the account of the firm where it has no others', () => {
  const of = { ...parties, id: 1, number: 'INV-1', clientId: 7, clientName: null, currency: 'EUR', isReversal: false }
  const writeOffs = (['19', '7', '0'] as const).map((percent) => ({
    ...of,
    day: '2026-10-05',
    amount: '10',
    category: percent === '0' ? ('E' as const) : ('S' as const),
    percent,
  }))
  expect(checked({ writeOffs }).map(({ contraAccount }) => contraAccount)).toEqual(['2406', '2401', '2400'])
  const kept = { write_off_account: '2450', revenue_accounts: [] }
  expect(checked({ writeOffs }, kept).map(({ contraAccount }) => contraAccount)).toEqual(['2450', '2450', '2450'])
})

it('finds the account of a method of payment without regard to case, blanks and invisible characters', () => {
  const methods = ['Cash', 'cash', ' CASH ', 'Ca\u200Bsh', 'Ca sh', 'Card']
  const payments = methods.map((method, id) => ({ ...money, id, method, amount: '1' }))
  expect(checked({ payments }).map(({ contraAccount }) => contraAccount)).toEqual([...Array(5).fill('1000'), '1200'])
})

it('encodes every character of Windows-1252 as browsers decode it', () => {
  const bytes = Uint8Array.from({ length: 224 }, (_each, at) => at + 32).filter(
    (byte) => ![0x7f, 0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte) && byte !== 0xad,
  )
  const text = new TextDecoder('windows-1252').decode(bytes)
  expect(toWindows1252Text(text)).toBe(text)
  expect(windows1252(text)).toEqual(bytes)
  expect(() => windows1252('č')).toThrow('Windows-1252 has no "č"')
})

it('lists everything that a DATEV file needs', () => {
  const none = {
    consultant_number: null,
    client_number: null,
    fiscal_year_start: null,
    account_length: null,
    bank_account: null,
    write_off_account: null,
    first_debtor_number: null,
    revenue_accounts: [],
    method_accounts: [],
  }
  const taxes = [{ category: 'S', percent: '16', base: '1', tax: '0.16' }] as const
  const sources = {
    invoices: [{ ...invoice, clientId: null, taxes }],
    payments: [{ ...money, amount: '5' }],
    writeOffs: [
      {
        ...parties,
        id: 1,
        number: 'INV-1',
        clientId: 7,
        clientName: null,
        currency: 'EUR',
        day: period.to,
        amount: '1',
        isReversal: false,
        category: null,
        percent: null,
      },
    ],
  }
  const problems = detailsOf(() => datevOf(journalOf(sources, none)))
  expect(problems.map(({ field }) => field)).toEqual([
    'settings.consultant_number',
    'settings.client_number',
    'settings.fiscal_year_start',
    'settings.account_length',
    'settings.revenue_accounts',
    'settings.first_debtor_number',
    'settings.bank_account',
    'settings.write_off_account',
  ])
  expect(problems[4]?.message).toBe('The revenue account of tax category S with 16%')
})

it('refuses other currencies, huge amounts and a second fiscal year', () => {
  const invoices = [
    { ...invoice, currency: 'JPY', taxes: null, total: '1000' },
    { ...invoice, id: 2, number: 'BIG', taxes: null, total: '10000000000' },
  ]
  expect(detailsOf(() => datevOf(journalOf({ invoices }))).map(({ field, code }) => [field, code])).toEqual([
    ['currency', 'unsupported'],
    ['amount', 'out_of_range'],
  ])
  const other = { fiscal_year_start: '10-15' }
  expect(detailsOf(() => datevOf(journalOf({}, other))).map(({ code }) => code)).toEqual(['other_fiscal_year'])
})

it('writes the fiscal year of the period, and longer accounts', () => {
  const journal = journalOf({}, { fiscal_year_start: '11-01', account_length: 6 })
  expect(new TextDecoder().decode(datevOf(journal)).split(';')[12]).toBe('20251101')
  expect(journalOf({ invoices: [invoice] }, { account_length: 6 }).entries[0]?.contraAccount).toBe('840000')
})

it('writes amounts with the digits of their currency, and harmless strings, as CSV', () => {
  const invoices = [{ ...invoice, currency: 'JPY', number: '=HYPERLINK("x")', taxes: null, total: '1000' }]
  const { content, mediaType } = journalFile(journalOf({ invoices }), 'csv')
  expect(mediaType).toBe('text/csv; charset=utf-8')
  expect(content).toBe(
    'date,kind,document,client_id,client,debtor_account,contra_account,currency,net,tax,gross,tax_category,tax_percent,tax_key,method,text\r\n' +
      `2026-10-05,invoice,"'=HYPERLINK(""x"")",7,Hale & Co,10001,8200,JPY,1000,0,1000,O,0,,,\r\n`,
  )
})

it('writes a file for spreadsheets with the heads and separators of a language', () => {
  const taxes = [{ category: 'S', percent: '7.7', base: '1000.50', tax: '77.04' }] as const
  const invoices = [{ ...invoice, clientName: 'Müller; =Co', vatId: 'DE123456789', taxes, voided: '2026-10-06' }]
  const fileOf = (locale: string) => String(journalFile(journalOf({ invoices }), 'csv', locale).content).split('\r\n')
  expect(fileOf('de-DE')).toEqual([
    '\uFEFFDatum;Vorgang;Beleg;Mandanten-ID;Mandant;Debitorenkonto;Gegenkonto;Währung;Netto;Steuer;Brutto;Steuerart;Steuersatz %;BU-Schlüssel;Zahlungsart;Text;USt-IdNr.',
    '2026-10-05;Rechnung;INV-2026-0001;7;"Müller; =Co";10001;;EUR;1000,50;77,04;1077,54;S;7,7;;;;DE123456789',
    '2026-10-06;Storno;INV-2026-0001;7;"Müller; =Co";10001;;EUR;-1000,50;-77,04;-1077,54;S;7,7;;;;DE123456789',
    '',
  ])
  expect(fileOf('de-CH')[1]).toBe(
    '2026-10-05,Rechnung,INV-2026-0001,7,Müller; =Co,10001,,EUR,1000.50,77.04,1077.54,S,7.7,,,,DE123456789',
  )
  expect(fileOf('fr')[0]).toMatch(/^\uFEFFDate;Opération;Pièce;/)
  expect(fileOf('nl')[0]).toMatch(/^\uFEFFDate;Entry;Document;/)
})

interface Refusal {
  readonly reasons: { readonly details: readonly { field: string; code: string; message: string }[] }
}

function detailsOf(work: () => unknown) {
  try {
    work()
  } catch (error) {
    return (error as Refusal).reasons.details
  }
  throw new Error('Nothing was refused')
}
