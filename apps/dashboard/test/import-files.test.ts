import { spreadsheetOf, spreadsheetWriter } from '@matterbase/schemas/reading'
import { afterAll, describe, expect, it } from 'vitest'
import { records } from 'virtual:operations'
import { setFirmFormat } from '../src/api/firm-format.ts'
import { readCsvText } from '../src/records/import/csv-file.ts'
import { otherKind } from '../src/records/import/exported.ts'
import { kindOf } from '../src/records/import/kind-of.ts'
import { guessMapping, itemsOf } from '../src/records/import/mapping.ts'
import type { Resource } from '../src/records/resource.ts'
import { csvBytes, encoded } from './support/csv-files.ts'
import type { Writing } from './support/csv-files.ts'

afterAll(() => setFirmFormat({ locale: null, currency: null, time_zone: null }))

const firm = (locale: string) => setFirmFormat({ locale, currency: 'EUR', time_zone: 'Europe/Berlin' })

/** The rows of a file with its columns as guessed, and the lines that are refused. */
function read(bytes: Uint8Array, resource: Resource) {
  const file = readCsvText('some.csv', bytes)
  const rows = itemsOf(file, guessMapping(file, resource), resource)
  return {
    items: rows.filter(({ problem }) => problem === undefined).map(({ item }) => item),
    refused: rows.flatMap(({ line, problem }) => (problem === undefined ? [] : [`${line} ${problem}`])),
  }
}

const excels = {
  german: {
    locale: 'de-DE',
    encodings: ['utf-8 with mark', 'windows-1252'],
    delimiter: ';',
    clients: ['Firma', 'Ansprechpartner', 'Telefon', 'Straße', 'PLZ', 'Ort', 'Land', 'USt-IdNr.'],
    address: ['Müllerstraße 1', '01069', 'Köln', 'Deutschland', 'DE123456789'],
    time: ['Beginn', 'Dauer', 'Stundensatz', 'Abrechenbar', 'Tätigkeit'],
    entry: ['23.11.2026 14:30', '1,5', '1.500,00 €', 'WAHR', 'Übergabe'],
  },
  french: {
    locale: 'fr-FR',
    encodings: ['utf-8 with mark', 'windows-1252'],
    delimiter: ';',
    clients: ['Société', 'Interlocuteur', 'Tél.', 'Rue', 'Code postal', 'Ville', 'Pays', 'N° TVA'],
    address: ['12 rue de l’Église', '01069', 'Orléans', 'Allemagne', 'DE123456789'],
    time: ['Début', 'Durée', 'Taux horaire', 'Facturable', 'Libellé'],
    entry: ['23/11/2026 14:30', '1,5', '1 500,00 €', 'VRAI', 'Réunion'],
  },
  british: {
    locale: 'en-GB',
    encodings: ['utf-8 with mark', 'windows-1252'],
    delimiter: ',',
    clients: [
      'Company name',
      'Contact',
      'Telephone',
      'Address line 1',
      'Postcode',
      'Town/City',
      'Country',
      'VAT number',
    ],
    address: ['1 Café Lane, Soho', '01069', 'Kraków', 'Germany', 'DE123456789'],
    time: ['Date', 'Hours', 'Hourly rate', 'Billable', 'Narrative'],
    entry: ['23/11/2026 14:30', '1.5', '€1,500.00', 'TRUE', 'Café'],
  },
  american: {
    locale: 'en-US',
    encodings: ['utf-8', 'windows-1252'],
    delimiter: ',',
    clients: ['Company', 'Full Name', 'Phone', 'Street', 'ZIP', 'City', 'Country/Region', 'VAT ID'],
    address: ['12 Mill Lane', '01069', 'San José', 'Germany', 'DE123456789'],
    time: ['Date', 'Duration', 'Rate', 'Billable', 'Work done'],
    entry: ['11/23/2026 2:30 PM', '1.5', '€1,500.00', 'TRUE', 'Résumé'],
  },
} as const

const wide = ['utf-16le', 'utf-16be'] as const

