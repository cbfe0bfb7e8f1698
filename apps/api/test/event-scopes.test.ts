import { randomBytes } from 'node:crypto'
import { findWorkspace, recordEventFor, write } from '@matterbase/domain'
import { eventFacts, eventKinds, roleNames, roles, scopes as allScopes } from '@matterbase/schemas'
import type { EventKind, Scope } from '@matterbase/schemas'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { join, signIn } from './dash-browser.ts'
import type { Browser } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api, CallOptions, Reply } from './harness.ts'

let api: Api
let email: string
let owner: Browser
let workspaceId: number

/** A member or API key that may make endpoints, with what it may read. */
interface Maker {
  readonly name: string
  readonly isKey: boolean
  readonly held: readonly string[]
  call(method: string, path: string, options?: CallOptions): Promise<Reply>
}
let makers: Maker[]

beforeAll(async () => {
  api = await startApi()
  email = await api.account()
  owner = await signIn(api, { email })
  workspaceId = await findWorkspace(api.db, email, 'test')
  const keys = [...allScopes.map((scope) => [...new Set<Scope>(['webhooks:write', scope])]), [...allScopes]]
  const withKeys = keys.map(async (held): Promise<Maker> => {
    const key = await api.key({ email, environment: 'test', tier: 'enterprise', scopes: held })
    const call: Maker['call'] = (method, path, options) => api.call(method, path, { key, ...options })
    return { name: `a key with ${held.join(' ')}`, isKey: true, held, call }
  })
  const withRoles = roleNames.map(async (role): Promise<Maker> => {
    const browser = role === 'owner' ? owner : await join(api, owner, role)
    const call: Maker['call'] = (method, path, options) => browser.call(method, `/test${path}`, options)
    return { name: role, isKey: false, held: roles[role], call }
  })
  makers = await Promise.all([...withKeys, ...withRoles])
})
afterAll(() => api.close())

const idOf = ({ body }: Reply) => Number(body['id'])
const asOwner = async (method: string, path: string, body?: object) => {
  const reply = await owner.call(method, `/test${path}`, { ...(body && { body }) })
  expect(reply.status, reply.text).toBeLessThan(300)
  return reply
}
const makeEndpoint = async (kind: EventKind) =>
  idOf(await asOwner('POST', '/webhooks', { url: 'https://example.com/a', events: [kind] }))

/** What sends events of a kind to an address: each begins with an endpoint of the owner, and answers what the maker got. */
const ways: Readonly<Record<string, (kind: EventKind, maker: Maker) => Promise<Reply>>> = {
  async create(kind, maker) {
    const reply = await maker.call('POST', '/webhooks', { body: { url: 'https://example.com/b', events: [kind] } })
    if (reply.status === 201) await asOwner('DELETE', `/webhooks/${idOf(reply)}`)
    return reply
  },
  listen: async (kind, maker) => {
    const secret = `whsec_${randomBytes(32).toString('base64')}`
    if (!maker.isKey) return ways['create']?.(kind, maker) ?? Promise.reject(new Error('no create'))
    const reply = await maker.call('POST', '/listeners', { body: { events: [kind], secret } })
    if (reply.status === 201) await asOwner('DELETE', `/webhooks/${reply.body.data.id}`)
    return reply
  },
  ...ofEndpoint('add the event', 'ping.test', async (id, kind, maker) =>
    maker.call('PATCH', `/webhooks/${id}`, { body: { events: ['ping.test', kind] } }),
  ),
  ...ofEndpoint('change the URL', null, async (id, _kind, maker) =>
    maker.call('PATCH', `/webhooks/${id}`, { body: { url: 'https://example.com/elsewhere' } }),
  ),
  ...ofEndpoint('enable', null, async (id, _kind, maker) => {
    await asOwner('PATCH', `/webhooks/${id}`, { is_active: false })
    return maker.call('PATCH', `/webhooks/${id}`, { body: { is_active: true } })
  }),
  ...ofEndpoint('replay', null, async (id, _kind, maker) =>
    maker.call('POST', `/webhooks/${id}/replay`, { body: span }),
  ),
  ...ofEndpoint('replay what it was subscribed to', null, async (id, kind, maker) => {
    await deliver(id, kind, 'failed')
    await asOwner('PATCH', `/webhooks/${id}`, { events: ['ping.test'] })
    return maker.call('POST', `/webhooks/${id}/replay`, { body: span })
  }),
  ...ofEndpoint('send a delivery again', null, async (id, kind, maker) => {
    const delivery = await deliver(id, kind, 'failed')
    return maker.call('POST', `/webhooks/${id}/deliveries/${delivery}/retry`)
  }),
}

