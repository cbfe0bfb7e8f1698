import { randomBytes } from 'node:crypto'
import { endAbandonedListeners, requireOwnAddress, workspacesWithAbandonedListeners } from '@matterbase/domain'
import { commandLineContract } from '@matterbase/schemas'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api
let email: string
let key: string

beforeAll(async () => {
  api = await startApi()
  email = await api.account()
  key = await api.key({ email, environment: 'test' })
})
afterAll(() => api.close())

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

interface Listener {
  id: number
  url: string
  secret: string
  events: string[]
}

async function listen(body: object = {}, as = key): Promise<Listener> {
  const made = await api.call('POST', '/listeners', { key: as, body: { secret: newSecret(), ...body } })
  expect(made.status, made.text).toBe(201)
  return made.body.data as unknown as Listener
}

const deliver = (listener: Listener, body: string, headers: Record<string, string> = {}) =>
  fetch(api.origin + new URL(listener.url).pathname, { method: 'POST', body, headers })

async function received({ id }: Listener, query = '') {
  const reply = await api.call('GET', `/listeners/${id}/requests${query}`, { key })
  expect(reply.status, reply.text).toBe(200)
  const rows = reply.body.data as unknown as { id: number; headers: { name: string; value: string }[]; body: string }[]
  return rows.map((row) => ({ ...row, text: Buffer.from(row.body, 'base64').toString() }))
}

const endpoints = async () =>
  ((await api.call('GET', '/webhooks', { key })).body['webhooks'] as { id: number }[]).map(({ id }) => id)

const leaveBehind = ({ id }: Listener) =>
  api.db.run`UPDATE test_inboxes SET seen_at = now() - interval '3 minutes' WHERE endpoint_id = ${id}`

describe('a listener', () => {
  it('is a webhook endpoint on this server, with the secret that it brings and every event unless it names some', async () => {
    const secret = newSecret()
    const listener = await listen({ secret, description: 'mine' })
    expect(listener).toMatchObject({ secret, description: 'mine', events: expect.arrayContaining(['matter.created']) })
    expect(await endpoints()).toContain(listener.id)
    expect((await listen({ events: ['invoice.paid'] })).events).toEqual(['invoice.paid'])
    for (const wrong of ['whsec_short', 'x'.repeat(50)])
      expect((await api.call('POST', '/listeners', { key, body: { secret: wrong } })).status).toBe(400)
  })

  it('is told what was posted to it byte for byte, in order, and forgets what it has', async () => {
    const listener = await listen()
    expect(await received(listener)).toEqual([])
    const body = '{"title": "Żółć",\n "n": 1.0}'
    await deliver(listener, body, { 'X-Service-Event': 'matter.created' })
    await deliver(listener, 'second')
    const [first, second] = await received(listener)
    expect([first?.text, second?.text]).toEqual([body, 'second'])
    expect(first?.headers).toContainEqual({ name: 'X-Service-Event', value: 'matter.created' })
    expect((await received(listener)).length).toBe(2)
    expect((await received(listener, `?after=${first?.id}`)).map(({ text }) => text)).toEqual(['second'])
    expect((await received(listener)).map(({ text }) => text)).toEqual(['second'])
  })

  it('waits for what is to come', async () => {
    const listener = await listen()
    const waiting = received(listener, '?wait=25')
    await deliver(listener, 'now')
    expect((await waiting).map(({ text }) => text)).toEqual(['now'])
  })

  it('misses nothing of what comes at once', async () => {
    const listener = await listen()
    const sent = Array.from({ length: 60 }, (_, n) => String(n))
    const sending = Promise.all(sent.map((body) => deliver(listener, body)))
    const seen: string[] = []
    for (let after = 0; seen.length < sent.length;) {
      const rows = await received(listener, `?after=${after}&wait=25`)
      seen.push(...rows.map(({ text }) => text))
      after = rows.at(-1)?.id ?? after
    }
    await sending
    expect(seen.toSorted()).toEqual(sent.toSorted())
  })

  it('that does not ask has deliveries come again later instead of losing any', async () => {
    const listener = await listen()
    await api.db.run`
      INSERT INTO inbox_requests (workspace_id, endpoint_id, headers, body)
      SELECT workspace_id, endpoint_id, '[]', 'x'::bytea FROM test_inboxes, generate_series(1, 1000) WHERE endpoint_id = ${listener.id}`
    const refused = await deliver(listener, 'one more')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    const last = (await received(listener)).at(-1)
    await received(listener, `?after=${last?.id}`)
    expect((await deliver(listener, 'one more')).status).toBe(200)
  })

  it('ends with its endpoint, and by the deletion of its endpoint', async () => {
    const [first, second] = [await listen(), await listen()]
    expect((await api.call('DELETE', `/listeners/${first.id}`, { key })).status).toBe(200)
    expect((await api.call('DELETE', `/webhooks/${second.id}`, { key })).status).toBe(200)
    for (const ended of [first, second]) {
      expect(await endpoints()).not.toContain(ended.id)
      expect((await api.call('GET', `/listeners/${ended.id}/requests`, { key })).status).toBe(404)
      expect((await deliver(ended, 'x')).status).toBe(404)
    }
    expect((await api.call('DELETE', `/listeners/${first.id}`, { key })).status).toBe(404)
  })

  it('that was left behind is ended by the next one of the workspace, and by the worker', async () => {
    const [left, alive] = [await listen(), await listen()]
    await leaveBehind(left)
    const next = await listen()
    expect(await endpoints()).not.toContain(left.id)
    expect(await endpoints()).toEqual(expect.arrayContaining([alive.id, next.id]))
    await leaveBehind(alive)
    const workspaces = await workspacesWithAbandonedListeners(api.db)
    expect(workspaces).toHaveLength(1)
    for (const workspace of workspaces) expect(await endAbandonedListeners(api.db, workspace)).toBe(1)
    expect(await endpoints()).not.toContain(alive.id)
    await received(next)
  })

  it('that asks is not left behind', async () => {
    const listener = await listen()
    await leaveBehind(listener)
    await received(listener)
    expect(await workspacesWithAbandonedListeners(api.db)).toEqual([])
  })
})