const byExcel = Object.entries(excels).flatMap(([name, excel]) =>
  [...excel.encodings, ...wide].flatMap((encoding) =>
    // “Unicode text” has tabs.
    (wide.some((each) => each === encoding) ? ['\t'] : [excel.delimiter, '\t']).map((delimiter) => ({
      name: `${name} Excel, ${encoding}, ${JSON.stringify(delimiter)}`,
      excel,
      writing: { encoding, delimiter, newline: '\r\n' } satisfies Writing,
    })),
  ),
)

it('has a file of each Excel in each encoding', () => {
  expect(byExcel).toHaveLength(24)
})

describe.each(byExcel)('$name', ({ excel, writing }) => {
  const isPoor = writing.encoding === 'windows-1252'
  // Not a letter of that encoding.
  const written = (cell: string) => (isPoor ? cell.replace('ó', 'o') : cell)

  it('has clients with their address for invoices', () => {
    firm(excel.locale)
    const [street, postal_code, city, country, vat_id] = excel.address.map(written)
    const row = ['Krüger', 'Zoë', '+49 30', street ?? '', postal_code ?? '', city ?? '', country ?? '', vat_id ?? '']
    const { items, refused } = read(csvBytes([excel.clients, row], writing), records.clients)
    expect(refused).toEqual([])
    expect(items).toEqual([
      {
        company_name: 'Krüger',
        contact_person: 'Zoë',
        phone: '+49 30',
        street,
        postal_code,
        city,
        country: 'DE',
        vat_id,
      },
    ])
  })

  it('has time as the firm writes it', () => {
    firm(excel.locale)
    const { items, refused } = read(csvBytes([excel.time, excel.entry], writing), records.timeEntries)
    expect(refused).toEqual([])
    expect(items).toMatchObject([
      { start_time: '2026-11-23T13:30:00.000Z', duration: 1.5, is_billable: true, description: excel.entry[4] },
    ])
    const [{ rate, hourly_rate: hourly = rate } = {}] = items
    expect(hourly).toBe(1500)
  })
})

interface Broken {
  readonly name: string
  readonly text: string
  readonly resource?: Resource
  readonly encoding?: Writing['encoding']
  readonly locale?: string
  readonly items?: readonly object[]
  readonly refused?: readonly string[]
}

const { matters, clients, timeEntries } = records
const head = 'external_id,company_name,address,notes\n'
const rag1 = 'rag-1,Hale, Roe & Co,Weg 1,VIP client\n'
const rag2 = 'rag-2,Fern Ltd,Weg 2,none\n'
const fern = { external_id: 'rag-2', company_name: 'Fern Ltd', address: 'Weg 2', notes: 'none' }

