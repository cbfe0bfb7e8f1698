import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from './dash-browser.ts'
import type { Browser } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api
let owner: Browser

beforeAll(async () => {
  api = await startApi()
  owner = await signIn(api)
})
afterAll(() => api.close())

const url = 'https://example.com/hook'

async function endpoint(events: readonly string[] = ['matter.created']) {
  const { body } = await owner.call('POST', '/test/webhooks', { body: { url, events } })
  return body as unknown as { id: number; secret: string }
}

/** A matter, whose delivery to the endpoint was attempted `agoMs` ago. */
async function attempted({ id }: { id: number }, agoMs = 0) {
  await owner.call('POST', '/test/matters', { body: { title: 'Żółć "v." Hale', estimated_hours: 1.1 } })
  return latestOf(id, agoMs)
}

/** An attempt at the endpoint's latest delivery. */
async function latestOf(id: number, agoMs = 0) {
  const { rows } = await owner.call('GET', `/test/webhooks/${id}/deliveries?limit=1`)
  const delivery = rows[0]?.id ?? 0
  const attempt = randomUUID()
  const startedAt = new Date(Date.now() - agoMs)
  await api.db.run`
    INSERT INTO webhook_attempts (workspace_id, id, webhook_delivery_id, attempt, started_at, duration_ms, outcome, status_code)
    SELECT workspace_id, ${attempt}::text::uuid, id, 1, ${startedAt}, 12, 'http_error', 500
    FROM webhook_deliveries WHERE id = ${delivery}`
  await api.db.run`UPDATE webhook_deliveries SET status = 'failed', attempt_count = 1 WHERE id = ${delivery}`
  return { delivery, attempt, startedAt, path: `/webhooks/${id}/deliveries/${delivery}/attempts/${attempt}` }
}

interface Sent {
  headers: { name: string; value: string }[]
  body: string
  signature: string
  response_headers: { name: string; value: string | null }[] | null
}

async function sent(path: string) {
  const reply = await owner.call('GET', `/test${path}`)
  expect(reply.status, reply.text).toBe(200)
  const { headers, ...rest } = reply.body.data as unknown as Sent
  return { ...rest, headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])) }
}

const hmac = (secret: string, body: string) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

describe('the request of an attempt', () => {
  it('is the one that was sent: members in order, the record byte for byte, and signatures that hold', async () => {
    const made = await endpoint()
    const { attempt, startedAt, path } = await attempted(made)
    const { headers, body, signature } = await sent(path)
    const { event_id: eventId, data } = JSON.parse(body) as { event_id: string; data: { id: number } }
    const record = (await owner.call('GET', `/test/matters/${data.id}`)).text.slice('{"data":'.length, -1)
    const { created_at: createdAt } = JSON.parse(body) as { created_at: string }
    expect(body).toBe(
      `{"event":"matter.created","delivery_id":"${attempt}","timestamp":"${startedAt.toISOString()}","data":${record},` +
        `"event_id":"${eventId}","created_at":"${createdAt}","attempt":1,"environment":"test"}`,
    )
    expect(signature).toBe('known')
    expect(headers).toMatchObject({
      'Content-Type': 'application/json',
      'X-Service-Event': 'matter.created',
      'X-Service-Delivery': attempt,
      'X-Service-Signature': hmac(made.secret, body),
      'webhook-timestamp': String(Math.floor(startedAt.getTime() / 1_000)),
    })
  })

  it('has what changed beside the record, where the event tells of a change', async () => {
    const { id } = await endpoint(['matter.updated'])
    const { data } = (await owner.call('POST', '/test/matters', { body: { title: 'A', estimated_hours: 1.5 } })).body
    const changed = await owner.call('PATCH', `/test/matters/${data.id}`, { body: { estimated_hours: 1.75 } })
    const { path } = await latestOf(id)
    const { body } = await sent(path)
    const record = changed.text.slice('{"data":'.length, -1)
    expect(body).toContain(`"data":${record},"previous":{"estimated_hours":1.5},"event_id":"`)
  })

  it('has the place in a trace that it carried, if it carried one', async () => {
    const { attempt, path } = await attempted(await endpoint())
    expect((await sent(path)).headers).not.toHaveProperty('traceparent')
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
    await api.db.run`UPDATE webhook_attempts SET traceparent = ${traceparent} WHERE id = ${attempt}::text::uuid`
    expect((await sent(path)).headers).toMatchObject({ traceparent })
  })

  it('has both signatures when it was sent in the overlap, and none once its secret was rotated', async () => {
    const made = await endpoint()
    const before = await attempted(made, 60_000)
    const rotated = await owner.call('POST', `/test/webhooks/${made.id}/rotate-secret`, { body: { overlap_hours: 1 } })
    const { secret } = rotated.body as unknown as { secret: string }
    const during = await attempted(made, -2_000)
    expect((await sent(during.path)).headers).toMatchObject({
      'X-Service-Signature': hmac(secret, (await sent(during.path)).body),
      'X-Service-Signature-Previous': hmac(made.secret, (await sent(during.path)).body),
    })
    const { headers, body, signature } = await sent(before.path)
    expect(signature).toBe('rotated')
    expect(Object.keys(headers)).not.toContain('X-Service-Signature')
    expect(JSON.parse(body)).toMatchObject({ event: 'matter.created' })
  })

  it('comes with the headers of its answer, and null where none came', async () => {
    const { attempt, path } = await attempted(await endpoint())
    expect(await sent(path)).toMatchObject({ response_headers: null })
    const kept = JSON.stringify([
      ['content-type', 'text/plain'],
      ['set-cookie', null],
    ])
    await api.db.run`UPDATE webhook_attempts SET response_headers = ${kept} WHERE id = ${attempt}::text::uuid`
    expect((await sent(path)).response_headers).toEqual([
      { name: 'content-type', value: 'text/plain' },
      { name: 'set-cookie', value: null },
    ])
  })

  it('is not found by the wrong delivery or endpoint', async () => {
    const [one, other] = [await endpoint(), await endpoint()]
    const { attempt, delivery, path } = await attempted(one)
    for (const wrong of [
      path.replace(attempt, randomUUID()),
      path.replace(`webhooks/${one.id}`, `webhooks/${other.id}`),
      path.replace(`deliveries/${delivery}`, 'deliveries/999999'),
    ])
      expect((await owner.call('GET', `/test${wrong}`)).status).toBe(404)
  })
})

