import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bytes, int } from '@matterbase/db'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const url = 'https://example.com/hooks'

describe('webhook endpoints', () => {
  it('answers the secret once, and keeps it sealed', async () => {
    const key = await api.key()
    const created = await api.call('POST', '/webhooks', {
      key,
      body: { url, events: ['matter.created', 'matter.created', 'ping.test'], description: 'CRM' },
    })
    expect(created.status).toBe(201)
    const { secret, ...endpoint } = created.body
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(endpoint).toEqual({
      id: expect.any(Number),
      url,
      events: ['matter.created', 'ping.test'],
      description: 'CRM',
      is_active: true,
      failure_count: 0,
      last_delivery_at: null,
      created_at: expect.stringMatching(/Z$/),
    })
    const list = await api.call('GET', '/webhooks', { key })
    expect(list.body['webhooks']).toEqual([endpoint])
    const [row] = await api.db.rows({ workspace_id: int, secret: bytes })`
      SELECT workspace_id, secret FROM webhook_endpoints WHERE id = ${Number(endpoint['id'])}`
    expect(row?.secret.includes(String(secret))).toBe(false)
    expect(row && api.sealer.open(row.secret, `webhook_endpoints/${row.workspace_id}/${String(endpoint['id'])}`)).toBe(
      secret,
    )
  })

  it.each([
    [{ events: ['ping.test'] }, 'url', 'required'],
    [{ url: 'not a url', events: ['ping.test'] }, 'url', 'invalid_format'],
    [{ url: 'ftp://example.com', events: ['ping.test'] }, 'url', 'invalid_format'],
    [{ url: 'https://user:pass@example.com', events: ['ping.test'] }, 'url', 'invalid_target'],
    [{ url: 'http://169.254.169.254/latest', events: ['ping.test'] }, 'url', 'invalid_target'],
    [{ url, events: [] }, 'events', 'too_short'],
    [{ url, events: ['matter.closed'] }, 'events[0]', 'invalid_value'],
    [{ url, events: 'ping.test' }, 'events', 'invalid_type'],
  ])('answers 400 to %j', async (body, field, code) => {
    const reply = await api.call('POST', '/webhooks', { key: await api.key(), body })
    expect(reply.status).toBe(400)
    expect(reply.body['details']).toMatchObject([{ field, code }])
  })

  it('has room for 20 in a workspace', async () => {
    const key = await api.key()
    const body = { url, events: ['ping.test'] }
    const replies = await Promise.all(Array.from({ length: 22 }, () => api.call('POST', '/webhooks', { key, body })))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(20)
    const refused = replies.filter(({ status }) => status === 409)
    expect(refused.map(({ body: { code } }) => code)).toEqual(['limit_reached', 'limit_reached'])
    const [first] = (await api.call('GET', '/webhooks', { key })).body['webhooks'] as [{ id: number }]
    expect((await api.call('DELETE', `/webhooks/${first.id}`, { key })).text).toBe('{"success":true}')
    expect((await api.call('DELETE', `/webhooks/${first.id}`, { key })).status).toBe(404)
    expect((await api.call('POST', '/webhooks', { key, body })).status).toBe(201)
  })

  it('queues a ping for that endpoint only, and cancels what waits when it is deleted', async () => {
    const key = await api.key()
    const [target, other] = await Promise.all(
      ['matter.created', 'ping.test'].map((kind) =>
        api.call('POST', '/webhooks', { key, body: { url, events: [kind] } }),
      ),
    )
    const id = Number(target?.body['id'])
    const reply = await api.call('POST', `/webhooks/${id}/test`, { key })
    expect(reply.body).toEqual({ success: true, message: expect.any(String) })
    const deliveries = () =>
      api.db.webhookDelivery.findMany({ where: { endpoint_id: { in: [id, Number(other?.body['id'])] } } })
    expect(await deliveries()).toMatchObject([{ endpoint_id: BigInt(id), status: 'pending' }])
    const record = { ...target?.body, secret: undefined }
    const [event] = await api.db.event.findMany({ where: { id: (await deliveries())[0]?.event_id } })
    expect(event?.data).toEqual({ ...record, message: expect.any(String) })
    await api.call('DELETE', `/webhooks/${id}`, { key })
    expect(await deliveries()).toMatchObject([{ status: 'cancelled' }])
  })
})
