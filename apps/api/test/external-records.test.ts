import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedInAs } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api, Data, Reply } from './harness.ts'

let api: Api
let owner: Awaited<ReturnType<typeof signedInAs>>
let clientId: number
let key: string

beforeAll(async () => {
  api = await startApi()
  owner = await signedInAs(api)
  key = await api.key({ email: owner.account })
  clientId = (await owner.call('POST', '/clients', { body: { company_name: 'Hale' } })).body.data.id
})
afterAll(() => api.close())

const call = (method: string, path: string, body?: unknown, as = key) =>
  api.call(method, path, { key: as, ...(body !== undefined && { body }) })

async function invoice() {
  const body = { client_user_id: clientId, lines: [{ description: 'Fee', net: 10 }] }
  return Number((await owner.call('POST', '/invoices', { body })).body.data['invoice_id'])
}

async function payment() {
  const body = { key: randomUUID(), client_id: clientId, amount: 5, paid_on: '2026-04-01' }
  return (await owner.call('POST', '/payments', { body })).body.data.id
}

async function creditNote() {
  const id = await invoice()
  await owner.call('POST', `/invoices/${id}/issue`, { body: {} })
  const credited = await owner.call('POST', `/invoices/${id}/credit-notes`, { body: { lines: [{ line: 0, net: 1 }] } })
  expect(credited.status, credited.text).toBe(201)
  const { body } = await call('GET', `/credit-notes?invoice_id=${id}`)
  return (body['data'] as unknown as Data[])[0]?.id
}

const onInvoice = (id: number, more: object = {}) => ({ resource: 'invoice', resource_id: id, ...more })

const detailsOf = ({ status, body }: Reply) => [
  status,
  ...((body['details'] ?? []) as { field: string; code: string }[]).map(({ field, code }) => `${field} ${code}`),
]

const resultsOf = ({ body }: Reply) => body['results'] as readonly Record<string, unknown>[]

const externalId = () => `erp-${randomUUID()}`