it.each([
  ['draft', undefined],
  ['sent', undefined],
  ['paid', expect.any(String)],
])('a test invoice is made, and moved into %s', async (status, paidDate = null) => {
  const reply = await api.call('POST', '/test-invoices', { key, body: { status, total_amount: 12.5 } })
  expect(reply.status, reply.text).toBe(201)
  expect(reply.body.data).toMatchObject({ status, total_amount: 12.5, paid_date: paidDate })
})

it('a test document is made and signed', async () => {
  const reply = await api.call('POST', '/test-documents', { key, body: { title: 'Lease' } })
  expect(reply.status, reply.text).toBe(201)
  const { document_id: id } = reply.body.data
  expect(await api.db.document.findFirst({ where: { document_id: BigInt(Number(id)) } })).toMatchObject({
    title: 'Lease',
    status: 'signed',
    signed_at: expect.any(Date),
  })
})

it('what a test record refers to must be there', async () => {
  for (const path of ['/test-invoices', '/test-documents']) {
    const reply = await api.call('POST', path, { key, body: { case_id: 987654 } })
    expect([reply.status, reply.body['details']]).toMatchObject([400, [{ field: 'case_id', code: 'not_found' }]])
  }
})

const operations = Object.values(commandLineContract).flatMap((resource) => Object.values(resource))

describe.each(operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
  '%s',
  (_name, { method, path }) => {
    let listener: Listener
    const hasClient = /^.test-(payments|credit-notes)$/.test(path)
    beforeAll(async () => {
      listener = await listen()
    })
    const call = (as: string | undefined) =>
      api.call(method.toUpperCase(), path.replace('{id}', String(listener.id)), {
        ...(as !== undefined && { key: as }),
        ...(method === 'post' && { body: { secret: newSecret(), ...(hasClient && { client_id: 1 }) } }),
      })

    it('is for keys with webhooks:write', async () => {
      expect((await call(undefined)).status).toBe(401)
      const other = await api.key({ email, environment: 'test', scopes: ['matters:write', 'invoices:read'] })
      expect((await call(other)).body.code).toBe('insufficient_scope')
    })

    it('is for test workspaces only', async () => {
      const reply = await call(await api.key({ email }))
      expect([reply.status, reply.body.error]).toEqual([404, expect.stringContaining('mb_test_')])
    })

    it('does not reach into another workspace', async () => {
      const reply = await call(await api.key({ environment: 'test' }))
      if (hasClient) expect(reply.body['details']).toMatchObject([{ code: 'not_found' }])
      else expect(reply.status).toBe(path.includes('{id}') ? 404 : 201)
      expect(await endpoints()).toContain(listener.id)
    })
  },
)

describe('where this server does not deliver to its own address', () => {
  const closed = async (publicUrl: string) =>
    startApi({ database: { db: api.db, databaseUrl: api.databaseUrl }, allowPrivate: false, publicUrl })

  it.each([
    ['http://matters.example.com', 'The URL must be an https URL.'],
    ['https://10.0.0.8', 'The URL must point to a public address.'],
  ])('neither a listener nor an inbox is made at %s, and why is said', async (publicUrl, why) => {
    const other = await closed(publicUrl)
    try {
      const before = await endpoints()
      const session = await signIn(other)
      const refused = [
        await other.call('POST', '/listeners', { key, body: { secret: newSecret() } }),
        await session.call('POST', '/test/inbox'),
      ]
      for (const { status, body } of refused)
        expect([status, body.error]).toEqual([
          400,
          `PUBLIC_URL: this server does not deliver to its own address, ${publicUrl}, so the listener would receive nothing. ${why} The operator can set PUBLIC_URL to a public HTTPS address, or set WEBHOOK_ALLOW_PRIVATE=true.`,
        ])
      expect(await endpoints()).toEqual(before)
    } finally {
      await other.close()
    }
  })

  it('is told of a name too, unless it leads elsewhere, or nowhere from here', async () => {
    const address = (...addresses: string[]) =>
      requireOwnAddress('https://matters.example.com', false, async () => addresses)
    await expect(address('10.0.0.8')).rejects.toThrow('must point to a public address')
    await expect(address('93.184.215.14', 'fd00::8')).rejects.toThrow('must point to a public address')
    await expect(address('93.184.215.14')).resolves.toBeUndefined()
    const nowhere = requireOwnAddress('https://matters.example.com', false, () =>
      Promise.reject(new Error('ENOTFOUND')),
    )
    await expect(nowhere).resolves.toBeUndefined()
  })
})
