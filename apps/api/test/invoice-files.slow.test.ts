import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedInAs } from './dash-browser.ts'
import type { Member } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const firm = {
  legal_name: 'Hale & Partner mbB',
  street: 'Friedrichstr. 12',
  postal_code: '10117',
  city: 'Berlin',
  country: 'DE',
  vat_id: 'DE123456789',
  contact_name: 'Ada Hale',
  phone: '+49 30 1234567',
  email: 'ada@hale.example',
  iban: 'DE89370400440532013000',
  locale: 'de-DE',
}
const clientBilling = {
  street: 'Hauptstr. 1',
  postal_code: '50667',
  city: 'Köln',
  country: 'DE',
  buyer_reference: '04011000-12345-67',
  electronic_address: '0204:04011000-12345-67',
}
const formats = {
  pdf: ['application/pdf', '.pdf'],
  'factur-x': ['application/pdf', '-factur-x.pdf'],
  xrechnung: ['application/xml; charset=utf-8', '-xrechnung.xml'],
  ledes1998b: ['text/plain; charset=us-ascii', '-ledes.txt'],
} as const

type Format = keyof typeof formats
type Kind = 'invoices' | 'credit-notes'

interface Firm {
  readonly owner: Member
  readonly key: string
  readonly clientId: number
  readonly matterId: number
}

/** A firm with a client, whose details are complete for every format unless `isComplete` is false. */
async function firmWith(currency: string, { isComplete = true } = {}): Promise<Firm> {
  const owner = await signedInAs(api)
  await owner.call('PATCH', '/firm', { body: isComplete ? { ...firm, currency } : { currency } })
  const made = async (path: string, body: object) => (await owner.call('POST', path, { body })).body.data.id
  const clientId = await made('/clients', { company_name: 'Roe GmbH' })
  const matterId = await made('/matters', { title: 'Roe ./. Hale', client_id: clientId })
  if (isComplete) {
    await owner.call('PATCH', `/clients/${clientId}`, { body: clientBilling })
    await owner.call('PATCH', `/matters/${matterId}/billing`, { body: { client_matter_id: 'CL-9' } })
  }
  return { owner, key: await api.key({ email: owner.account }), clientId, matterId }
}

const taxed = { tax_category: 'S', tax_percent: 19 }

async function draft({ owner, clientId, matterId }: Firm): Promise<number> {
  const lines = [{ description: 'Advice', net: 200, ...taxed }]
  const body = { client_user_id: clientId, case_id: matterId, lines }
  return Number((await owner.call('POST', '/invoices', { body })).body.data['invoice_id'])
}

async function issued(of: Firm): Promise<number> {
  const id = await draft(of)
  const reply = await of.owner.call('POST', `/invoices/${id}/issue`, { body: { issue_date: '2026-11-22' } })
  expect(reply.status, reply.text).toBe(200)
  return id
}

/** Everything that can become of an issued invoice. */
const ends: readonly (readonly [string, (of: Firm, id: number) => Promise<unknown>])[] = [
  ['void', ({ owner }, id) => owner.call('PUT', `/invoices/${id}/status`, { body: { status: 'cancelled' } })],
  ['credited in full', ({ owner }, id) => owner.call('POST', `/invoices/${id}/credit-notes`, { body: {} })],
  ['written off', ({ owner }, id) => owner.call('POST', `/invoices/${id}/write-off`, { body: { reason: 'Goodwill' } })],
  [
    'paid',
    ({ owner, clientId }, id) => {
      const allocations = [{ invoice_id: id, amount: 238 }]
      const body = { key: randomUUID(), client_id: clientId, amount: 238, paid_on: '2026-11-23', allocations }
      return owner.call('POST', '/payments', { body })
    },
  ],
]

async function credited({ owner }: Firm, id: number): Promise<number> {
  return (await owner.call('POST', `/invoices/${id}/credit-notes`, { body: { lines: [{ line: 0, net: 50 }] } })).body
    .data.id
}

const pathOf = (kind: Kind, id: number, format?: Format) =>
  `/${kind}/${id}/file${format === undefined ? '' : `?format=${format}`}`