describe('a new external record', () => {
  it('belongs to an invoice, a payment or a credit note, and is returned by get, list and export', async () => {
    const targets = { invoice: await invoice(), payment: await payment(), credit_note: await creditNote() }
    for (const [resource, id] of Object.entries(targets)) {
      const sent = { resource, resource_id: id, external_id: externalId(), metadata: { booked: '2026-04-02' } }
      const made = await call('POST', '/external-records', sent)
      expect(made.status, made.text).toBe(201)
      const whole = { id: expect.any(Number), created_at: expect.any(String), updated_at: expect.any(String), ...sent }
      expect(made.body.data).toEqual({ ...whole, etag: expect.any(String) })
      const { data } = made.body
      expect((await call('GET', `/external-records/${data.id}`)).body.data).toEqual(data)
      const list = await call('GET', `/external-records?resource=${resource}&resource_id=${id}`)
      expect(list.body['data']).toEqual([data])
      const exported = await call('GET', '/external-records/export')
      expect(exported.text.split('\n').map((line) => line && JSON.parse(line))).toContainEqual(data)
    }
  })

  it('needs a resource and an ID that the workspace has', async () => {
    const stranger = await signedInAs(api)
    const theirs = await api.key({ email: stranger.account })
    const own = await invoice()
    const never = 987_654_321
    const asked = [
      await call('POST', '/external-records', onInvoice(own), theirs),
      await call('POST', '/external-records', onInvoice(never), theirs),
      await call('PUT', '/external-records', onInvoice(own, { external_id: 'a' }), theirs),
      await call('POST', '/external-records', { resource: 'payment', resource_id: never }),
      await call('POST', '/external-records', { resource: 'credit_note', resource_id: never }),
    ]
    for (const reply of asked) expect(detailsOf(reply)).toEqual([400, 'resource_id not_found'])
    const [foreign, absent] = asked.map(({ body }) => body.error.replaceAll(/\d+/g, 'N'))
    expect(foreign).toBe(absent)
    const test = await api.key({ email: owner.account, environment: 'test' })
    expect(detailsOf(await call('POST', '/external-records', onInvoice(own), test))).toEqual([
      400,
      'resource_id not_found',
    ])
    expect(detailsOf(await call('POST', '/external-records', { resource: 'matter', resource_id: own }))).toEqual([
      400,
      'resource invalid_value',
    ])
    expect(detailsOf(await call('POST', '/external-records', {}))).toEqual([
      400,
      'resource required',
      'resource_id required',
    ])
    expect(detailsOf(await call('POST', '/external-records', onInvoice(never, { metadata: 'a' })))).toEqual([
      400,
      'metadata invalid_type',
      'resource_id not_found',
    ])
  })

  it('is one of at most 20 of its invoice, also among parallel creates', async () => {
    const id = await invoice()
    const posts = Array.from({ length: 15 }, () => call('POST', '/external-records', onInvoice(id)))
    const rows = Array.from({ length: 10 }, () => onInvoice(id, { external_id: externalId() }))
    const puts = rows.map((row) => call('PUT', '/external-records', row))
    const replies = await Promise.all([...posts, ...puts])
    const made = replies.filter(({ status }) => status === 201)
    expect(made).toHaveLength(20)
    const refused = replies.filter(({ status }) => status !== 201)
    for (const { status, body } of refused)
      expect([status, body.code, body.error]).toEqual([
        409,
        'limit_reached',
        `20 external records have resource invoice and resource_id ${id}, which is the limit. Delete one of them first, or use its metadata.`,
      ])
    const list = await call('GET', `/external-records?resource_id=${id}&resource=invoice`)
    expect(list.body['count']).toBe(20)
    const known = made.find(({ body }) => body.data['external_id'] !== null)?.body.data
    if (!known) throw new Error('No PUT was first')
    const again = await call('PUT', '/external-records', { ...known, metadata: { n: '1' } })
    expect(again.status).toBe(200)
    await call('DELETE', `/external-records/${known.id}`)
    const data = Array.from({ length: 3 }, () => onInvoice(id, { external_id: externalId() }))
    const results = resultsOf(await call('POST', '/external-records/bulk', { data }))
    expect(results.map(({ status, code }) => [status, code])).toEqual([
      [201, undefined],
      [409, 'limit_reached'],
      [409, 'limit_reached'],
    ])
  })

  it('of another program is listed with the first, and has its own external_id', async () => {
    const id = await invoice()
    const erp = await call('PUT', '/external-records', onInvoice(id, { external_id: externalId() }))
    const crm = await call('PUT', '/external-records', onInvoice(id, { external_id: externalId() }))
    expect([erp.status, crm.status]).toEqual([201, 201])
    const { body } = await call('GET', `/external-records?resource=invoice&resource_id=${id}`)
    expect(body['data']).toEqual([erp.body.data, crm.body.data])
    for (const { body: one } of [erp, crm])
      expect((await call('DELETE', `/external-records/${one.data.id}`)).status).toBe(200)
  })

  it('cannot have the external_id of one of another kind, which the refusal says', async () => {
    const own = externalId()
    const { data } = (await call('PUT', '/external-records', onInvoice(await invoice(), { external_id: own }))).body
    const ofPayment = { external_id: own, resource: 'payment', resource_id: await payment() }
    const replies = [
      await call('PUT', '/external-records', ofPayment),
      await call('POST', '/external-records', ofPayment),
    ]
    for (const { status, body } of replies)
      expect([status, body.code, body.error, body['existing_id']]).toEqual([
        409,
        'external_id_conflict',
        `external_id "${own}" belongs to external record ${data.id}. It has another resource, so use another external_id.`,
        data.id,
      ])
    const bulk = await call('POST', '/external-records/bulk', { data: [ofPayment] })
    expect(resultsOf(bulk)).toMatchObject([{ status: 409, code: 'external_id_conflict', existing_id: data.id }])
  })

  it('can follow a deleted one, and a payment can have the ID of an invoice', async () => {
    const id = await invoice()
    const { body } = await call('POST', '/external-records', onInvoice(id, { external_id: 'again' }))
    expect((await call('DELETE', `/external-records/${body.data.id}`)).status).toBe(200)
    const next = await call('POST', '/external-records', onInvoice(id, { external_id: 'again' }))
    expect(next.status).toBe(201)
    expect(next.body.data.id).not.toBe(body.data.id)
  })
})

