import { randomUUID } from 'node:crypto'
import { bigint, bool, int, orNull, text } from '@matterbase/db'
import { findWorkspace, recordEvents, write } from '@matterbase/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api
let key: string
let id: number
let workspaceId: number

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  const email = await api.account()
  key = await api.key({ email })
  workspaceId = await findWorkspace(api.db, email, 'live')
  id = await addEndpoint()
})

async function addEndpoint(): Promise<number> {
  const body = { url: 'https://example.com/hooks', events: ['matter.created', 'client.created'] }
  return Number((await api.call('POST', '/webhooks', { key, body })).body['id'])
}

const path = (rest: string) => `/webhooks/${id}/${rest}`
const get = (query = '') => api.call('GET', path(`deliveries${query}`), { key })
const post = (rest: string, body?: object, headers = {}) => api.call('POST', path(rest), { key, body, headers })
const hour = (at: number) => new Date(Date.UTC(2026, 0, 1, at))

/** Deliveries of events that happened in these hours, oldest first, with these statuses. */
async function deliver(given: readonly (readonly [hour: number, status: string])[]): Promise<number[]> {
  const ids: number[] = []
  for (const [at, status] of given) {
    await write(api.db, workspaceId, (tx) => recordEvents(tx, 'matter.created', ['{"id":1}'], hour(at)))
    const [row] = await api.db.rows({ id: bigint })`
      UPDATE webhook_deliveries SET status = ${status}, attempt_count = 10, last_error = 'no'
      WHERE id = (SELECT max(id) FROM webhook_deliveries WHERE workspace_id = ${workspaceId} AND endpoint_id = ${id}) RETURNING id`
    ids.push(Number(row?.id))
  }
  return ids
}

async function addAttempt(delivery: number, attempt: number): Promise<string> {
  const attemptId = randomUUID()
  await api.db.run`
    INSERT INTO webhook_attempts (workspace_id, id, webhook_delivery_id, attempt, started_at, duration_ms, outcome, status_code, response_body)
    VALUES (${workspaceId}, ${attemptId}::uuid, ${delivery}, ${attempt}, ${hour(attempt)}, 12, 'http_error', 500, 'no "luck"')`
  return attemptId
}

const rowsOf = () =>
  api.db.rows({ id: bigint, status: text, is_due: orNull(bool), schedule_start: int })`
    SELECT id, status, next_attempt_at <= now() AS is_due, schedule_start FROM webhook_deliveries
    WHERE workspace_id = ${workspaceId} ORDER BY id`

describe('GET /webhooks/{id}/deliveries', () => {
  it('answers deliveries newest first, with every attempt', async () => {
    const [first, second] = await deliver([
      [1, 'failed'],
      [2, 'sending'],
    ])
    const attempts = [await addAttempt(first ?? 0, 1), await addAttempt(first ?? 0, 2)]
    const { status, body } = await get()
    expect(status).toBe(200)
    expect(body).toEqual({ count: 2, limit: 50, has_more: false, next_cursor: null, data: expect.any(Array) })
    expect(body.data).toMatchObject([
      { id: second, status: 'pending', next_attempt_at: null, attempts: [] },
      {
        id: first,
        event_id: expect.stringMatching(/^[\da-f-]{36}$/),
        event: 'matter.created',
        status: 'failed',
        attempt_count: 10,
        last_error: 'no',
        created_at: hour(1).toISOString(),
        delivered_at: null,
      },
    ])
    const [, older] = body.data as unknown as { attempts: object[] }[]
    expect(older?.attempts).toEqual(
      attempts.map((delivery_id, index) => ({
        delivery_id,
        attempt: index + 1,
        started_at: hour(index + 1).toISOString(),
        duration_ms: 12,
        outcome: 'http_error',
        status_code: 500,
        response_body: 'no "luck"',
      })),
    )
  })

  it('filters by status, event and time', async () => {
    const all = ['pending', 'queued', 'sending', 'delivered', 'failed', 'held', 'cancelled', 'blocked']
    const ids = await deliver(all.map((status, at) => [at, status] as const))
    const found = async (query: string) => (await get(query)).rows.map((row) => row.id)
    expect(await found('?status=pending')).toEqual(ids.slice(0, 3).toReversed())
    for (const [at, status] of all.slice(3).entries()) expect(await found(`?status=${status}`)).toEqual([ids[at + 3]])
    expect(await found('?event=client.created')).toEqual([])
    expect(await found('?event=matter.created&limit=1')).toEqual(ids.slice(-1))
    expect(await found(`?created_since=${hour(5).toISOString()}`)).toEqual(ids.slice(6).toReversed())
  })

  it('is walked by cursor, every delivery once, whatever comes in between', async () => {
    const ids = await deliver(Array.from({ length: 7 }, (_, at) => [Math.floor(at / 3), 'failed'] as const))
    const seen: number[] = []
    let reply = await get('?limit=3&status=failed')
    for (;;) {
      seen.push(...reply.rows.map((row) => row.id))
      const { next_cursor: cursor } = reply.body as unknown as { next_cursor: string | null }
      if (cursor === null) break
      expect(reply.headers.get('link')).toContain(`/api/v1/webhooks/${id}/deliveries?cursor=`)
      await deliver([[9, 'failed']])
      reply = await get(`?limit=3&cursor=${cursor}`)
    }
    expect(seen).toEqual(ids.toReversed())
    const [cursor] = [(await get('?limit=1')).body['next_cursor']]
    id = await addEndpoint()
    expect((await get(`?cursor=${String(cursor)}`)).body['details']).toMatchObject([{ code: 'invalid_cursor' }])
  })

  it.each(['status=queued', 'status=', 'event=matter.closed', 'created_since=today', 'limit=0', 'cursor=x'])(
    'answers 400 to %s',
    async (query) => {
      expect((await get(`?${query}`)).status).toBe(400)
    },
  )
})

