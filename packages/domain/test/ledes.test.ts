import { decimalOf, productOf, unitsOf } from '@matterbase/schemas/decimal'
import { describe, expect, it } from 'vitest'
import { ledesProblems } from '../src/billing/einvoice/ledes-problems.ts'
import { ledesOf } from '../src/billing/einvoice/ledes.ts'
import type { FrozenInvoice } from '../src/billing/frozen/frozen-invoice.ts'
import { completeInvoice, frozen, line, randomInvoice } from '../src/testing/frozen-invoices.ts'

/** The records of a file as its reader takes them apart. */
function read(file: string) {
  const [version, names, ...records] = file.split('[]\r\n')
  const fields = names?.split('|') ?? []
  const rows = records
    .slice(0, -1)
    .map((record) => Object.fromEntries(record.split('|').map((value, at) => [fields[at] ?? '', value])))
  return { version, fields, rows, rest: records.at(-1) }
}
const ofLine = (more: Partial<Parameters<typeof line>[0]>) =>
  frozen({ currency: 'USD', lines: [line({ unitPrice: '100', ...more })] })
const firstOf = (invoice: FrozenInvoice) => read(ledesOf(invoice)).rows[0]
const messagesOf = (invoice: FrozenInvoice) => ledesProblems(invoice).map(({ message }) => message)

const codes = (more: Partial<Parameters<typeof line>[0]>) => {
  const row = firstOf(ofLine(more))
  return [row?.['LINE_ITEM_TASK_CODE'], row?.['LINE_ITEM_ACTIVITY_CODE'], row?.['LINE_ITEM_EXPENSE_CODE']]
}