describe('an upsert', () => {
  it('creates, then changes nothing, then merges metadata', async () => {
    const id = await invoice()
    const sent = onInvoice(id, { external_id: externalId(), metadata: { booked: 'yes', period: '2026-04' } })
    const first = await call('PUT', '/external-records', sent)
    const again = await call('PUT', '/external-records', sent)
    expect([first.status, first.body.created, again.status, again.body.created]).toEqual([201, true, 200, false])
    expect(again.body.data).toEqual(first.body.data)
    const merged = await call('PUT', '/external-records', {
      external_id: first.body.data['external_id'],
      metadata: { booked: null, journal: 'J-7' },
    })
    expect(merged.body.data).toMatchObject({ resource_id: id, metadata: { period: '2026-04', journal: 'J-7' } })
    const cleared = await call('PATCH', `/external-records/${first.body.data.id}`, { metadata: null })
    expect(cleared.body.data['metadata']).toEqual({})
  })

  it('keeps the resource and its ID', async () => {
    const [id, other] = [await invoice(), await invoice()]
    const own = externalId()
    const { body } = await call('PUT', '/external-records', onInvoice(id, { external_id: own }))
    const moves = [
      await call('PUT', '/external-records', onInvoice(other, { external_id: own })),
      await call('PATCH', `/external-records/${body.data.id}`, { resource_id: other }),
      await call('PATCH', `/external-records/${body.data.id}`, { resource_id: 987_654_321 }),
    ]
    for (const reply of moves) expect(detailsOf(reply)).toEqual([400, 'resource_id read_only'])
    const kind = await call('PATCH', `/external-records/${body.data.id}`, { resource: 'payment' })
    expect(detailsOf(kind)).toEqual([400, 'resource read_only'])
    const back = await call('PATCH', `/external-records/${body.data.id}`, { ...body.data, external_id: externalId() })
    expect(back.status, back.text).toBe(200)
    const emptied = await call('PATCH', `/external-records/${body.data.id}`, { resource_id: null })
    expect(detailsOf(emptied)).toEqual([400, 'resource_id not_nullable'])
  })

  it('names the record that has its external_id', async () => {
    const [id, other] = [await invoice(), await invoice()]
    const own = externalId()
    const { data } = (await call('PUT', '/external-records', onInvoice(id, { external_id: own }))).body
    const taken = await call('POST', '/external-records', onInvoice(other, { external_id: own }))
    expect([taken.status, taken.body.code, taken.body['existing_id']]).toEqual([409, 'external_id_conflict', data.id])
  })
})

describe('many', () => {
  it('have an outcome each, also two for one invoice', async () => {
    const [a, b, c] = [await invoice(), await invoice(), await invoice()]
    const [one, two] = [externalId(), externalId()]
    const first = (await call('PUT', '/external-records', onInvoice(a, { external_id: one }))).body.data
    const rows = [
      { external_id: one, metadata: { n: '1' }, if_match: first['etag'] },
      onInvoice(b, { external_id: two, metadata: { n: '2' } }),
      onInvoice(a, { external_id: externalId() }),
      onInvoice(c, { external_id: externalId() }),
      onInvoice(c, { external_id: externalId() }),
      onInvoice(987_654_321, { external_id: externalId() }),
      { external_id: externalId(), metadata: { n: '6' } },
    ]
    const results = resultsOf(await call('POST', '/external-records/bulk', { data: rows }))
    expect(results.map(({ status, code }) => [status, code])).toEqual([
      [200, undefined],
      [201, undefined],
      [201, undefined],
      [201, undefined],
      [201, undefined],
      [400, 'validation_failed'],
      [400, 'validation_failed'],
    ])
    const stale = [{ external_id: one, metadata: { n: '3' }, if_match: first['etag'] }]
    expect(resultsOf(await call('POST', '/external-records/bulk', { data: stale }))[0]).toMatchObject({
      status: 412,
      code: 'precondition_failed',
    })
  })

  it('are found by resource, resource_id and metadata', async () => {
    const ids = [await invoice(), await invoice()]
    for (const [n, id] of ids.entries())
      await call('POST', '/external-records', onInvoice(id, { metadata: { batch: 'found', n: `${n}` } }))
    await call('POST', '/external-records', {
      resource: 'payment',
      resource_id: await payment(),
      metadata: { batch: 'found' },
    })
    const found = async (query: string) => {
      const { body } = await call('GET', `/external-records?${query}`)
      return (body['data'] as unknown as Data[]).map(
        (record) => `${String(record['resource'])} ${String(record['resource_id'])}`,
      )
    }
    expect(await found(`resource=invoice&resource_id=${ids.join(',')}`)).toEqual(ids.map((id) => `invoice ${id}`))
    expect(await found('metadata[batch]=found')).toHaveLength(3)
    expect(await found('metadata[batch]=found&resource=payment,credit_note')).toHaveLength(1)
    expect(await found('metadata[batch]=found&metadata[n]=1')).toEqual([`invoice ${ids[1]}`])
  })
})

