import { beforeAll, describe, expect, it } from 'vitest'

import {
  AuthenticationError,
  BadRequestError,
  ConflictError,
  Matterbase,
  IdempotencyError,
  NotFoundError,
  PermissionError,
  PreconditionFailedError,
  RateLimitError,
} from '../../src/index.ts'
import { realService } from './service.ts'

let service: Awaited<ReturnType<typeof realService>>
let mb: Matterbase
let email: string
beforeAll(async () => {
  service = await realService()
  email = await service.account()
  mb = await service.client({ email })
})

describe('the service', () => {
  it('says whose key it is', async () => {
    const { data, requestId, rateLimit } = await mb.me().withResponse()
    expect(data.key).toMatchObject({ name: 'contract', environment: 'live', rate_tier: 'enterprise' })
    expect(requestId).toBeTruthy()
    expect(rateLimit).toBeUndefined()
  })

  it.each(['matters', 'clients', 'timeEntries'] as const)(
    'creates, reads, changes, upserts and deletes %s',
    async (name) => {
      const bodies = { matters: { title: 'A' }, clients: { company_name: 'A' }, timeEntries: { description: 'A' } }
      const resource = (await service.client())[name] as Matterbase['matters']
      const made = await resource.create(bodies[name] as { title: string })
      expect(await resource.get(made.id)).toEqual(made)
      const changed = await resource.update(made.id, { external_id: 'x-1' })
      expect(changed).toEqual({ ...made, external_id: 'x-1', updated_at: changed.updated_at, etag: changed.etag })
      expect(await resource.upsert('x-1', {})).toEqual({ data: changed, created: false })
      expect(await resource.upsert('x-2', bodies[name] as { title: string })).toMatchObject({
        created: true,
        data: { external_id: 'x-2' },
      })
      expect(await resource.list({ external_id: 'x-1' }).toArray()).toEqual([changed])
      expect(await resource.delete(made.id)).toBeUndefined()
      await expect(resource.get(made.id)).rejects.toBeInstanceOf(NotFoundError)
      await expect(resource.delete(made.id)).rejects.toMatchObject({ code: 'not_found', attempts: 1 })
    },
  )

  it('refuses with the facts of what is wrong', async () => {
    const bad = await mb.matters.create({ title: '', start_date: '2025-02-30' }).catch((error: unknown) => error)
    expect(bad).toBeInstanceOf(BadRequestError)
    expect((bad as BadRequestError).details.map(({ field }) => field).toSorted()).toEqual(['start_date', 'title'])
    const { id } = await mb.matters.create({ title: 'A', external_id: 'taken' })
    const taken = await mb.matters.create({ title: 'B', external_id: 'taken' }).catch((error: unknown) => error)
    expect(taken).toBeInstanceOf(ConflictError)
    expect(taken).toMatchObject({ code: 'external_id_conflict', existingId: id })
    const narrow = await service.client({ email, scopes: ['matters:read'] })
    await expect(narrow.matters.create({ title: 'A' })).rejects.toBeInstanceOf(PermissionError)
    const { url } = await mb
      .me()
      .withResponse()
      .then(({ response }) => response)
    const stranger = new Matterbase({
      apiKey: 'mb_live_unknown',
      baseUrl: url.replace('/me', ''),
      dangerouslyAllowBrowser: true,
    })
    await expect(stranger.me()).rejects.toBeInstanceOf(AuthenticationError)
  })

  it('keeps a client that others refer to, unless it is forced', async () => {
    const { id } = await mb.clients.create({ company_name: 'Moss' })
    const matter = await mb.matters.create({ title: 'Moss v. Fern', client_id: id })
    await expect(mb.clients.delete(id)).rejects.toMatchObject({
      code: 'has_dependents',
      dependents: { matters: 1 },
      message: expect.stringContaining('{ force: true }'),
    })
    await mb.clients.delete(id, { force: true })
    expect((await mb.matters.get(matter.id)).client_id).toBeNull()
  })

  it('does a repeated POST once', async () => {
    const options = { idempotencyKey: 'once' }
    const first = await mb.matters.create({ title: 'Once' }, options)
    const second = await mb.matters.create({ title: 'Once' }, options).withResponse()
    expect(second.data).toEqual(first)
    expect(second.response.headers.get('idempotent-replayed')).toBe('true')
    const other = mb.matters.create({ title: 'Other' }, options)
    await expect(other).rejects.toBeInstanceOf(IdempotencyError)
    await expect(other).rejects.toMatchObject({ status: 422, code: 'idempotency_mismatch' })
  })

  it('walks a list by cursor, every record once', async () => {
    const own = await service.client()
    const results = await Array.fromAsync(
      own.matters.upsertMany(Array.from({ length: 210 }, (_, n) => ({ external_id: `w-${n}`, title: `${n}` }))),
    )
    expect(results.every(({ created }) => created)).toBe(true)
    const page = await own.matters.list({ limit: 200, include: 'total' })
    expect(page).toMatchObject({ count: 200, total: 210, hasMore: true, nextCursor: expect.any(String) })
    for (const params of [{}, { limit: 70 }, { sort: '-created_at' }, { offset: 100, limit: 100 }] as const) {
      const ids = (await own.matters.list(params).toArray()).map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids.length).toBe('offset' in params ? 110 : 210)
    }
  })

  it('upserts many, each row for itself', async () => {
    const own = await service.client()
    const rows = [{ external_id: 'b-1', title: 'One' }, { external_id: 'b-2' }, { external_id: 'b-1', title: 'Again' }]
    const results = await Array.fromAsync(own.matters.upsertMany(rows))
    expect(results).toMatchObject([
      { index: 0, external_id: 'b-1', outcome: 'created', created: true, data: { title: 'One' } },
      { index: 1, external_id: 'b-2', outcome: 'failed', error: { details: [{ field: 'title' }] } },
      { index: 2, external_id: 'b-1', outcome: 'failed', error: { status: expect.any(Number) } },
    ])
    const again = own.matters.upsertMany([
      { external_id: 'b-1', title: 'One' },
      { external_id: 'b-3', title: 'Three' },
    ])
    expect((await Array.fromAsync(again)).map(({ outcome }) => outcome)).toEqual(['unchanged', 'created'])
    const [changed] = await own.matters.bulk([{ external_id: 'b-1', title: 'Once more' }])
    expect(changed).toMatchObject({ outcome: 'updated', data: { title: 'Once more' } })
  })

  it('writes all rows or none, and says which were at fault', async () => {
    const own = await service.client()
    const rows = [{ external_id: 'a-1', title: 'One' }, { external_id: 'a-2' }]
    const failed = await own.matters.bulk(rows, { atomic: true }).catch((error: unknown) => error)
    expect(failed).toMatchObject({
      code: 'bulk_failed',
      failures: [{ index: 1, error: { code: 'validation_failed', details: [{ field: 'title' }] } }],
    })
    await expect(own.matters.getByExternalId('a-1')).rejects.toBeInstanceOf(NotFoundError)
    const results = await own.matters.bulk(rows.slice(0, 1), { atomic: true })
    expect(results).toMatchObject([{ external_id: 'a-1', outcome: 'created' }])
    expect(await own.matters.getByExternalId('a-1')).toEqual(results[0]?.data)
  })

  it('says what it ignored, and refuses it when it is asked to', async () => {
    const warned: string[] = []
    const logger = { debug() {}, info() {}, warn: (message: string) => void warned.push(message) }
    const own = await service.client({}, { logger })
    const misspelt = { title: 'A', descriptoin: 'B' }
    const { ignoredFields } = await own.matters.create(misspelt).withResponse()
    expect(ignoredFields).toEqual(['descriptoin'])
    const page = await own.matters.list({ stauts: 'Settled' } as object).withResponse()
    expect(page.ignoredFields).toEqual(['stauts'])
    await Array.fromAsync(own.matters.upsertMany([{ external_id: 'i-1', ...misspelt }]))
    expect(warned).toEqual([
      expect.stringContaining('POST /matters: the server ignored the unknown descriptoin'),
      expect.stringContaining('GET /matters: the server ignored the unknown stauts'),
      expect.stringContaining('POST /matters/bulk: the server ignored the unknown descriptoin'),
    ])
    const strict = own.withOptions({ strict: true })
    const unknown = { code: 'validation_failed', details: [{ field: 'descriptoin', code: 'unknown_field' }] }
    await expect(strict.matters.create(misspelt)).rejects.toMatchObject(unknown)
    await expect(strict.matters.list({ stauts: 'Settled' } as object)).rejects.toBeInstanceOf(BadRequestError)
    const [row] = await strict.matters.bulk([{ external_id: 'i-2', ...misspelt }])
    expect(row).toMatchObject({ outcome: 'failed', error: unknown })
  })

  it('takes a Date or a text for every date', async () => {
    const own = await service.client()
    const day = new Date('2026-03-14')
    const matter = await own.matters.create({ title: 'A', start_date: day, end_date: '2026-03-15' })
    expect(matter).toMatchObject({ start_date: '2026-03-14', end_date: '2026-03-15' })
    const entry = await own.timeEntries.create({ start_time: '2026-03-14', end_time: new Date('2026-03-14T01:30Z') })
    expect(entry).toMatchObject({ start_time: '2026-03-14T00:00:00.000Z', duration: 1.5 })
    for (const moment of ['2026-03-14', '2026-03-14T09:26:53', day])
      expect(await own.matters.list({ updated_since: moment, created_since: moment })).toMatchObject({ count: 1 })
    const { id } = await own.webhooks.create({ url: 'http://127.0.0.1:9/hooks', events: ['matter.created'] })
    expect(await own.webhooks.deliveries(id, { created_since: '2026-03-14' })).toMatchObject({ count: 0 })
    expect(await own.webhooks.replay(id, { from: '2026-03-14', to: new Date() })).toMatchObject({ count: 0 })
  })

  it('does not write over what somebody else has changed', async () => {
    const { data, response } = await mb.matters.create({ title: 'A' }).withResponse()
    const headers = { 'if-match': response.headers.get('etag') }
    await mb.matters.update(data.id, { title: 'B' }, { headers })
    await expect(mb.matters.update(data.id, { title: 'C' }, { headers })).rejects.toBeInstanceOf(
      PreconditionFailedError,
    )
  })

  it('answers requests that are written by hand', async () => {
    const own = await service.client()
    const body = { title: 'Raw', start_date: new Date('2026-03-14') }
    const made = await own.request<{ data: { id: number; start_date: string } }>('POST', '/matters', { body })
    expect(made.data.start_date).toBe('2026-03-14')
    const page = await own.request<{ total: number }>('GET', '/matters', { query: { include: 'total', limit: 1 } })
    expect(page.total).toBe(1)
    await expect(own.request('DELETE', `/matters/${made.data.id}`)).resolves.toEqual({ success: true })
    await expect(own.request('GET', `/matters/${made.data.id}`)).rejects.toBeInstanceOf(NotFoundError)
  })

  it('captures leads and lists them as pages, newest first', async () => {
    const own = await service.client()
    const first = await own.leads.create({ email: 'Ada@moss.example', practice_area: 'Probate' })
    const again = await own.leads.create({ email: 'ada@moss.example', first_name: 'Ada' })
    expect([first.created, again.created, again.lead.lead_id === first.lead.lead_id]).toEqual([true, false, true])
    await own.leads.create({ first_name: 'Bo' })
    expect((await own.leads.list({ limit: 1 }).toArray()).map(({ first_name }) => first_name)).toEqual(['Bo', 'Ada'])
    await expect(own.leads.create({ email: ' ' })).rejects.toThrow('email or first_name')
  })

  it('shows invoices', async () => {
    await service.invoice(email, { number: 'INV-1', total: 12.5, status: 'sent' })
    const [found] = await mb.invoices.list({ status: 'sent' }).toArray()
    expect(found).toMatchObject({ invoice_number: 'INV-1', total_amount: 12.5 })
    expect(await mb.invoices.get(found?.invoice_id ?? 0)).toEqual(found)
    expect((await Array.fromAsync(mb.invoices.sync())).flatMap(({ items }) => items)).toEqual([found])
  })

  it('keeps webhook endpoints, and shows their secret once', async () => {
    const { secret, ...endpoint } = await mb.webhooks.create({
      url: 'http://127.0.0.1:9/hooks',
      events: ['matter.created'],
    })
    expect(secret).toMatch(/^whsec_/)
    expect(await mb.webhooks.list()).toEqual([endpoint])
    await expect(mb.webhooks.test(endpoint.id)).resolves.toMatchObject({ success: true })
    await mb.webhooks.delete(endpoint.id)
    expect(await mb.webhooks.list()).toEqual([])
  })

  it('changes endpoints, rotates secrets, and shows and sends again what was delivered', async () => {
    const own = await service.client()
    const { secret, ...endpoint } = await own.webhooks.create({
      url: 'http://127.0.0.1:9/hooks',
      events: ['matter.created'],
    })
    expect(await own.webhooks.get(endpoint.id)).toEqual(endpoint)
    expect(await own.webhooks.update(endpoint.id, { description: 'CRM' })).toEqual({ ...endpoint, description: 'CRM' })
    await expect(own.webhooks.update(endpoint.id, { held: 'skip' })).rejects.toBeInstanceOf(BadRequestError)
    const rotated = await own.webhooks.rotateSecret(endpoint.id)
    expect(rotated.secret).not.toBe(secret)
    expect(Date.parse(rotated.previous_expires_at)).toBeGreaterThan(Date.now())

    const from = new Date(Date.now() - 60_000)
    for (const title of ['A', 'B', 'C']) await own.matters.create({ title })
    const deliveries = await own.webhooks.deliveries(endpoint.id, { limit: 2, created_since: from }).toArray()
    expect(deliveries).toMatchObject(
      Array.from({ length: 3 }, () => ({ event: 'matter.created', status: 'pending', attempts: [] })),
    )
    const [newest] = deliveries
    expect(await own.webhooks.retry(endpoint.id, newest?.id ?? 0)).toMatchObject({ id: newest?.id, status: 'pending' })
    await expect(own.webhooks.retry(endpoint.id, 987_654_321)).rejects.toBeInstanceOf(NotFoundError)
    await own.webhooks.update(endpoint.id, { is_active: false })
    expect(await own.webhooks.deliveries(endpoint.id, { status: 'held' }).toArray()).toHaveLength(3)
    await own.webhooks.update(endpoint.id, { is_active: true, held: 'skip' })
    const replay = await own.webhooks.replay(endpoint.id, { from, to: new Date(), status: 'all' })
    expect(replay).toEqual({ id: expect.any(Number), count: 3 })
  })

  it('refuses what exceeds the rate, and says when to come back', async () => {
    const free = await service.client({ tier: 'free' }, { maxRetryAfterMs: 0 })
    // All different, since a browser asks again for what it has kept, and an answer of 304 is free.
    const asked = Array.from({ length: 110 }, (_, offset) => free.matters.list({ limit: 1, offset }).withResponse())
    const outcomes = await Promise.allSettled(asked)
    const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect(errors).toHaveLength(10)
    expect(errors[0]).toBeInstanceOf(RateLimitError)
    expect(errors[0].retryAfterMs).toBeGreaterThan(0)
    const [first] = outcomes
    expect(first?.status === 'fulfilled' && first.value.rateLimit?.limit).toBe(100)
  })
})
