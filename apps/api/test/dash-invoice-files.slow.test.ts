import { randomUUID } from 'node:crypto'
import { randomly, rulesBrokenBy } from '@matterbase/domain/testing'
import { digitsOf, writerOf } from '@matterbase/schemas/writing'
import { extractText } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedInAs } from './dash-browser.ts'
import type { Member } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'
import { firm as germanFirm } from './random-invoices.ts'

let api: Api

beforeAll(async () => {
  api = await startApi({ canMail: true })
})
afterAll(() => api.close())

const file = (member: Member, id: number, format: string, kind = 'invoices') =>
  fetch(`${api.origin}/dash/v1/live/${kind}/${id}/file?format=${format}`, { headers: { cookie: member.cookie } })
const idOf = async (member: Member, path: string, body: object) =>
  (await member.call('POST', path, { body })).body.data.id
interface Refusal {
  readonly error: string
  readonly details: readonly { readonly field: string; readonly message: string }[]
}
const refusalOf = async (response: Response) => (await response.json()) as Refusal
const placesOf = async (member: Member, id: number, format: string) =>
  new Set((await refusalOf(await file(member, id, format))).details.map(({ field }) => field))

const firm = { ...germanFirm, currency: 'EUR', locale: 'de-DE' }
const clientBilling = {
  street: 'Hauptstr. 1',
  postal_code: '50667',
  city: 'Köln',
  country: 'DE',
  buyer_reference: '04011000-12345-67',
  electronic_address: '0204:04011000-12345-67',
}

interface Billed {
  readonly owner: Member
  readonly id: number
  readonly clientId: number
  readonly matterId: number
}

/** An issued invoice for two hours of time and a fee, of a firm that has said nothing of itself. */
async function issued(lines: object[] = [], profile: object = { currency: 'EUR' }): Promise<Billed> {
  const owner = await signedInAs(api)
  await owner.call('PATCH', '/firm', { body: profile })
  const clientId = await idOf(owner, '/clients', { company_name: 'Żółć GmbH', contact_person: 'Jan Roe' })
  const matterId = await idOf(owner, '/matters', { title: 'Roe ./. Hale', client_id: clientId })
  const time = {
    case_id: matterId,
    description: 'Klage | entwerfen',
    duration: 2,
    rate: 250,
    activity_type: 'L210 A103',
  }
  const entry = await idOf(owner, '/time-entries', { ...time, start_time: '2026-11-02T09:00:00Z' })
  const taxed = { tax_category: 'S', tax_percent: 19 }
  const body = {
    client_user_id: clientId,
    case_id: matterId,
    lines: [{ time_entry_id: entry, ...taxed }, { description: 'Pauschale', net: 190, ...taxed }, ...lines],
  }
  const { data } = (await owner.call('POST', '/invoices', { body })).body
  const id = Number(data['invoice_id'])
  const reply = await owner.call('POST', `/invoices/${id}/issue`, {
    body: { issue_date: '2026-11-22', due_date: '2026-12-06' },
  })
  expect(reply.status, reply.text).toBe(200)
  return { owner, id, clientId, matterId }
}