describe('a deletion', () => {
  it('of a draft or payment deletes its external record, which a sync shows', async () => {
    const [id, paid] = [await invoice(), await payment()]
    const made = [
      await call('POST', '/external-records', onInvoice(id, { external_id: 'of-draft' })),
      await call('POST', '/external-records', { resource: 'payment', resource_id: paid, external_id: 'of-payment' }),
    ].map(({ body }) => body.data)
    const since = made
      .map(({ updated_at: stamp }) => stamp)
      .toSorted()
      .at(-1)
    expect((await owner.call('DELETE', `/invoices/${id}`)).status).toBe(200)
    expect((await owner.call('DELETE', `/payments/${paid}`)).status).toBe(200)
    const changes = await call('GET', `/external-records?updated_since=${since}&include_deleted=true`)
    expect(changes.body['data']).toEqual(
      made.map((record) => ({
        id: record.id,
        external_id: record['external_id'],
        deleted_at: expect.any(String),
        updated_at: expect.any(String),
      })),
    )
    for (const { id: gone } of made) expect((await call('GET', `/external-records/${gone}`)).status).toBe(404)
    expect(detailsOf(await call('POST', '/external-records', onInvoice(id)))).toEqual([400, 'resource_id not_found'])
  })

  it('of an external record leaves the invoice as it is', async () => {
    const id = await invoice()
    const before = (await call('GET', `/invoices/${id}`)).body.data
    const { data } = (await call('POST', '/external-records', onInvoice(id))).body
    await call('DELETE', '/external-records/bulk', { ids: [data.id] })
    expect((await call('GET', `/invoices/${id}`)).body.data).toEqual(before)
  })
})

describe('scopes', () => {
  it('external_records:write writes external records and no invoice', async () => {
    const writer = await api.key({ email: owner.account, scopes: ['external_records:write'] })
    const reader = await api.key({ email: owner.account, scopes: ['invoices:read'] })
    const id = await invoice()
    const made = await call('POST', '/external-records', onInvoice(id, { external_id: externalId() }), writer)
    expect(made.status).toBe(201)
    const of = (method: string, as: string) =>
      call(
        method,
        `/external-records/${made.body.data.id}`,
        method === 'PATCH' ? { metadata: { a: 'b' } } : undefined,
        as,
      )
    expect([(await of('GET', writer)).status, (await of('PATCH', writer)).status]).toEqual([403, 200])
    expect([(await of('GET', reader)).status, (await of('PATCH', reader)).status]).toEqual([200, 403])
    for (const [method, path] of [
      ['POST', '/invoices'],
      ['PATCH', `/invoices/${id}`],
      ['DELETE', `/invoices/${id}`],
    ] as const)
      expect((await call(method, path, {}, writer)).status).toBe(405)
    expect((await of('DELETE', writer)).status).toBe(200)
  })
})
