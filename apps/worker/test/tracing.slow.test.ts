import { orNull, text, uuid } from '@matterbase/db'
import type { CreatedWebhookEndpoint, Matter } from '@matterbase/sdk'
import { constructEvent } from '@matterbase/sdk/webhooks'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApi } from './support/api-process.ts'
import type { ApiProcess } from './support/api-process.ts'
import { startCollector } from './support/collector.ts'
import { spawnMain } from './support/processes.ts'
import type { Running } from './support/processes.ts'
import { startReceiver } from './support/receiver.ts'
import type { Receiver } from './support/receiver.ts'
import { createWorld, encryptionKey } from './support/world.ts'
import type { World } from './support/world.ts'

let world: World
let receiver: Receiver
let collector: Awaited<ReturnType<typeof startCollector>>
let api: ApiProcess
let worker: Running

beforeAll(async () => {
  collector = await startCollector()
  world = await createWorld()
  receiver = await startReceiver()
  const otel = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }
  api = await startApi(world, otel)
  const own = { DATABASE_URL: world.url, ENCRYPTION_KEY: encryptionKey, WEBHOOK_ALLOW_PRIVATE: 'true' }
  worker = await spawnMain({ ...own, ...otel })
})
afterAll(async () => {
  await Promise.all([api.kill('SIGKILL'), worker.kill('SIGKILL')])
  await Promise.all([receiver.close(), world.close(), collector.close()])
})

const hex = (length: number, digit: string) => digit.repeat(length)
const traceparent = (digit: string) => `00-${hex(32, digit)}-${hex(16, digit)}-01`
const secretWords = 'Hale v. Northgate'

/** Whose webhook told of the record with this external_id. */
const receivedFor = (event: string, externalId: string) =>
  receiver.requests.find(
    ({ json }) => json['event'] === event && (json['data'] as Matter | undefined)?.external_id === externalId,
  )

it('one trace leads from a request to the answer of whoever is told of what it wrote', async () => {
  const events = ['matter.created', 'matter.updated', 'matter.deleted', 'client.created']
  const url = `${receiver.url}/a?token=hidden`
  const { id, secret } = await api.call<CreatedWebhookEndpoint>('POST', '/webhooks', { url, events })
  const put = (external_id: string, header: string, more = {}) =>
    api.call<{ data: Matter }>(
      'PUT',
      '/matters?why=hidden',
      { external_id, title: secretWords, ...more },
      { traceparent: header },
    )
  // At the same time: they share a transaction, and not a trace.
  const digits = ['1', '2', '3', '4']
  const [first] = await Promise.all(digits.map((digit) => put(`case-${digit}`, traceparent(digit))))
  await Promise.all(
    digits.map((digit) => put(`case-${digit}`, traceparent(`${Number(digit) + 4}`), { case_type: 'x' })),
  )
  await put('invalid', `00-${hex(32, '0')}-${hex(16, '9')}-01`)
  await api.call('DELETE', `/matters/${first?.data.id}`, undefined, { traceparent: traceparent('9') })
  const bulk = { data: [{ company_name: secretWords, external_id: 'bulk' }] }
  await api.call('POST', '/clients/bulk', bulk, { traceparent: traceparent('a') })
  await api.call('POST', `/webhooks/${id}/test`, undefined, { traceparent: traceparent('b') })
  await expect.poll(() => receiver.requests.length, { timeout: 60_000 }).toBe(12)
  // What has not been sent is sent when a program ends.
  await Promise.all([api.kill('SIGTERM'), worker.kill('SIGTERM')])

  const spans = collector.spans()
  const ofTrace = (digit: string) => spans.filter(({ traceId }) => traceId === hex(32, digit))
  const chainOf = (digit: string) => {
    const [request] = ofTrace(digit).filter(({ service }) => service === 'matterbase-api')
    const [delivery] = ofTrace(digit).filter(({ service }) => service === 'matterbase-worker')
    return { request, delivery }
  }
  const expected = [
    ...digits.map((digit) => [digit, 'upsertMatter', 'matter.created', `case-${digit}`] as const),
    ...digits.map((digit) => [`${Number(digit) + 4}`, 'upsertMatter', 'matter.updated', `case-${digit}`] as const),
    ['9', 'deleteMatter', 'matter.deleted', 'case-1'] as const,
    ['a', 'bulkUpsertClient', 'client.created', 'bulk'] as const,
    ['b', 'testWebhook', 'ping.test', undefined] as const,
  ]
  for (const [digit, operation, event, externalId] of expected) {
    const { request, delivery } = chainOf(digit)
    expect(ofTrace(digit)).toHaveLength(2)
    expect(request).toMatchObject({ name: operation, parentSpanId: hex(16, digit) })
    expect(delivery).toMatchObject({
      name: `webhook ${event}`,
      parentSpanId: request?.spanId,
      attributes: { 'http.response.status_code': 200, 'matterbase.attempt': 1 },
    })
    const received = externalId
      ? receivedFor(event, externalId)
      : receiver.requests.find(({ json }) => json['event'] === event)
    expect(received?.headers['traceparent']).toBe(`00-${hex(32, digit)}-${delivery?.spanId}-01`)
  }

  // A trace of its own for a caller whose header is none.
  const unasked = receivedFor('matter.created', 'invalid')
  const [, trace] = String(unasked?.headers['traceparent']).split('-')
  expect(trace).not.toBe(hex(32, '0'))
  const own = spans.filter(({ traceId }) => traceId === trace)
  expect(own.map(({ name }) => name).toSorted()).toEqual(['upsertMatter', 'webhook matter.created'])
  expect(own.find(({ name }) => name === 'upsertMatter')?.parentSpanId ?? '').toBe('')

  // Whoever looks at a request later is shown the header too.
  const kept = await world.db.rows({
    id: uuid,
    traceparent: orNull(text),
  })`SELECT id, traceparent FROM webhook_attempts`
  expect(new Map(kept.map(({ id, traceparent: header }) => [id, header]))).toEqual(
    new Map(receiver.requests.map(({ json, headers }) => [json['delivery_id'], headers['traceparent']])),
  )

  // The signature is of the body alone.
  for (const { body, headers } of receiver.requests) {
    expect(body.toString()).not.toContain('traceparent')
    const { traceparent: _header, ...others } = headers
    await constructEvent(body, others, secret)
  }
  for (const hidden of ['hidden', secretWords, secret, 'case-1', 'mb_live_', receiver.url])
    expect(collector.text()).not.toContain(hidden)
})