it('counts what a replay would send and what is held, and the replay agrees', async () => {
  const made = await endpoint()
  const from = new Date().toISOString()
  for (let n = 0; n < 3; n++) await attempted(made)
  const [delivered] = (await owner.call('GET', `/test/webhooks/${made.id}/deliveries?limit=1`)).rows
  await api.db.run`UPDATE webhook_deliveries SET status = 'delivered' WHERE id = ${delivered?.id ?? null}`
  await owner.call('PATCH', `/test/webhooks/${made.id}`, { body: { is_active: false } })
  for (let n = 0; n < 2; n++) await owner.call('POST', '/test/matters', { body: { title: 'held' } })
  const { body } = await owner.call('GET', `/test/webhooks/${made.id}/resend-counts?from=${from}`)
  expect(body).toEqual({ failed: 2, all: 3, held: 2 })
  const none = await owner.call('GET', `/test/webhooks/${made.id}/resend-counts?to=${from}`)
  expect(none.body).toEqual({ failed: 0, all: 0, held: 2 })
  const span = { from, to: new Date().toISOString() }
  for (const [status, count] of [
    ['failed', 2],
    ['all', 3],
  ] as const) {
    const replay = await owner.call('POST', `/test/webhooks/${made.id}/replay`, { body: { ...span, status } })
    expect(replay.body.data).toMatchObject({ count })
  }
})

it('tells the last 24 hours by the hour, the one under way last', async () => {
  const made = await endpoint()
  for (const hours of [0, 0, 5, 30]) {
    const { delivery } = await attempted(made)
    await api.db.run`
      UPDATE webhook_deliveries SET created_at = now() - ${hours}::int * interval '1 hour', status = ${hours === 5 ? 'delivered' : 'failed'} WHERE id = ${delivery}`
  }
  const { body } = await owner.call('GET', `/test/webhooks/${made.id}/hours`)
  const hours = body['hours'] as { hour: string; delivered: number; failed: number; waiting: number }[]
  expect(hours).toHaveLength(24)
  expect(hours[23]).toMatchObject({
    hour: `${new Date().toISOString().slice(0, 13)}:00:00.000Z`,
    failed: 2,
    delivered: 0,
  })
  expect(hours[18]).toMatchObject({ delivered: 1, failed: 0 })
  expect(hours.reduce((sum, { failed }) => sum + failed, 0)).toBe(2)
})

it('shows one delivery as the list has it', async () => {
  const made = await endpoint()
  const { delivery } = await attempted(made)
  const { rows } = await owner.call('GET', `/test/webhooks/${made.id}/deliveries`)
  expect((await owner.call('GET', `/test/webhooks/${made.id}/deliveries/${delivery}`)).body.data).toEqual(rows[0])
})
