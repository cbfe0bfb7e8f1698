import { spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { constructEvent } from '@matterbase/sdk/webhooks'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startReceiver } from './support/receiver.ts'
import type { Receiver } from './support/receiver.ts'
import { backendNames } from './support/redis.ts'
import { createWorld, sealer } from './support/world.ts'
import type { World } from './support/world.ts'

// Numbers, spacing and order that no parser would give back, and text beyond ASCII.
const awkward =
  '{ "id":7, "total":1e21,"rate":12.50, "title":"Estate of Æ “Moss” 😀\\u0000", "id2" : 12345678901234567890 }'

describe.each(backendNames)('a delivery with the queues on %s', (name) => {
  let world: World
  let receiver: Receiver

  beforeAll(async () => {
    world = await createWorld()
    receiver = await startReceiver()
    await world.start(name)
  })
  afterAll(async () => {
    await world.close()
    await receiver.close()
  })
  beforeEach(() => {
    receiver.requests.length = 0
  })

  it('carries the record byte for byte, with the members and headers that were promised', async () => {
    await world.addEndpoint(`${receiver.url}/hook?team=1`)
    await world.record([awkward])
    await expect.poll(() => receiver.requests).toHaveLength(1)
    const [request] = receiver.requests
    const { json, headers, body } = request ?? never()
    expect(body.toString('utf8')).toContain(`"data":${awkward},`)
    expect(Object.keys(json)).toEqual([
      'event',
      'delivery_id',
      'timestamp',
      'data',
      'event_id',
      'created_at',
      'attempt',
      'environment',
    ])
    expect(json).toMatchObject({ event: 'matter.created', attempt: 1, environment: 'live' })
    expect(json['timestamp']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(request?.path).toBe('/hook?team=1')
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Matterbase-Webhooks/1',
      'x-service-event': 'matter.created',
      'x-service-delivery': json['delivery_id'],
      'x-service-event-id': json['event_id'],
      'webhook-id': json['event_id'],
    })
    expect(headers).not.toHaveProperty('accept-encoding')
    await expect
      .poll(() => world.deliveries())
      .toMatchObject([{ status: 'delivered', attempt_count: 1, last_status_code: 200, lease_id: null }])
    expect(await world.attempts()).toMatchObject([
      { id: json['delivery_id'], attempt: 1, outcome: 'success', status_code: 200, response_body: 'ok' },
    ])
  })

  it('is signed so that plain HMAC, the SDK and a Standard Webhooks library accept it', async () => {
    const { secret } = await world.addEndpoint(`${receiver.url}/signed`, { events: ['client.created'] })
    await world.record(['{"id":1}'], 'client.created')
    await expect.poll(() => receiver.requests).toHaveLength(1)
    const { headers, body } = receiver.requests[0] ?? never()
    expect(headers['x-service-signature']).toBe(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
    expect(headers).not.toHaveProperty('x-service-signature-previous')
    const expected = { event: 'client.created', data: { id: 1 } }
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject(expected)
    expect(await constructEvent(body, headers, secret)).toMatchObject(expected)
  })

  it('is signed with both secrets while a rotated one still counts', async () => {
    const endpoint = await world.addEndpoint(`${receiver.url}/rotated`, { events: ['invoice.paid'] })
    const previous = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
    const sealed = sealer.seal(previous, `webhook_endpoints/${world.workspaceId}/${endpoint.id}/previous`)
    await world.db
      .run`UPDATE webhook_endpoints SET previous_secret = ${sealed}, previous_secret_expires_at = now() + interval '1 hour' WHERE id = ${endpoint.id}`
    await world.record(['{"invoice_id":1}'], 'invoice.paid')
    await expect.poll(() => receiver.requests).toHaveLength(1)
    const { headers, body } = receiver.requests[0] ?? never()
    expect(headers['x-service-signature']).toBe(
      `sha256=${createHmac('sha256', endpoint.secret).update(body).digest('hex')}`,
    )
    expect(headers['x-service-signature-previous']).toBe(
      `sha256=${createHmac('sha256', previous).update(body).digest('hex')}`,
    )
    for (const secret of [endpoint.secret, previous])
      new Webhook(secret).verify(body, headers as Record<string, string>)

    await world.db
      .run`UPDATE webhook_endpoints SET previous_secret_expires_at = now() - interval '1 s' WHERE id = ${endpoint.id}`
    await world.record(['{"invoice_id":2}'], 'invoice.paid')
    await expect.poll(() => receiver.requests).toHaveLength(2)
    expect(receiver.requests[1]?.headers).not.toHaveProperty('x-service-signature-previous')
    expect(receiver.requests[1]?.headers['webhook-signature']).not.toContain(' ')
  })

  it('is verified by openssl over the bytes that came, and not when one of them is another', async () => {
    const { secret } = await world.addEndpoint(`${receiver.url}/openssl`, { events: ['client.created'] })
    await world.record([awkward], 'client.created')
    await expect.poll(() => receiver.requests.filter(({ path }) => path === '/openssl')).toHaveLength(1)
    const { headers, body } = receiver.requests.find(({ path }) => path === '/openssl') ?? never()
    const digest = (bytes: Buffer) => {
      const { stdout, error } = spawnSync('openssl', ['dgst', '-sha256', '-hmac', secret, '-hex', '-r'], {
        input: bytes,
      })
      if (error) throw error
      return `sha256=${stdout.toString().split(' ')[0]}`
    }
    expect(digest(body)).toBe(headers['x-service-signature'])
    const flipped = Buffer.from(body)
    flipped.writeUInt8(flipped.readUInt8(40) ^ 1, 40)
    expect(digest(flipped)).not.toBe(headers['x-service-signature'])
  })

  it('goes to every subscribed endpoint under one event_id', async () => {
    await world.addEndpoint(`${receiver.url}/a`, { events: ['document.signed'] })
    await world.addEndpoint(`${receiver.url}/b`, { events: ['document.signed'] })
    await world.record(['{"document_id":1}'], 'document.signed')
    await expect.poll(() => receiver.requests.map(({ path }) => path).toSorted()).toEqual(['/a', '/b'])
    expect(new Set(receiver.requests.map(({ json }) => json['event_id'])).size).toBe(1)
    expect(new Set(receiver.requests.map(({ json }) => json['delivery_id'])).size).toBe(2)
  })

  it('of a test reaches an endpoint that is switched off, and other events are held for it', async () => {
    const endpoint = await world.addEndpoint(`${receiver.url}/off`, { isActive: false, events: ['lead.created'] })
    await world.record(['{"lead_id":"1"}'], 'lead.created')
    await world.recordTest(endpoint)
    await expect.poll(() => receiver.requests).toHaveLength(1)
    expect(receiver.requests[0]?.json).toMatchObject({ event: 'ping.test', data: { message: 'hello' } })
    const mine = (await world.deliveries()).filter((row) => row.endpoint_id === BigInt(endpoint.id))
    expect(mine[0]).toMatchObject({ status: 'held' })
  })

  it('of many events arrives once each, at most five at a time', async () => {
    const endpoint = await world.addEndpoint(`${receiver.url}/many`, { events: ['lead.created'] })
    receiver.answer = (response) => void setTimeout(() => response.end(), 2)
    await world.record(
      Array.from({ length: 200 }, (_, index) => `{"n":${index}}`),
      'lead.created',
    )
    await expect.poll(() => receiver.requests.filter(({ path }) => path === '/many').length).toBe(200)
    expect(new Set(receiver.requests.map(({ json }) => json['event_id'])).size).toBe(200)
    expect(receiver.mostOpen.get('/many')).toBeLessThanOrEqual(5)
    await expect.poll(async () => (await world.endpoint(endpoint)).failure_count).toBe(0)
  })
})

function never(): never {
  throw new Error('Nothing was received')
}