describe('a LEDES 1998B file', () => {
  it('is written as ever', async () => {
    expect(ledesProblems(completeInvoice)).toEqual([])
    await expect(ledesOf(completeInvoice)).toMatchFileSnapshot('golden/ledes-1998b.txt')
  })

  it('has 24 fields, ASCII only, and as many records as lines', () => {
    const file = ledesOf(completeInvoice)
    const { version, fields, rows, rest } = read(file)
    expect([version, fields.length, rows.length, rest]).toEqual(['LEDES1998B', 24, 4, ''])
    expect(file).toMatch(/^[\r\n -~]*$/)
    for (const row of rows) expect(Object.keys(row)).toEqual(fields)
  })

  it.each([
    ['what ends fields and records', 'a|b[]c\r\nd\te]f', 'a b c d e f'],
    ['letters with marks', 'Żółć ßŒ “x” – €5', 'Zolc ssOE "x" - EUR5'],
    ['other scripts', 'שלום 日本 ok', '???? ?? ok'],
    ['control characters', 'a\u0000\u001b\u202eb', 'a b'],
    ['signs', '½ h → 5 × 3 − “a” • 😀 b', '1/2 h -> 5 x 3 - "a" - b'],
    ['10,000 characters', 'x '.repeat(5_000), 'x '.repeat(5_000).trim()],
  ])('keeps %s out of its texts', (_name, description, written) => {
    expect(firstOf(ofLine({ description }))?.['LINE_ITEM_DESCRIPTION']).toBe(written)
  })

  it('never has negative units, and total = units × cost + adjustment', () => {
    const row = firstOf(ofLine({ quantity: '-2', unitPrice: '50.5', discount: '1.25' }))
    expect([
      row?.['LINE_ITEM_NUMBER_OF_UNITS'],
      row?.['LINE_ITEM_UNIT_COST'],
      row?.['LINE_ITEM_ADJUSTMENT_AMOUNT'],
      row?.['LINE_ITEM_TOTAL'],
    ]).toEqual(['2', '-50.5', '-1.25', '-102.25'])
  })

  it('bills fees without a timekeeper as adjustments of the invoice', () => {
    const lines = (...of: Partial<Parameters<typeof line>[0]>[]) =>
      read(ledesOf(frozen({ currency: 'USD', lines: of.map((one) => line({ unitPrice: '100', ...one })) }))).rows.map(
        (row) => [
          row['EXP/FEE/INV_ADJ_TYPE'],
          row['LINE_ITEM_NUMBER_OF_UNITS'],
          row['LINE_ITEM_UNIT_COST'],
          row['LINE_ITEM_ADJUSTMENT_AMOUNT'],
          row['LINE_ITEM_TOTAL'],
          row['TIMEKEEPER_ID'] !== '',
        ],
      )
    const off = { kind: 'fee', member: null, quantity: '-1', unitPrice: '10' } as const
    const flat = { kind: 'fee', member: null, quantity: '3' } as const
    const expense = { kind: 'expense', member: null } as const
    expect(lines({}, off, flat)).toEqual([
      ['F', '1', '100', '0.00', '100.00', true],
      ['IF', '1', '0', '-10.00', '-10.00', false],
      ['IF', '1', '0', '300.00', '300.00', false],
    ])
    expect(lines(expense, off)).toEqual([
      ['E', '1', '100', '0.00', '100.00', false],
      ['IE', '1', '0', '-10.00', '-10.00', false],
    ])
    expect(lines(expense, flat).map(([type]) => type)).toEqual(['E', 'IF'])
    expect(lines(off).map(([type]) => type)).toEqual(['IF'])
  })

  it('describes the invoice by a text that LEDES can have', () => {
    const described = (note: string | null, title: string) => {
      const matter = completeInvoice.matter && { ...completeInvoice.matter, title }
      return read(ledesOf({ ...completeInvoice, note, matter })).rows[0]?.['INVOICE_DESCRIPTION']
    }
    expect([described('für', 'A'), described('感謝', 'A'), described(null, 'Δ')]).toEqual([
      'fur',
      'A',
      'Invoice 2026-0042',
    ])
  })

  it.each([
    ['Ada Hale', 'Hale, Ada'],
    ['Ada B. Hale', 'Hale, Ada B.'],
    ['Hale, Ada', 'Hale, Ada'],
    ['Cher', 'Cher'],
    ['John Smith Jr.', 'Smith Jr., John'],
    ['Ada King III', 'King III, Ada'],
    ['Li Jr.', 'Jr., Li'],
  ])('calls %s “%s”', (name, written) => {
    const member = { id: 'x', name, timekeeperId: 'X', classification: 'AS' }
    expect(firstOf(ofLine({ member }))?.['TIMEKEEPER_NAME']).toBe(written)
  })

  it('has codes of time where the activity has them, and of an expense always', () => {
    expect(codes({ activity: 'L120/A104 hearing' })).toEqual(['L120', 'A104', ''])
    expect(codes({ activity: 'hearing' })).toEqual(['', '', ''])
    expect(codes({ kind: 'expense', description: 'E112 Court fee' })).toEqual(['', '', 'E112'])
    expect(codes({ kind: 'expense', description: 'Taxi' })).toEqual(['', '', 'E124'])
  })

  it('has no code that UTBMS does not have, and takes none out of the middle of a text', () => {
    expect(codes({ kind: 'expense', description: 'Copies of exhibit E105' })).toEqual(['', '', 'E124'])
    expect(codes({ kind: 'expense', description: 'Filing', activity: 'E199' })).toEqual(['', '', 'E124'])
    expect(codes({ kind: 'expense', description: 'E112 Filing', activity: 'E199' })).toEqual(['', '', 'E112'])
    expect(codes({ kind: 'expense', description: 'E125 Filing' })).toEqual(['', '', 'E124'])
    for (const activity of ['L999 A199', 'X100', 'A112', 'E112']) expect(codes({ activity })).toEqual(['', '', ''])
    expect(codes({ activity: 'Z123 then B110, PA110' })).toEqual(['B110', '', ''])
  })

  it('has the number of the matter, or the ID of a matter without one', () => {
    const { matter } = completeInvoice
    const numberIn = (number?: string | null) => {
      const invoice = { ...completeInvoice, matter: matter && { ...matter, ...(number !== undefined && { number }) } }
      return read(ledesOf(invoice)).rows[0]?.['LAW_FIRM_MATTER_ID']
    }
    expect([numberIn('2026-0042'), numberIn(null), numberIn()]).toEqual(['2026-0042', '11', '11'])
  })

  it('of 1,000 random invoices comes to what they come to without tax', () => {
    const wrong = Array.from({ length: 1_000 }, (_, at) => randomInvoice(at + 1)).filter((invoice) => {
      const { digits, totals } = invoice
      const { rows } = read(ledesOf(invoice))
      const sum = rows.reduce((total, row) => total + unitsOf(row['LINE_ITEM_TOTAL'] ?? '', digits), 0n)
      const isRight = rows.every((row) => {
        const { LINE_ITEM_NUMBER_OF_UNITS: units = '', LINE_ITEM_UNIT_COST: cost = '' } = row
        const { LINE_ITEM_ADJUSTMENT_AMOUNT: adjustment = '', LINE_ITEM_TOTAL: total } = row
        const reckoned = productOf(units, cost, digits) + unitsOf(adjustment, digits)
        return decimalOf(reckoned, digits) === total && row['INVOICE_TOTAL'] === totals.net
      })
      return !isRight || decimalOf(sum, digits) !== totals.net
    })
    expect(wrong).toEqual([])
  })
})