const files: readonly Broken[] = [
  {
    name: 'a cell too many',
    text: head + rag1 + rag2,
    resource: clients,
    items: [fern],
    refused: ['2 has 5 cells, the first line has 4'],
  },
  { name: 'empty cells at the end', text: `${head}rag-2,Fern Ltd,Weg 2,none,,\n`, resource: clients, items: [fern] },
  { name: 'a cell too few', text: 'title,status\nA\n', items: [{ title: 'A' }] },
  {
    name: 'an own number',
    text: 'ID,Company,E-mail\n5,Acme Corp,acme@x.example\n',
    resource: clients,
    items: [{ external_id: '5', company_name: 'Acme Corp', email: 'acme@x.example' }],
  },
  {
    name: 'an id and a creation, but not an export',
    text: 'id,title,created_at\n5,Acme,2026-01-01T00:00:00Z\n',
    items: [{ external_id: '5', title: 'Acme' }],
  },
  {
    name: 'an export',
    text: 'id,title,estimated_hours,external_id,created_at,updated_at\n5,Acme,1.125,,2026-01-01T00:00:00.000Z,\n',
    items: [{ id: 5, created_at: '2026-01-01T00:00:00.000Z', title: 'Acme', estimated_hours: 1.125 }],
  },
  {
    name: 'an export that a German spreadsheet saved',
    text: 'id;title;estimated_hours;external_id;created_at;updated_at\n5;Acme;1,125;;01.01.2026 01:00;\n',
    items: [{ id: 5, created_at: '2026-01-01T00:00:00.000Z', title: 'Acme', estimated_hours: 1.125 }],
  },
  {
    name: 'hours of an export above what a bare number is',
    text: 'id;duration;external_id;created_at;updated_at\n5;90;;01.01.2026 01:00;\n6;1:30;;01.01.2026 01:00;\n',
    resource: timeEntries,
    items: [{ duration: 90 }, { duration: 1.5 }],
  },
  { name: 'no own number', text: 'Titel;Status\nA;laufend\n', items: [{ title: 'A', status: 'In Progress' }] },
  {
    name: 'a hint of the delimiter',
    text: 'sep=;\r\nexternal_id;company_name\r\nk-1;Müller, Söhne\r\n\r\nk-2;A;B\r\n',
    resource: clients,
    items: [{ external_id: 'k-1', company_name: 'Müller, Söhne' }],
    refused: ['5 has 3 cells, the first line has 2'],
  },
  { name: 'a hint of tabs', text: 'sep=\t\ntitle\tstatus\nA;B\t\n', items: [{ title: 'A;B' }] },
  { name: 'bars', text: 'title|status\nA|Settled\n', items: [{ title: 'A', status: 'Settled' }] },
  { name: 'one column', text: 'title\nA\n', items: [{ title: 'A' }] },
  { name: 'a comma in a name', text: '"Name, Titel";Status\nA;Settled\n', items: [{ status: 'Settled' }] },
  {
    name: 'a cell of three lines and a blank line',
    text: 'external_id,title,description,status\nml-1,A,"first\nsecond\nthird",In Progress\n\nml-2,B,x,Lost\n',
    items: [{ external_id: 'ml-1', title: 'A', description: 'first\nsecond\nthird', status: 'In Progress' }],
    refused: ['6 status “Lost”: Enter one of In Progress, Case Won, Case Closed, Settled, Dismissed, On Hold.'],
  },
  {
    name: 'dates of a German spreadsheet',
    text: 'external_id;title;start_date\nd-1;A;14.03.2026\nd-2;B;14 Mar 2026\nd-3;C;31.11.2026\n',
    items: [{ start_date: '2026-03-14' }, { start_date: '2026-03-14' }],
    refused: ['4 start_date “31.11.2026”: November 2026 has 30 days, not 31.'],
  },
  {
    name: 'thousands with a point',
    text: 'external_id;title;estimated_budget_max\nth-1;P;1.500\nth-2;P;12.000\n',
    items: [{ estimated_budget_max: 1500 }, { estimated_budget_max: 12_000 }],
  },
  {
    name: 'thousands with a point in a British firm',
    text: 'title,estimated_budget_max\nP,1.500\n',
    locale: 'en-GB',
    items: [],
    refused: ['2 estimated_budget_max “1.500”: Can be read in two ways. Do you mean €1,500.00 or €1.50?'],
  },
  {
    name: 'a Polish spreadsheet in a German firm',
    text: 'Name;Ort\nŻółć Sp. z o.o.;Łódź\n',
    resource: clients,
    encoding: 'windows-1250',
    items: [{ company_name: 'Żółć Sp. z o.o.', city: 'Łódź' }],
  },
  {
    name: 'a Polish spreadsheet in a Polish firm',
    text: 'Name;E-mail\nĄ;a@b.example\n',
    resource: clients,
    encoding: 'windows-1250',
    locale: 'pl-PL',
    items: [{ company_name: 'Ą', email: 'a@b.example' }],
  },
  {
    name: 'a name in two columns',
    text: 'Vorname;Name;Firma\nZoë;Krüger;Hale\nAnna;Roe;\n',
    resource: clients,
    items: [{ contact_person: 'Zoë Krüger', company_name: 'Hale' }, { contact_person: 'Anna Roe' }],
  },
  {
    name: 'countries as people write them',
    text: 'Firma;Land\nA;Großbritannien\nB;UK\nC;fr\nD;Österreich\nE;Nirgendwo\n',
    resource: clients,
    items: ['GB', 'GB', 'FR', 'AT'].map((country) => ({ country })),
    refused: ['6 country “Nirgendwo”: Enter a country or its two letters, such as DE.'],
  },
  { name: 'formulas that were guarded', text: "title\n'=1+1\n", items: [{ title: '=1+1' }] },
  { name: 'a file without a last line break', text: 'title;status\nA;', items: [{ title: 'A' }] },
  {
    name: 'old Mac line breaks',
    text: 'title;status\rA;Settled\rB;Lost\r',
    items: [{ title: 'A' }],
    refused: ['3 status “Lost”: Enter one of In Progress, Case Won, Case Closed, Settled, Dismissed, On Hold.'],
  },
]