describe('an XRechnung', () => {
  it('says what is missing and where, until it is filled in, and is then made of what was issued', async () => {
    const { owner, id, clientId } = await issued()
    const first = await file(owner, id, 'xrechnung')
    expect(first.status).toBe(409)
    const { error, details } = await refusalOf(first)
    expect(error).toMatch(
      /^The invoice is not complete for an XRechnung: The country of the firm \(and \d+ more, see details\)$/,
    )
    expect(details.map(({ message }) => message)).toContain(
      'The buyer reference of the client (for German authorities, the Leitweg-ID)',
    )
    expect(await placesOf(owner, id, 'xrechnung')).toEqual(new Set(['firm', 'client']))

    await owner.call('PATCH', '/firm', { body: firm })
    expect(await placesOf(owner, id, 'xrechnung')).toEqual(new Set(['client']))
    const saved = await owner.call('PATCH', `/clients/${clientId}`, { body: clientBilling })
    expect(saved.body.data, saved.text).toMatchObject({ ...clientBilling, region: null })

    const response = await file(owner, id, 'xrechnung')
    expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="invoice-INV-\d{4}-0001-xrechnung\.xml"$/,
    )
    const xml = await response.text()
    for (const said of [
      'xeinkauf.de:kosit:xrechnung_3.0',
      '<ram:URIID schemeID="0204">04011000-12345-67</ram:URIID>',
      '<ram:Name>Żółć GmbH</ram:Name>',
      '<ram:TaxBasisTotalAmount>690.00</ram:TaxBasisTotalAmount>',
      '<ram:GrandTotalAmount>821.10</ram:GrandTotalAmount>',
    ])
      expect(xml).toContain(said)

    // What it said when it was issued stays; what it did not say was filled in.
    await owner.call('PATCH', `/clients/${clientId}`, { body: { company_name: 'Renamed' } })
    expect(await (await file(owner, id, 'xrechnung')).text()).toBe(xml)
  })

  it('keeps the address that the client had when it was issued', async () => {
    const owner = await signedInAs(api)
    await owner.call('PATCH', '/firm', { body: firm })
    const clientId = await idOf(owner, '/clients', { company_name: 'Roe', email: 'roe@example.com' })
    await owner.call('PATCH', `/clients/${clientId}`, { body: clientBilling })
    const lines = [{ description: 'Fee', net: 1, tax_category: 'S', tax_percent: 19 }]
    const { data } = (await owner.call('POST', '/invoices', { body: { client_user_id: clientId, lines } })).body
    const id = Number(data['invoice_id'])
    await owner.call('POST', `/invoices/${id}/issue`, { body: {} })
    const before = await (await file(owner, id, 'xrechnung')).text()
    expect(before).toContain('<ram:LineOne>Hauptstr. 1</ram:LineOne>')
    await owner.call('PATCH', `/clients/${clientId}`, {
      body: { street: 'Other', city: 'Bonn', region: 'NRW' },
    })
    expect(await (await file(owner, id, 'xrechnung')).text()).toBe(before)
  })

  it('is none of a draft, and none where amounts have three digits', async () => {
    const { owner } = await issued([], firm)
    const draft = Number((await owner.call('POST', '/invoices', { body: { lines: [] } })).body.data['invoice_id'])
    expect((await refusalOf(await file(owner, draft, 'xrechnung'))).error).toContain('It is a draft. Issue it first')
    const dinars = await issued([], { ...firm, currency: 'KWD' })
    expect((await refusalOf(await file(dinars.owner, dinars.id, 'factur-x'))).details).toContainEqual({
      field: 'invoice',
      code: 'missing',
      message: 'Amounts can have at most two decimal places (BR-DEC-12)',
    })
  })
})

describe('an e-invoice of a tax that has no reason', () => {
  it('takes the reason that is filled in later, and keeps one that it was issued with', async () => {
    const owner = await signedInAs(api)
    await owner.call('PATCH', '/firm', { body: firm })
    const rates = (reason?: string) =>
      owner.call('PUT', '/tax-rates', {
        body: { data: [{ name: 'Exempt', category: 'E', percent: 0, ...(reason && { reason }) }] },
      })
    await rates()
    const clientId = await idOf(owner, '/clients', { company_name: 'Roe', email: 'roe@example.com' })
    await owner.call('PATCH', `/clients/${clientId}`, { body: clientBilling })
    const lines = [{ description: 'Fee', net: 10, tax_category: 'E', tax_percent: 0 }]
    const { data } = (await owner.call('POST', '/invoices', { body: { client_user_id: clientId, lines } })).body
    const id = Number(data['invoice_id'])
    await owner.call('POST', `/invoices/${id}/issue`, { body: {} })
    expect((await refusalOf(await file(owner, id, 'xrechnung'))).error).toContain('BR-E-10')
    await rates('Exempt under Article 132')
    const xml = await (await file(owner, id, 'xrechnung')).text()
    expect(xml).toContain('<ram:ExemptionReason>Exempt under Article 132</ram:ExemptionReason>')
    expect(rulesBrokenBy(xml)).toEqual([])
  })
})