describe('POST /webhooks/{id}/deliveries/{delivery}/retry', () => {
  it.each(['failed', 'blocked', 'cancelled', 'delivered', 'pending', 'held'])(
    'makes a %s delivery due, by its id',
    async (status) => {
      const [delivery] = await deliver([[1, status]])
      const reply = await post(`deliveries/${delivery}/retry`)
      expect([reply.status, reply.body]).toMatchObject([
        202,
        { success: true, data: { id: delivery, status: 'pending', next_attempt_at: expect.any(String) } },
      ])
      expect(await rowsOf()).toMatchObject([{ status: 'pending', is_due: true, schedule_start: 10 }])
    },
  )

  it('takes the delivery_id of an attempt', async () => {
    const [delivery] = await deliver([[1, 'failed']])
    const attempt = await addAttempt(delivery ?? 0, 1)
    const reply = await post(`deliveries/${attempt.toUpperCase()}/retry`)
    expect([reply.status, reply.body.data]).toMatchObject([202, { id: delivery, attempts: [{ delivery_id: attempt }] }])
  })

  it('leaves one alone that is being sent, and holds one of an endpoint that is switched off', async () => {
    const [sending, failed] = await deliver([
      [1, 'sending'],
      [2, 'failed'],
    ])
    expect((await post(`deliveries/${sending}/retry`)).body.data['status']).toBe('pending')
    await api.call('PATCH', `/webhooks/${id}`, { key, body: { is_active: false } })
    expect((await post(`deliveries/${failed}/retry`)).body.data['status']).toBe('held')
    expect((await rowsOf()).map(({ status }) => status)).toEqual(['sending', 'held'])
  })

  it('answers 404 to what is not a delivery of this endpoint', async () => {
    const [delivery] = await deliver([[1, 'failed']])
    const attempt = await addAttempt(delivery ?? 0, 1)
    const [own, other] = [id, await addEndpoint()]
    for (const ref of ['0', 'x', '99999999999999999999', '9999999999999999', randomUUID(), `${attempt}0`])
      expect([ref, (await post(`deliveries/${ref}/retry`)).status]).toEqual([ref, 404])
    id = other
    for (const ref of [delivery, attempt]) expect((await post(`deliveries/${ref}/retry`)).status).toBe(404)
    id = own
    key = await api.key()
    for (const ref of [delivery, attempt]) expect((await post(`deliveries/${ref}/retry`)).status).toBe(404)
    expect(await rowsOf()).toMatchObject([{ status: 'failed' }])
  })
})

describe('POST /webhooks/{id}/replay', () => {
  const span = { from: hour(1).toISOString(), to: hour(3).toISOString() }
  const statuses = ['delivered', 'failed', 'blocked', 'cancelled', 'held', 'pending', 'sending'] as const

  it.each([
    [undefined, 2],
    ['failed', 2],
    ['all', 4],
  ])('with status %s counts what goes out again and writes the order down', async (status, count) => {
    await deliver([[0, 'failed'], ...statuses.map((each) => [2, each] as const), [4, 'failed']])
    const reply = await post('replay', { ...span, ...(status && { status }) })
    expect([reply.status, reply.body]).toEqual([202, { success: true, data: { id: expect.any(Number), count } }])
    expect(await api.db.webhookReplay.findMany({ where: { workspace_id: workspaceId } })).toMatchObject([
      { id: BigInt(reply.body.data.id), endpoint_id: BigInt(id), status: status ?? 'failed', finished_at: null },
    ])
  })

  it('includes both ends, and nothing that is yet to happen', async () => {
    await deliver([
      [1, 'failed'],
      [3, 'failed'],
    ])
    expect((await post('replay', span)).body.data['count']).toBe(2)
    await post('replay', { ...span, to: '2999-01-01T00:00:00Z' })
    const replays = await api.db.webhookReplay.findMany({
      where: { workspace_id: workspaceId },
      orderBy: { id: 'asc' },
    })
    expect(replays[1]?.to_time.getTime()).toBeLessThanOrEqual(Date.now() + 1_000)
  })

  it('is ordered once under one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'replay' }
    const replies = [await post('replay', span, headers), await post('replay', span, headers)]
    expect(replies[1]?.text).toBe(replies[0]?.text)
    expect(await api.db.webhookReplay.count({ where: { workspace_id: workspaceId } })).toBe(1)
  })

  it.each([
    [{ to: span.to }, 'from', 'required'],
    [{ from: span.from }, 'to', 'required'],
    [{ from: span.to, to: span.from }, 'to', 'before_from'],
    [{ ...span, from: 'yesterday' }, 'from', 'invalid_format'],
    [{ ...span, status: 'held' }, 'status', 'invalid_value'],
  ])('answers 400 to %j', async (body, field, code) => {
    const reply = await post('replay', body)
    expect([reply.status, reply.body['details']]).toMatchObject([400, [{ field, code }]])
  })
})