it.each(files)(
  'reads a file with $name',
  ({ text, resource = matters, encoding = 'utf-8', locale = 'de-DE', ...expected }) => {
    firm(locale)
    const { items, refused } = read(encoded(text, encoding), resource)
    expect(refused).toEqual(expected.refused ?? [])
    expect(items).toHaveLength(expected.items?.length ?? 0)
    expect(items).toMatchObject(expected.items ?? [])
  },
)

const badByte = Buffer.concat([
  Buffer.from('external_id,company_name\nbb-1,Müller & Söhne\nbb-2,Bäcker '),
  Buffer.of(0xfc),
  Buffer.from('\n'),
])

const notTables: readonly (readonly [string, Uint8Array, string])[] = [
  ['one byte that is not UTF-8', badByte, 'Line 3 has a character that is not UTF-8'],
  [
    'an open quotation mark',
    encoded('external_id,title\nq-1,A\nq-2,"B\nq-3,C\n', 'utf-8'),
    'Line 3 has a quotation mark that is not closed.',
  ],
  [
    'text behind a quotation mark',
    encoded('title\n\n"A" B\n', 'utf-8'),
    'Line 3 has text after a closing quotation mark.',
  ],
  ['nothing', encoded('', 'utf-8'), 'The file has no rows below its first line.'],
  ['names alone', encoded('title;status\r\n\r\n', 'utf-8 with mark'), 'The file has no rows below its first line.'],
  ['blank lines alone', encoded('\r\n \r\n', 'utf-8'), 'The file has no rows below its first line.'],
  ['a workbook', Buffer.from('PK\u0003\u0004…'), 'This is a workbook, not a CSV file.'],
  ['an image', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0xd]), 'This is not a text file.'],
]

it.each(notTables)('refuses a file with %s', (_name, bytes, message) => {
  firm('de-DE')
  expect(() => readCsvText('some.csv', bytes)).toThrow(message)
})

it.each([
  [
    'id,company_name,email,external_id,created_at,updated_at',
    'This file was exported from Clients. Choose Clients in the first box, or another file.',
  ],
  [
    'invoice_id,invoice_number,status,created_at,updated_at',
    'This file was exported from Invoices. Invoices can’t be imported.',
  ],
  ['id,title,status,external_id,created_at,updated_at', undefined],
  ['ID,company_name,email', undefined],
])('an export of another kind is refused as matters: %s', (names, message) => {
  const file = readCsvText('some.csv', encoded(`${names}\n1,A,B,C,D,E\n`, 'utf-8'))
  expect(otherKind(file.header, matters, Object.values(records))).toBe(message)
})

const bytesOf = (...parts: (string | number)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.of(part) : Buffer.from(part))))

it.each([
  ['de-DE', bytesOf('company_name\nMü', 0xfc, 0xe4, '\n'), 'Line 2 has a character that is UTF-8, which the rest'],
  ['en-GB', bytesOf('company_name\nM', 0xfc, 'ller\nGr', 0xfc, 'n\nKöhler\n'), 'Line 4 has a character that is UTF-8'],
  [
    'fr-FR',
    bytesOf('company_name\nF', 0xe9, 'e\n', 0xc9, 't', 0xe9, '\nPrix 5 €\n'),
    'Line 4 has a character that is UTF-8',
  ],
])('refuses a file of two encodings in %s', (locale, bytes, message) => {
  firm(locale)
  expect(() => readCsvText('some.csv', bytes)).toThrow(message)
})