describe('what keeps a LEDES file back', () => {
  it.each([
    ['The number of the invoice: “123456789012345678901” has 21', { number: '123456789012345678901' }],
    ['The client’s matter number', { matter: { ...completeInvoice.matter, clientMatterId: null } }],
    [
      'The matter number: “Grundbuch 2026/000042” has 21',
      { matter: { ...completeInvoice.matter, number: 'Grundbuch 2026/000042' } },
    ],
    ['A matter', { matter: null }],
    ['A client', { buyer: { ...completeInvoice.buyer, id: null } }],
    ['The tax number or VAT ID of the firm', { seller: { ...completeInvoice.seller, taxNumber: null, vatId: null } }],
    ['LEDES 1998B has no credit notes', { kind: 'credit_note' }],
  ] as const)('is said: %s', (message, change) => {
    const problems = messagesOf({ ...completeInvoice, ...change } as FrozenInvoice)
    expect(problems).toEqual([expect.stringContaining(message)])
  })

  it.each(['王 小明', '김 철수 Kim', 'Кот Tom', '!'])('lists the name %s', (name) => {
    const member = { id: 'w', name, timekeeperId: '7', classification: 'AS' }
    const lines = completeInvoice.lines.map((one) => ({ ...one, ...(one.kind === 'time' && { member }) }))
    expect(messagesOf({ ...completeInvoice, lines })).toEqual([`The name “${name}” in letters from A to Z`])
  })

  it('lists each letter that would become a question mark', () => {
    const { seller, matter } = completeInvoice
    const member = { id: 'w', name: 'Wu', timekeeperId: '吴1', classification: 'AS' }
    const invoice = {
      ...completeInvoice,
      number: 'Д-1',
      seller: { ...seller, taxNumber: '٣' },
      matter: matter && { ...matter, number: 'Ω/1', clientMatterId: '王' },
      lines: completeInvoice.lines.map((one) =>
        one.kind === 'time' ? { ...one, member, description: 'Call with 王 and 王' } : one,
      ),
    }
    expect(messagesOf(invoice).map((message) => /“(.*)”$/.exec(message)?.[1])).toEqual([
      'Д',
      'Ω',
      '王',
      '٣',
      '吴',
      '王',
      '王',
    ])
    expect(messagesOf({ ...completeInvoice, number: 'Ä-1?' })).toEqual([])
  })

  it('names the lines, and each member once', () => {
    const nobody = { id: 'z', name: 'Zed', timekeeperId: null, classification: null }
    const lines = [
      line({ unitPrice: '1', member: null }),
      line({ unitPrice: '1', description: '日本' }),
      line({ unitPrice: '1', description: '–' }),
      line({ unitPrice: '1', member: nobody }),
      line({ unitPrice: '1', member: nobody }),
    ]
    expect(messagesOf(frozen({ currency: 'USD', lines }))).toEqual([
      'The timekeeper ID of Zed',
      'The classification of Zed',
      'Line 1: the member who did the work is missing',
      'Line 2: the description needs letters from A to Z, not “日本”',
      'Line 3: the description needs letters from A to Z',
    ])
  })
})