describe('codes that no reader knows', () => {
  it.each([
    ['/firm', { country: 'UK' }],
    ['/firm', { vat_id: 'EU372012345' }],
    ['/clients', { country: 'XX' }],
    ['/clients', { vat_id: 'UK123456789' }],
    ['/clients', { electronic_address: '9999:abc' }],
  ])('are refused where they are typed: %s %j', async (path, body) => {
    const owner = await signedInAs(api)
    const clientId = await idOf(owner, '/clients', { company_name: 'Roe' })
    const reply = await owner.call('PATCH', path === '/firm' ? path : `/clients/${clientId}`, { body })
    expect([reply.status, reply.text.includes(`"field":"${Object.keys(body)[0]}"`)]).toEqual([400, true])
  })

  it.each([
    ['CHE-116.281.710 MWST', 'CHE-116.281.710 MWST'],
    ['BE 0123.456.789', 'BE0123456789'],
    ['ES-B12345678', 'ESB12345678'],
  ])('a VAT ID is kept as it is written: %s', async (typed, written) => {
    const owner = await signedInAs(api)
    expect((await owner.call('PATCH', '/firm', { body: { vat_id: typed } })).body.data['vat_id']).toBe(written)
  })
})

describe('a credit note for machines', () => {
  it('is an XRechnung and a Factur-X that correct the invoice, and no LEDES file', async () => {
    const { owner, id, clientId } = await issued([], firm)
    await owner.call('PATCH', `/clients/${clientId}`, { body: clientBilling })
    const note = await owner.call('POST', `/invoices/${id}/credit-notes`, { body: { lines: [{ line: 1, net: 90 }] } })
    expect(note.status, note.text).toBe(201)
    const noteId = note.body.data.id
    const xrechnung = await file(owner, noteId, 'xrechnung', 'credit-notes')
    expect(xrechnung.headers.get('content-disposition')).toMatch(/filename="credit-note-CN-\d{4}-0001-xrechnung\.xml"$/)
    const xml = await xrechnung.text()
    expect(xml).toContain('<ram:TypeCode>381</ram:TypeCode>')
    expect(xml).toContain('<ram:GrandTotalAmount>107.10</ram:GrandTotalAmount>')
    expect(xml).toMatch(/<ram:IssuerAssignedID>INV-\d{4}-0001</)
    expect(rulesBrokenBy(xml)).toEqual([])
    const facturX = await file(owner, noteId, 'factur-x', 'credit-notes')
    expect([facturX.status, facturX.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect((await file(owner, noteId, 'ledes1998b', 'credit-notes')).status).toBe(400)
    const stranger = await signedInAs(api)
    expect((await file(stranger, noteId, 'xrechnung', 'credit-notes')).status).toBe(404)
  })

  it('is sent as a Factur-X with words of its own, also once its invoice is credited whole', async () => {
    const { owner, id, clientId } = await issued([], firm)
    await owner.call('PATCH', `/clients/${clientId}`, { body: clientBilling })
    const note = await owner.call('POST', `/invoices/${id}/credit-notes`, { body: {} })
    const noteId = note.body.data.id
    const { proposed } = (await owner.call('GET', `/invoices/${id}/sending?credit_note=${noteId}`)).body as unknown as {
      proposed: { subject: string; message: string }
    }
    expect(proposed.subject).toMatch(/^Rechnungskorrektur CN-\d{4}-0001 von Hale & Partner mbB$/)
    expect(proposed.message).toMatch(/über 821,10\s€/)
    const { subject, message } = proposed
    const letter = { key: randomUUID(), recipients: ['books@client.example'], subject, message }
    const sent = await owner.call('POST', `/invoices/${id}/mails`, { body: { ...letter, credit_note: noteId } })
    expect(sent.status, sent.text).toBe(201)
    const mail = await api.db.mail.findFirstOrThrow({ where: { id: sent.body.data.id } })
    expect(mail.attachment_name).toMatch(/^credit-note-CN-\d{4}-0001\.pdf$/)
    const other = await issued([], firm)
    for (const [member, invoice] of [
      [owner, id + 1],
      [other.owner, other.id],
    ] as const) {
      const body = { ...letter, key: randomUUID(), credit_note: noteId }
      expect((await member.call('POST', `/invoices/${invoice}/mails`, { body })).status).toBe(404)
    }
  })

  it('lists what is missing', async () => {
    const { owner, id } = await issued()
    const note = await owner.call('POST', `/invoices/${id}/credit-notes`, { body: {} })
    const refused = await refusalOf(await file(owner, note.body.data.id, 'xrechnung', 'credit-notes'))
    expect(refused.error).toMatch(/^The credit note is not complete for an XRechnung: The country of the firm /)
  })
})

describe('the letters that a PDF cannot show', () => {
  it('are named, each once, of a draft as of an invoice', async () => {
    const owner = await signedInAs(api)
    const clientId = await idOf(owner, '/clients', { company_name: '株式会社 Żółć 会社' })
    const lines = [{ description: 'কলকাতা – שלום ١٢٣ €', net: 1 }]
    const { data } = (await owner.call('POST', '/invoices', { body: { client_user_id: clientId, lines } })).body
    const check = await owner.call('GET', `/invoices/${Number(data['invoice_id'])}/print-check`)
    expect(check.body['unknown_letters']).toEqual(['株', '式', '会', '社', 'ক', 'ল', 'কা', 'তা'])
    expect(
      (await (await signedInAs(api)).call('GET', `/invoices/${Number(data['invoice_id'])}/print-check`)).status,
    ).toBe(404)
  })
})

describe('a Factur-X', () => {
  it('is the PDF with the XML in it', async () => {
    const { owner, id, clientId } = await issued([], firm)
    await owner.call('PATCH', `/clients/${clientId}`, { body: { country: 'DE' } })
    const response = await file(owner, id, 'factur-x')
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect(Buffer.from(bytes).toString('latin1')).toContain('/AFRelationship /Alternative')
    const { text } = await extractText(bytes, { mergePages: true })
    expect(text.replaceAll(/\s+/g, ' ')).toContain('Gesamtbetrag 821,10 €')
    // And goes with the invoice by e-mail.
    const letter = { key: randomUUID(), recipients: ['jan@roe.example'], subject: 'Rechnung', message: 'Anbei' }
    expect((await owner.call('POST', `/invoices/${id}/mails`, { body: letter })).status).toBe(201)
    const [mail] = await api.db.mail.findMany({ where: { invoice_id: id, recipients: { has: 'jan@roe.example' } } })
    expect(Buffer.from(mail?.attachment ?? '').toString('latin1')).toContain('/AFRelationship /Alternative')
  })
})

describe('a LEDES file', () => {
  it('asks for the numbers of matter and timekeeper, and strips what ends its fields', async () => {
    const { owner, id, matterId } = await issued([], firm)
    expect(await placesOf(owner, id, 'ledes1998b')).toEqual(new Set(['matter', 'members']))
    await owner.call('PATCH', `/matters/${matterId}/billing`, { body: { client_matter_id: 'CL-9' } })
    const [member] = (await owner.call('GET', '/timekeepers')).rows
    const user = String(member?.['user_id'])
    const set = { timekeeper_id: 'AH', classification: 'PT' }
    expect((await owner.call('PUT', `/timekeepers/${user}`, { body: set })).status).toBe(200)
    expect((await owner.call('GET', '/timekeepers')).rows).toMatchObject([set])
    const response = await file(owner, id, 'ledes1998b')
    expect(response.headers.get('content-type')).toBe('text/plain; charset=us-ascii')
    const [, , time, fee] = (await response.text()).split('\r\n')
    expect(time).toMatch(
      /\|690\.00\|20261102\|20261102\|.*\|1\|F\|2\|0\.00\|500\.00\|20261102\|L210\|\|A103\|AH\|Klage entwerfen\|/,
    )
    expect(time).toMatch(/\|PT\|CL-9\[\]$/)
    expect(fee).toContain('|2|IF|1|190.00|190.00|')
  })

  it('counts what is more than an answer holds', async () => {
    const lines = Array.from({ length: 150 }, () => ({
      description: '日本',
      net: 1,
      tax_category: 'S',
      tax_percent: 19,
    }))
    const { owner, id } = await issued(lines, firm)
    const { details, ...body } = (await (await file(owner, id, 'ledes1998b')).json()) as Refusal &
      Record<string, unknown>
    expect([details.length, body['details_omitted']]).toEqual([100, 53])
  })
})

describe('the details for them', () => {
  it.each([
    ['/clients', '', { country: 'Germany' }, 'country'],
    ['/clients', '', { vat_id: '1' }, 'vat_id'],
    ['/clients', '', { electronic_address: 'nowhere' }, 'electronic_address'],
    ['/matters', '/billing', { client_matter_id: 'x'.repeat(21) }, 'client_matter_id'],
  ])('of %s are refused: %s %j', async (kind, part, body, field) => {
    const owner = await signedInAs(api)
    const id = await idOf(owner, kind, kind === '/clients' ? { company_name: 'Roe' } : { title: 'Roe' })
    const reply = await owner.call('PATCH', `${kind}/${id}${part}`, { body })
    expect([reply.status, reply.body['details']], reply.text).toMatchObject([400, [{ field }]])
    expect((await owner.call('GET', `${kind}/${id}${part}`)).status).toBe(200)
  })

  it('can be emptied, and keep the VAT ID as e-invoices write it', async () => {
    const owner = await signedInAs(api)
    const id = await idOf(owner, '/clients', { company_name: 'Roe' })
    await owner.call('PATCH', `/clients/${id}`, { body: { street: 'Main St 1', vat_id: 'de 123456789' } })
    const reply = await owner.call('PATCH', `/clients/${id}`, { body: { street: null } })
    expect(reply.body.data).toMatchObject({ street: null, vat_id: 'DE123456789' })
  })
})

const seeds = 60

describe(`${seeds} random invoices`, () => {
  it('come to the same in list, API, lines, PDF, XML and LEDES, in currencies of 0, 2 and 3 digits', async () => {
    const { owner, clientId, matterId } = await issued([], { ...firm, locale: 'en-GB' })
    await owner.call('PATCH', `/clients/${clientId}`, { body: clientBilling })
    await owner.call('PATCH', `/matters/${matterId}/billing`, { body: { client_matter_id: 'CL-9' } })
    const groups = [
      { tax_category: 'S', tax_percent: 19 },
      { tax_category: 'S', tax_percent: 7 },
      { tax_category: 'Z', tax_percent: 0 },
    ]
    const wrong: unknown[] = []
    for (let seed = 1; seed <= seeds; seed++) {
      const next = randomly(seed)
      const currency = (['EUR', 'JPY', 'KWD', 'USD'] as const)[seed % 4] ?? 'EUR'
      const digits = digitsOf(currency)
      const lines = Array.from({ length: 1 + next(5) }, (_, at) => ({
        kind: at % 2 === 0 ? 'fee' : 'expense',
        description: `Line ${at}`,
        quantity: next(100_000) / 10_000,
        unit_price: next(30_000_000) / 1_000,
        discount_percent: next(3) === 0 ? next(10_001) / 100 : null,
        ...groups[next(groups.length)],
      }))
      const body = { client_user_id: clientId, case_id: matterId, currency, lines }
      const made = (await owner.call('POST', '/invoices', { body })).body.data
      const id = Number(made['invoice_id'])
      const answered = (await owner.call('POST', `/invoices/${id}/issue`, { body: {} })).body.data
      const total = Number(answered['total_amount']).toFixed(digits)
      const [listed] = (await owner.call('GET', '/invoices?sort=-id&limit=1')).rows
      const xml = await (await file(owner, id, 'xrechnung')).text()
      const ledes = await (await file(owner, id, 'ledes1998b')).text()
      const { net, taxes } = (await owner.call('GET', `/invoices/${id}/lines`)).body as unknown as {
        net: number
        taxes: { tax: number }[]
      }
      const pdf = await extractText(new Uint8Array(await (await file(owner, id, 'pdf')).arrayBuffer()), {
        mergePages: true,
      })
      const withoutTax = net.toFixed(digits)
      const written = writerOf({ locale: 'en-GB', currency, timeZone: null }).exactMoney(total)
      const found = [
        Number(made['total_amount']).toFixed(digits),
        Number(listed?.['total_amount']).toFixed(digits),
        (net + taxes.reduce((sum, { tax }) => sum + tax, 0)).toFixed(digits),
        // The standard has at most two digits.
        digits > 2 ? xml.includes('BR-DEC-12') && total : /<ram:GrandTotalAmount>([^<]+)/.exec(xml)?.[1],
        digits > 2 || (/<ram:TaxBasisTotalAmount>([^<]+)/.exec(xml)?.[1] === withoutTax && total),
        digits > 2 || rulesBrokenBy(xml).join(' ') || total,
        ledes.split('\r\n')[2]?.split('|')[4] === withoutTax && total,
        spaced(pdf.text).includes(spaced(written)) && total,
      ]
      if (found.some((one) => one !== total && one !== true)) wrong.push({ seed, currency, total, found })
    }
    expect(wrong).toEqual([])
  })
})

/** Spaces that do not break are spaces. */
const spaced = (text: string) => text.replaceAll(/\s+/g, ' ')
