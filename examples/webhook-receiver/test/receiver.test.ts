import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

import { afterEach, describe, expect, it } from 'vitest'

import { signPayload, type WebhookEvent } from '@matterbase/sdk/webhooks'

import { readEnv } from '../src/env.ts'
import { createReceiver } from '../src/receiver.ts'

const secret = 'whsec_dGVzdA=='
const closers: (() => void)[] = []
afterEach(() => closers.splice(0).forEach((close) => close()))

async function start() {
  const events: WebhookEvent[] = []
  const refused: string[] = []
  const server = createReceiver({
    secrets: [secret],
    onEvent: (event) => events.push(event),
    onRefused: ({ message }) => refused.push(message),
  })
  await once(server.listen(0), 'listening')
  closers.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const deliver = async (event: object, key = secret) => {
    const body = JSON.stringify({ event: 'ping.test', data: {}, timestamp: new Date().toISOString(), ...event })
    const { status } = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'X-Service-Signature': await signPayload(body, key) },
    })
    return status
  }
  return { url, deliver, events, refused }
}

describe('the receiver', () => {
  it('tells of an event once, however often it is delivered', async () => {
    const { deliver, events } = await start()
    expect(await deliver({ event_id: 'a', attempt: 1 })).toBe(204)
    expect(await deliver({ event_id: 'a', attempt: 2 })).toBe(204)
    expect(await deliver({ event_id: 'b', attempt: 1 })).toBe(204)
    expect(events.map(({ event_id }) => event_id)).toEqual(['a', 'b'])
  })

  it('refuses what another secret signed, what is old, and what is no POST', async () => {
    const { url, deliver, events, refused } = await start()
    expect(await deliver({ event_id: 'a' }, 'whsec_other')).toBe(401)
    expect(await deliver({ event_id: 'a', timestamp: '2020-01-01T00:00:00Z' })).toBe(401)
    expect((await fetch(url)).status).toBe(405)
    expect({ events, refused: refused.length }).toEqual({ events: [], refused: 2 })
  })
})

describe('readEnv', () => {
  it('reads one or two secrets and a port', () => {
    expect(readEnv({ WEBHOOK_SECRET: 'a, b', PORT: '5000' })).toEqual({ secrets: ['a', 'b'], port: 5000 })
    expect(readEnv({ WEBHOOK_SECRET: 'a' })).toEqual({ secrets: ['a'], port: 4000 })
  })

  it.each([{}, { WEBHOOK_SECRET: 'a', PORT: 'x' }])('names what is wrong in %j', (env) => {
    expect(() => readEnv(env)).toThrow(/WEBHOOK_SECRET|PORT/)
  })
})