const get = (key: string, path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${api.origin}/api/v1${path}`, { method, headers: { authorization: `Bearer ${key}`, ...headers } })

const getInDashboard = ({ cookie }: Member, path: string, from = api) =>
  fetch(`${from.origin}/dash/v1/live${path}`, { headers: { cookie } })

const hex = async (response: Response) => Buffer.from(await response.arrayBuffer()).toString('hex')

const cases: readonly (readonly [Kind, Format])[] = [
  ...(['pdf', 'factur-x', 'xrechnung', 'ledes1998b'] as const).map((format) => ['invoices', format] as const),
  ...(['pdf', 'factur-x', 'xrechnung'] as const).map((format) => ['credit-notes', format] as const),
]

describe('an invoice that is closed', () => {
  it.each(ends)('has the files of the day of issue when it is %s', async (_name, end) => {
    const own = await firmWith('EUR')
    const id = await issued(own)
    const asIssued = ['factur-x', 'xrechnung', 'ledes1998b'] as const
    const read = async () => {
      const files = await Promise.all(asIssued.map((format) => get(own.key, pathOf('invoices', id, format))))
      expect(files.map(({ status }) => status)).toEqual([200, 200, 200])
      return Promise.all(files.map((file) => hex(file)))
    }
    const before = await read()
    await end(own, id)
    expect((await own.owner.call('GET', `/invoices/${id}`)).body.data['status']).toMatch(/^(?:cancelled|paid)$/)
    expect(await read()).toEqual(before)
    expect((await get(own.key, pathOf('invoices', id))).status).toBe(200)
  })
})

describe('the name of a file', () => {
  it.each([
    ['Müller 1/2', `filename="invoice-Muller-1-2.pdf"; filename*=UTF-8''invoice-M%C3%BCller-1-2.pdf`],
    ['ü'.repeat(255), `filename*=UTF-8''invoice-${'%C3%BC'.repeat(121)}.pdf`],
  ])('keeps the letters of a number and has at most 255 bytes: %s', async (number, name) => {
    const own = await firmWith('EUR')
    const id = await draft(own)
    await own.owner.call('POST', `/invoices/${id}/issue`, { body: { invoice_number: number } })
    const response = await get(own.key, pathOf('invoices', id))
    expect(response.headers.get('content-disposition')).toContain(name)
  })
})

describe.each(['EUR', 'JPY'])('in %s', (currency) => {
  let own: Firm
  let ids: Readonly<Record<Kind, number>>

  beforeAll(async () => {
    own = await firmWith(currency)
    const invoice = await issued(own)
    ids = { invoices: invoice, 'credit-notes': await credited(own, invoice) }
  })

  it.each(cases)('the file of %s as %s equals the one of the dashboard', async (kind, format) => {
    const path = pathOf(kind, ids[kind], format)
    const [mediaType, ending] = formats[format]
    const response = await get(own.key, path)
    expect(response.status, await response.clone().text()).toBe(200)
    const etag = response.headers.get('etag')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': mediaType,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      etag: expect.stringMatching(/^"[\w-]+"$/),
    })
    expect(response.headers.get('content-disposition')).toMatch(
      new RegExp(
        `^attachment; filename="${kind === 'invoices' ? 'invoice-INV' : 'credit-note-CN'}-\\d{4}-0001${ending}"$`,
      ),
    )
    const bytes = await hex(response)
    expect(await hex(await getInDashboard(own.owner, path))).toBe(bytes)

    const head = await get(own.key, path, {}, 'HEAD')
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      String(bytes.length / 2),
      '',
    ])
    const known = await get(own.key, path, { 'if-none-match': etag ?? '' })
    expect([known.status, known.headers.get('etag'), await known.text()]).toEqual([304, etag, ''])
    expect((await get(own.key, path, { 'if-none-match': '"other"' })).status).toBe(200)
  })

  it('has the same bytes and tag from another process', async () => {
    const other = await startApi({ database: { db: api.db, databaseUrl: api.databaseUrl } })
    try {
      for (const format of ['pdf', 'factur-x'] as const) {
        const path = pathOf('invoices', ids.invoices, format)
        const [here, there] = [await getInDashboard(own.owner, path), await getInDashboard(own.owner, path, other)]
        expect(there.headers.get('etag')).toBe(here.headers.get('etag'))
        expect(await hex(there)).toBe(await hex(here))
      }
    } finally {
      await other.close()
    }
  })

  it('is a PDF unless another format is asked for', async () => {
    const path = pathOf('invoices', ids.invoices)
    expect(await hex(await get(own.key, path))).toBe(await hex(await get(own.key, `${path}?format=pdf`)))
  })

  it('does not exist for other workspaces, and needs the scope', async () => {
    const stranger = await api.key()
    const test = await api.key({ email: own.owner.account, environment: 'test' })
    const scopeless = await api.key({ email: own.owner.account, scopes: ['matters:read'] })
    for (const [kind, format] of cases) {
      const path = pathOf(kind, ids[kind], format)
      const missing = await api.call('GET', pathOf(kind, 987_654_321, format), { key: stranger })
      for (const key of [stranger, test]) {
        const { status, body } = await api.call('GET', path, { key })
        expect([status, body.code]).toEqual([404, 'not_found'])
        if (key === stranger) expect(body.error).toBe(missing.body.error.replace('987654321', String(ids[kind])))
      }
      expect((await api.call('GET', path, { key: scopeless })).status).toBe(403)
    }
  })
})

const unfit: readonly (readonly [Kind, Format])[] = cases.filter(([, format]) => format !== 'pdf')

describe('a file that cannot be made', () => {
  it('returns 409 with the details of the dashboard', async () => {
    const own = await firmWith('EUR', { isComplete: false })
    const invoice = await issued(own)
    const ids = { invoices: invoice, 'credit-notes': await credited(own, invoice) }
    for (const [kind, format] of unfit) {
      const path = pathOf(kind, ids[kind], format)
      const { status, body } = await api.call('GET', path, { key: own.key })
      const inDashboard = await own.owner.call('GET', path)
      expect([status, body.code, inDashboard.status]).toEqual([409, 'missing_data', 409])
      expect(body['details']).toEqual(inDashboard.body['details'])
      expect(body['details']).toContainEqual({
        field: expect.any(String),
        code: 'missing',
        message: expect.any(String),
      })
    }
    expect((await get(own.key, pathOf('invoices', invoice))).status).toBe(200)
  })

  it('is every format but PDF of a draft', async () => {
    const own = await firmWith('EUR')
    const id = await draft(own)
    const pdf = await get(own.key, pathOf('invoices', id))
    expect([pdf.status, pdf.headers.get('content-disposition')]).toEqual([
      200,
      `attachment; filename="invoice-DRAFT-${id}.pdf"`,
    ])
    for (const format of ['factur-x', 'xrechnung', 'ledes1998b'] as const) {
      const { status, body } = await api.call('GET', pathOf('invoices', id, format), { key: own.key })
      expect([status, body.code]).toEqual([409, 'missing_data'])
      expect(body['details']).toContainEqual({
        field: 'invoice',
        code: 'missing',
        message: 'It is a draft. Issue it first',
      })
    }
  })

  it('is an e-invoice with three decimal places', async () => {
    const own = await firmWith('KWD')
    const id = await issued(own)
    expect((await get(own.key, pathOf('invoices', id))).status).toBe(200)
    for (const format of ['factur-x', 'xrechnung'] as const)
      expect((await api.call('GET', pathOf('invoices', id, format), { key: own.key })).body['details']).toContainEqual({
        field: 'invoice',
        code: 'missing',
        message: 'Amounts can have at most two decimal places (BR-DEC-12)',
      })
  })

  it('is one of an unknown format, and LEDES of a credit note', async () => {
    const own = await firmWith('EUR')
    const id = await issued(own)
    const note = await credited(own, id)
    for (const path of [`/invoices/${id}/file?format=docx`, `/credit-notes/${note}/file?format=ledes1998b`]) {
      const { status, body } = await api.call('GET', path, { key: own.key })
      expect([status, body['details']]).toMatchObject([400, [{ field: 'format', code: 'invalid_value' }]])
    }
  })
})

describe('the rate limit', () => {
  it('counts a file as 5 requests, refunds a 304, and refuses what does not fit', async () => {
    const own = await firmWith('EUR')
    const path = pathOf('invoices', await issued(own), 'xrechnung')
    const key = await api.key({ email: own.owner.account, tier: 'free' })
    const left = ({ headers }: Response) => headers.get('x-ratelimit-remaining')
    const first = await get(key, path)
    expect([first.status, left(first)]).toEqual([200, '95'])
    const known = await get(key, path, { 'if-none-match': first.headers.get('etag') ?? '' })
    expect([known.status, left(known)]).toEqual([304, '95'])
    for (let count = 0; count < 18; count++) await get(key, path)
    expect(left(await get(key, '/me'))).toBe('4')
    const refused = await get(key, path)
    expect([refused.status, left(refused), Number(refused.headers.get('retry-after')) > 0]).toEqual([429, '4', true])
    expect(left(await get(key, '/me'))).toBe('3')
  })
})

describe('a full queue of drawings', () => {
  it('returns 503 with Retry-After, and other requests go on', async () => {
    const busy = await startApi({
      drawing: { file: new URL('drawing-thread.ts', import.meta.url), deadlineMs: 4_000, running: { all: 1, each: 1 } },
      database: { db: api.db, databaseUrl: api.databaseUrl },
    })
    try {
      const own = await firmWith('EUR')
      const id = await draft(own)
      await own.owner.call('POST', `/invoices/${id}/issue`, { body: { invoice_number: 'endless' } })
      const reply = await busy.call('GET', pathOf('invoices', id), { key: own.key })
      expect([reply.status, reply.body.code, reply.headers.get('retry-after')]).toEqual([503, 'overloaded', '60'])
      expect((await busy.call('GET', pathOf('invoices', id, 'xrechnung'), { key: own.key })).status).toBe(200)
    } finally {
      await busy.close()
    }
  })
})
