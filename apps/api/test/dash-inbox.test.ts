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

interface Inbox {
  inbox: { url: string; endpoint_id: number } | null
  requests: { headers: { name: string; value: string }[]; body: string; encoding: string }[]
}

const read = async (session: Browser) => (await session.call('GET', '/test/inbox')).body as unknown as Inbox

/** A new account with an inbox; `post` sends to it as a stranger would. */
async function withInbox() {
  const session = await signIn(api)
  const made = await session.call('POST', '/test/inbox')
  expect(made.status, made.text).toBe(201)
  const { inbox, secret } = made.body as unknown as { inbox: { url: string; endpoint_id: number }; secret: string }
  const path = new URL(inbox.url).pathname
  const post = (body: string | Uint8Array<ArrayBuffer>, init: RequestInit = {}) =>
    fetch(api.origin + path, { method: 'POST', body, ...init })
  return { session, inbox, secret, path, post }
}

it('is made with one call: a receiver, and an endpoint that sends every kind of event to it', async () => {
  expect(await read(owner)).toEqual({ inbox: null, requests: [] })
  const { session, inbox, secret } = await withInbox()
  expect(inbox.url).toMatch(/^http:\/\/localhost\/inbox\/[\w-]{32}$/)
  const [endpoint] = (await session.call('GET', '/test/webhooks')).body['webhooks'] as {
    id: number
    url: string
    events: string[]
  }[]
  expect(endpoint).toMatchObject({
    id: inbox.endpoint_id,
    url: inbox.url,
    events: expect.arrayContaining(['matter.created', 'ping.test']),
  })
  expect(secret).toMatch(/^whsec_/)
  expect((await session.call('GET', '/test/inbox')).text).not.toContain(secret)
  expect((await session.call('POST', '/test/inbox')).body.code).toBe('conflict')
})

describe('what is posted to it', () => {
  it('is kept with its headers and its body byte for byte', async () => {
    const { session, post } = await withInbox()
    const body = '{"title": "Żółć",\n "n": 1.0}'
    const answer = await post(body, {
      headers: { 'X-Service-Event': 'matter.created', 'content-type': 'application/json' },
    })
    expect([answer.status, await answer.text()]).toEqual([200, '{"received":true}'])
    await post(new Uint8Array([0, 255, 128]))
    const { requests } = await read(session)
    expect(requests).toHaveLength(2)
    expect(requests[0]).toMatchObject({ body: Buffer.from([0, 255, 128]).toString('base64'), encoding: 'base64' })
    expect(requests[1]).toMatchObject({ body, encoding: 'utf8' })
    expect(requests[1]?.headers.find(({ name }) => name.toLowerCase() === 'x-service-event')?.value).toBe(
      'matter.created',
    )
  })

  it('is at most 1 MiB, and the last 100', async () => {
    const { session, post } = await withInbox()
    expect((await post('x'.repeat(1024 * 1024 + 1))).status).toBe(413)
    for (let n = 0; n < 104; n++) await post(String(n))
    const { requests } = await read(session)
    expect(requests.map(({ body }) => Number(body))).toEqual(Array.from({ length: 100 }, (_, n) => 103 - n))
  })

  it('is 8 MiB together at most: the oldest go first', async () => {
    const { session, post } = await withInbox()
    for (const letter of 'abcdefghij') await post(letter.repeat(1024 * 1024))
    const { requests } = await read(session)
    expect(requests.map(({ body }) => body[0]).join('')).toBe('jihgfedc')
  })

  it('is refused without the token, with another method, and once the inbox or its endpoint is deleted', async () => {
    const { session, inbox, path, post } = await withInbox()
    for (const token of ['nothing', '%00'])
      expect((await fetch(`${api.origin}/inbox/${token}`, { method: 'POST', body: 'x' })).status).toBe(404)
    const got = await fetch(api.origin + path)
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST'])
    await session.call('DELETE', `/test/webhooks/${inbox.endpoint_id}`)
    expect((await post('x')).status).toBe(404)
    expect(await read(session)).toEqual({ inbox: null, requests: [] })
    const again = await session.call('POST', '/test/inbox')
    expect(again.status).toBe(201)
    expect((await post('x')).status).toBe(404)
    expect((await session.call('DELETE', '/test/inbox')).status).toBe(200)
    expect((await session.call('DELETE', '/test/inbox')).status).toBe(404)
    expect((await session.call('GET', '/test/webhooks')).body['webhooks']).toEqual([])
  })

  it('is forgotten on request', async () => {
    const { session, post } = await withInbox()
    await post('x')
    await session.call('POST', '/test/inbox/clear')
    expect((await read(session)).requests).toEqual([])
  })
})