it.each([
  ['de-DE', 'title\n„Großer Spaß“ – Straße\nÄÖÜ ÉÀÈ\n'],
  ['en-GB', 'title\nCafé “Zoë” – naïve £5 §1\n'],
  ['fr-FR', 'title\n« Œuvre d’Éloïse » à l’été…\n'],
])('reads windows-1252 in %s, whose quotation marks touch letters', (locale, text) => {
  firm(locale)
  const { rows } = readCsvText('some.csv', encoded(text, 'windows-1252'))
  expect(rows.map(({ cells }) => cells[0])).toEqual(text.trim().split('\n').slice(1))
})

it.each(['pl-PL', 'de-DE'])('reads windows-1250 in %s, in capital letters too', (locale) => {
  firm(locale)
  const text = 'title\nKOŚCIÓŁ SZKÓŁ piła\n'
  const { rows } = readCsvText('some.csv', encoded(text, 'windows-1250'))
  expect(rows.map(({ cells }) => cells[0])).toEqual(['KOŚCIÓŁ SZKÓŁ piła'])
})

it.each(['sep=;', '"sep=;"', 'SEP=;', '"sep=;";;'])('skips the first line %s', (hint) => {
  firm('de-DE')
  const { header, rows } = readCsvText(
    'some.csv',
    encoded(`${hint}\r\nexternal_id;company_name\r\n1;Roe GmbH\r\n`, 'utf-8'),
  )
  expect([header, rows]).toEqual([['external_id', 'company_name'], [{ line: 3, cells: ['1', 'Roe GmbH'] }]])
})

it.each([
  ['matters', 'Aktenzeichen;Mandantennummer;Rubrum', ['external_id', 'client_external_id', 'title']],
  ['matters', 'Matter,Client,Opened', ['title', 'client_name', 'start_date']],
  ['time-entries', 'Akte;Datum;Stunden;Text', ['case_title', 'start_time', 'duration', 'description']],
  ['time-entries', 'Aktenzeichen;Datum;Dauer;Stundensatz', ['case_number', 'start_time', 'duration', 'hourly_rate']],
  ['expenses', 'Akte;Belegdatum;Betrag;Lieferant', ['case_title', 'date', 'unit_price', 'vendor']],
  ['clients', 'Kundennummer;Firma;Straße;PLZ;Ort', ['external_id', 'company_name', 'street', 'postal_code', 'city']],
  ['clients', 'First Name,Last Name,Email', ['first_name', 'last_name', 'email']],
  ['matters', 'case_external_id,client_external_id,title', ['', 'client_external_id', 'title']],
] as const)('opens as %s with the columns %s', (path, names, mapping) => {
  firm('de-DE')
  const file = readCsvText('some.csv', encoded(`${names}\n${names}\n`, 'utf-8'))
  const all = Object.values(records)
  for (const chosen of all) expect(kindOf(file, chosen, all).path).toBe(path)
  const resource = all.find((each) => each.path === path) ?? matters
  expect(guessMapping(file, resource)).toEqual(mapping)
})

describe.each(['de-DE', 'fr-FR', 'en-GB', 'en-US', 'de-CH', 'pl-PL', 'sv-SE'])(
  'an export for a spreadsheet in %s',
  (locale) => {
    it('is imported as it was', () => {
      firm(locale)
      const item = {
        id: 7,
        created_at: '2026-02-01T08:00:05.000Z',
        case_id: 3,
        duration: 90.125,
        hourly_rate: 1125.5,
        start_time: '2026-03-14T09:30:15.000Z',
        end_time: '2026-10-25T00:30:00.000Z',
        is_billable: false,
        status: 'billed',
      }
      const header = [...Object.keys(item), 'matter', 'external_id', 'updated_at']
      const write = spreadsheetWriter({ locale, currency: 'EUR', timeZone: 'Europe/Berlin' }, new Date())
      const cells = Object.entries(item).map(([name, value]) =>
        String(write(/_at$|_time$/.test(name) ? 'moment' : 'other', value)),
      )
      const writing = {
        delimiter: spreadsheetOf(locale).delimiter,
        newline: '\r\n',
        encoding: 'utf-8 with mark',
      } as const
      expect(read(csvBytes([header, [...cells, 'Krüger', '', '']], writing), timeEntries)).toEqual({
        items: [item],
        refused: [],
      })
    })
  },
)
