import { bool, int, text } from '@matterbase/db'
import { recordEvents, write } from '@matterbase/domain'
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
  key = await api.key()
  const created = await api.call('POST', '/webhooks', { key, body: { url, events: ['matter.created'] } })
  ;({ id } = created.body as unknown as { id: number })
  const [row] = await api.db.rows({ workspace_id: int })`
    SELECT workspace_id FROM webhook_endpoints WHERE id = ${id}`
  workspaceId = row?.workspace_id ?? 0
})

const url = 'https://example.com/hooks'
const path = (rest = '') => `/webhooks/${id}${rest}`
const patch = (body: object, headers = {}) => api.call('PATCH', path(), { key, body, headers })
const endpoint = () => api.db.webhookEndpoint.findFirstOrThrow({ where: { workspace_id: workspaceId, id } })
const record = (count: number) =>
  write(api.db, workspaceId, (tx) =>
    recordEvents(
      tx,
      'matter.created',
      Array.from({ length: count }, (_, n) => `{"id":${n}}`),
      tx.now,
    ),
  )
async function statuses(): Promise<Record<string, number>> {
  const rows = await api.db.rows({ status: text, count: int })`
    SELECT status, count(*)::int AS count FROM webhook_deliveries WHERE workspace_id = ${workspaceId} GROUP BY 1`
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

describe('GET and PATCH /webhooks/{id}', () => {
  it('answer the endpoint as the list does, with its tag', async () => {
    const reply = await api.call('GET', path(), { key })
    expect([reply.body.data]).toEqual((await api.call('GET', '/webhooks', { key })).body['webhooks'])
    const etag = reply.headers.get('etag') ?? ''
    expect((await api.call('GET', path(), { key, headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await patch({ description: 'CRM' }, { 'if-match': etag })).status).toBe(200)
    expect((await patch({ description: 'ERP' }, { 'if-match': etag })).status).toBe(412)
  })

  it('changes what is sent and nothing else', async () => {
    const before = (await api.call('GET', path(), { key })).body.data
    expect((await patch({})).body.data).toEqual(before)
    const changes = { url: 'http://localhost:4000/', events: ['ping.test', 'lead.created', 'ping.test'] }
    expect((await patch(changes)).body.data).toEqual({ ...before, ...changes, events: ['ping.test', 'lead.created'] })
    expect((await patch({ description: 'CRM' })).body.data['description']).toBe('CRM')
    const after = (await patch({ description: null, id: 7, failure_count: 9, secret: 'whsec_mine' })).body.data
    expect(after).toEqual({ ...before, ...changes, events: ['ping.test', 'lead.created'] })
  })

  it.each([
    [{ url: null }, 'url', 'not_nullable'],
    [{ url: 'http://169.254.169.254/latest' }, 'url', 'invalid_target'],
    [{ url: 'https://user:pass@example.com' }, 'url', 'invalid_target'],
    [{ url: 'ftp://example.com' }, 'url', 'invalid_format'],
    [{ events: [] }, 'events', 'too_short'],
    [{ events: ['matter.closed'] }, 'events[0]', 'invalid_value'],
    [{ is_active: 'yes' }, 'is_active', 'invalid_type'],
    [{ is_active: null }, 'is_active', 'not_nullable'],
    [{ is_active: true, held: 'drop' }, 'held', 'invalid_value'],
    [{ held: 'skip' }, 'held', 'needs_is_active'],
    [{ is_active: false, held: 'resume' }, 'held', 'needs_is_active'],
  ])('answers 400 to %j and changes nothing', async (body, field, code) => {
    const before = await endpoint()
    const reply = await patch(body)
    expect([reply.status, reply.body['details']]).toMatchObject([400, [{ field, code }]])
    expect(await endpoint()).toEqual(before)
  })
})

describe('switching', () => {
  it('off holds what waits and what comes, and on sends it, oldest first', async () => {
    await record(3)
    expect((await patch({ is_active: false })).body.data['is_active']).toBe(false)
    await record(2)
    expect(await statuses()).toEqual({ held: 5 })
    expect(await endpoint()).toMatchObject({ disabled_reason: 'manual' })
    expect((await patch({ is_active: true })).body.data['is_active']).toBe(true)
    expect(await statuses()).toEqual({ pending: 5 })
    const due = await api.db.rows({ is_due: bool })`
      SELECT next_attempt_at <= now() AS is_due FROM webhook_deliveries WHERE workspace_id = ${workspaceId}`
    expect(due.every(({ is_due }) => is_due)).toBe(true)
    expect(await endpoint()).toMatchObject({ disabled_at: null, disabled_reason: null, resume_held_until: null })
  })

  it('on with skip cancels what was held, and sends what comes', async () => {
    await patch({ is_active: false })
    await record(3)
    await patch({ is_active: true, held: 'skip' })
    await record(1)
    expect(await statuses()).toEqual({ cancelled: 3, pending: 1 })
  })

  it('on with skip cancels what could not be held since, too, in the queue or not', async () => {
    await record(1_200)
    await patch({ is_active: false })
    await api.db.run`
      UPDATE webhook_deliveries SET status = 'queued', lease_id = gen_random_uuid(), lease_until = now() + interval '1 minute'
      WHERE workspace_id = ${workspaceId} AND id IN (
        SELECT id FROM webhook_deliveries WHERE workspace_id = ${workspaceId} AND status = 'pending' LIMIT 2)`
    expect(await statuses()).toEqual({ held: 1_000, pending: 198, queued: 2 })
    await patch({ is_active: true, held: 'skip' })
    await record(1)
    expect(await statuses()).toEqual({ cancelled: 1_200, pending: 1 })
  })

  it('on sends what was held at once, also of a workspace whose clock many changes have put ahead', async () => {
    await patch({ is_active: false })
    await api.db.run`UPDATE workspaces SET change_clock = now() + interval '90 seconds' WHERE id = ${workspaceId}`
    await record(1)
    await patch({ is_active: true })
    const [delivery] = await api.db.rows({ is_ahead: bool, is_due: bool })`
      SELECT created_at > now() AS is_ahead, next_attempt_at <= now() AS is_due FROM webhook_deliveries WHERE workspace_id = ${workspaceId}`
    expect(delivery).toEqual({ is_ahead: true, is_due: true })
  })

  it('on forgets the failures but not how often the circuit opened', async () => {
    await api.db.run`
      UPDATE webhook_endpoints SET is_active = false, failure_count = 20, first_failure_at = now(), circuit_level = 3,
        circuit_open_until = now() + interval '1 hour', disabled_at = now(), disabled_reason = 'auto_failing',
        failed_event_ids = ARRAY[gen_random_uuid()] WHERE id = ${id}`
    expect((await patch({ is_active: true })).body.data).toMatchObject({ is_active: true, failure_count: 0 })
    expect(await endpoint()).toMatchObject({
      first_failure_at: null,
      failed_event_ids: [],
      circuit_open_until: null,
      circuit_level: 3,
      disabled_reason: null,
    })
  })

  it('is the same however often it is done, by many at once', async () => {
    await record(5)
    const replies = await Promise.all(Array.from({ length: 12 }, (_, n) => patch({ is_active: n % 2 === 0 })))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    await patch({ is_active: true })
    expect(await statuses()).toEqual({ pending: 5 })
  })

  it('leaves more than can be held or sent at once to the worker, with the decision written down', async () => {
    await patch({ is_active: false })
    await record(1_200)
    await patch({ is_active: true, held: 'skip' })
    expect(await statuses()).toEqual({ cancelled: 1_000, held: 200 })
    expect((await endpoint()).skip_held_until).not.toBeNull()
  })

  it('of an endpoint that is deleted cancels tests that wait, which switching off does not hold', async () => {
    await record(2)
    await api.db.run`UPDATE webhook_deliveries SET kind = 'ping.test' WHERE workspace_id = ${workspaceId}`
    await patch({ is_active: false })
    expect(await statuses()).toEqual({ pending: 2 })
    await api.call('DELETE', path(), { key })
    expect(await statuses()).toEqual({ cancelled: 2 })
  })

  it('of an endpoint that is deleted cancels everything, held or waiting', async () => {
    await patch({ is_active: false })
    await record(2)
    await patch({ is_active: true })
    await api.db.run`UPDATE webhook_deliveries SET status = 'held' WHERE id = (SELECT max(id) FROM webhook_deliveries)`
    await api.call('DELETE', path(), { key })
    expect(await statuses()).toEqual({ cancelled: 2 })
    expect((await api.call('GET', path(), { key })).status).toBe(404)
    expect((await patch({ is_active: true })).status).toBe(404)
  })
})

describe('POST /webhooks/{id}/rotate-secret', () => {
  const rotate = (body?: object, headers = {}) => api.call('POST', path('/rotate-secret'), { key, body, headers })
  const open = async (which: 'secret' | 'previous_secret') => {
    const sealed = (await endpoint())[which]
    const place = `webhook_endpoints/${workspaceId}/${id}`
    return sealed && api.sealer.open(sealed, which === 'secret' ? place : `${place}/previous`)
  }

  it('answers a new secret, and keeps the old one for a day', async () => {
    const old = await open('secret')
    const reply = await rotate()
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      previous_expires_at: expect.any(String),
    })
    const hours = (Date.parse(String(reply.body['previous_expires_at'])) - Date.now()) / 3_600_000
    expect(hours).toBeCloseTo(24, 1)
    expect([await open('secret'), await open('previous_secret')]).toEqual([reply.body['secret'], old])
    expect((await endpoint()).previous_secret_expires_at?.toISOString()).toBe(reply.body['previous_expires_at'])
  })

  it('ends the old secret at once when there is to be no overlap', async () => {
    await rotate({ overlap_hours: 1.5 })
    await rotate({ overlap_hours: 0 })
    expect(await endpoint()).toMatchObject({ previous_secret: null, previous_secret_expires_at: null })
  })

  it.each([-1, 169, '24', null, Number.MAX_VALUE])('answers 400 to overlap_hours %j', async (hours) => {
    const before = await endpoint()
    const reply = await rotate({ overlap_hours: hours })
    expect([reply.status, reply.body['details']]).toMatchObject([400, [{ field: 'overlap_hours' }]])
    expect(await endpoint()).toEqual(before)
  })

  it('rotates once under one Idempotency-Key, and answers the same secret again', async () => {
    const headers = { 'idempotency-key': 'rotate' }
    const first = await rotate({}, headers)
    const second = await rotate({}, headers)
    expect([second.text, second.headers.get('idempotent-replayed')]).toEqual([first.text, 'true'])
    expect(await open('secret')).toBe(first.body['secret'])
  })
})

it('no endpoint of another workspace can be read or changed', async () => {
  const stranger = await api.key()
  const before = await endpoint()
  for (const [method, rest, body] of [
    ['GET', '', undefined],
    ['PATCH', '', { is_active: false }],
    ['DELETE', '', undefined],
    ['POST', '/rotate-secret', {}],
    ['GET', '/deliveries', undefined],
    ['POST', '/replay', { from: '2020-01-01T00:00:00Z', to: '2030-01-01T00:00:00Z' }],
  ] as const) {
    const reply = await api.call(method, path(rest), { key: stranger, body })
    expect([method, rest, reply.status]).toEqual([method, rest, 404])
  }
  expect(await endpoint()).toEqual(before)
})