const span = { from: '2020-01-01T00:00:00Z', to: '2040-01-01T00:00:00Z' }

function ofEndpoint(
  name: string,
  subscribed: EventKind | null,
  act: (id: number, kind: EventKind, maker: Maker) => Promise<Reply>,
) {
  return {
    async [name](kind: EventKind, maker: Maker) {
      const id = await makeEndpoint(subscribed ?? kind)
      const reply = await act(id, kind, maker)
      await asOwner('DELETE', `/webhooks/${id}`)
      return reply
    },
  }
}

async function deliver(endpointId: number, kind: EventKind, status: string) {
  await write(api.db, workspaceId, (tx) => recordEventFor(tx, endpointId, kind, '{"id":1}', tx.now))
  const { id } = await api.db.webhookDelivery.findFirstOrThrow({ where: { endpoint_id: endpointId, kind } })
  await api.db.webhookDelivery.updateMany({ where: { endpoint_id: endpointId, kind }, data: { status } })
  return id
}

describe.each(Object.keys(ways))('%s', (name) => {
  it.each(eventKinds)('%s only with the scope that reads its record', async (kind) => {
    const act = ways[name]
    const { scope } = eventFacts[kind]
    for (const maker of makers) {
      const reply = await act?.(kind, maker)
      const mayTry = maker.held.includes('webhooks:write')
      const isReadable = scope === null || maker.held.includes(scope)
      const isAllowed = mayTry && isReadable
      expect([maker.name, (reply?.status ?? 0) < 300], reply?.text).toEqual([maker.name, isAllowed])
      if (isAllowed || !reply) continue
      expect([reply.status, reply.body.code]).toEqual([403, 'insufficient_scope'])
      if (!mayTry) continue
      expect(reply.body.error).toContain(`${kind} needs ${scope}`)
      if (maker.isKey)
        expect(reply.headers.get('www-authenticate')).toBe(`Bearer error="insufficient_scope", scope="${scope}"`)
    }
  })
})

describe('an endpoint that an owner subscribed for a developer', () => {
  it('stays as it is while the developer changes what needs no reading', async () => {
    const developer = await join(api, owner, 'developer')
    const made = await developer.call('POST', '/test/webhooks', {
      body: { url: 'https://dev.example.com/', events: ['ping.test'] },
    })
    await asOwner('PATCH', `/webhooks/${idOf(made)}`, { events: ['ping.test', 'matter.created'] })
    const patch = (body: object) => developer.call('PATCH', `/test/webhooks/${idOf(made)}`, { body })
    expect((await patch({ description: 'Ours', url: 'https://dev.example.com/' })).status).toBe(200)
    expect((await patch({ is_active: false })).status).toBe(200)
    expect((await patch({ events: ['matter.created'] })).status).toBe(200)
    expect((await patch({ events: ['matter.created', 'client.created', 'invoice.paid'] })).body).toMatchObject({
      error:
        'events: has events that your role developer cannot read (client.created needs clients:read, invoice.paid needs invoices:read). An owner can subscribe an endpoint to them',
      details: [{ field: 'events', code: 'not_readable' }],
    })
  })
})

describe('a test inbox or listener without named events', () => {
  it('gets those that its maker can read', async () => {
    const developer = await join(api, owner, 'developer')
    const made = await developer.call('POST', '/live/inbox')
    expect(made.status, made.text).toBe(201)
    const [endpoint] = (await owner.call('GET', '/live/webhooks')).body['webhooks'] as { events: string[] }[]
    expect(endpoint?.events).toEqual(['ping.test'])
    const key = await api.key({ email, environment: 'test', scopes: ['webhooks:write', 'leads:read'] })
    const body = { secret: `whsec_${randomBytes(32).toString('base64')}` }
    const listener = await api.call('POST', '/listeners', { key, body })
    expect(listener.body.data['events']).toEqual(['lead.created', 'ping.test', 'lead.updated'])
  })

  it('is read only by keys that can read its events', async () => {
    const [wide, narrow] = [
      await api.key({ email, environment: 'test' }),
      await api.key({ email, environment: 'test', scopes: ['webhooks:write'] }),
    ]
    const body = { events: ['matter.created'], secret: `whsec_${randomBytes(32).toString('base64')}` }
    const { id } = (await api.call('POST', '/listeners', { key: wide, body })).body.data
    const read = async (key: string) => (await api.call('GET', `/listeners/${id}/requests`, { key })).status
    expect([await read(wide), await read(narrow)]).toEqual([200, 403])
  })
})
