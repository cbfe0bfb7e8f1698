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

type Act = (maker: Maker) => Promise<Reply>

/** What sends events of a kind to an address. Each prepares an endpoint as the owner, and returns what a maker calls. */
const ways: Readonly<Record<string, (kind: EventKind) => Promise<Act>>> = {
  create: async (kind) => (maker) =>
    maker.call('POST', '/webhooks', { body: { url: 'https://example.com/b', events: [kind] } }),
  listen: async (kind) => (maker) =>
    maker.isKey
      ? maker.call('POST', '/listeners', {
          body: { events: [kind], secret: `whsec_${randomBytes(32).toString('base64')}` },
        })
      : maker.call('POST', '/webhooks', { body: { url: 'https://example.com/b', events: [kind] } }),
  'add the event': async (kind) => {
    const id = await makeEndpoint('ping.test')
    return (maker) => maker.call('PATCH', `/webhooks/${id}`, { body: { events: ['ping.test', kind] } })
  },
  'change the URL': async (kind) => {
    const id = await makeEndpoint(kind)
    return (maker) => maker.call('PATCH', `/webhooks/${id}`, { body: { url: 'https://example.com/elsewhere' } })
  },
  enable: async (kind) => {
    const id = await makeEndpoint(kind)
    await asOwner('PATCH', `/webhooks/${id}`, { is_active: false })
    return (maker) => maker.call('PATCH', `/webhooks/${id}`, { body: { is_active: true } })
  },
  replay: async (kind) => {
    const id = await makeEndpoint(kind)
    return (maker) => maker.call('POST', `/webhooks/${id}/replay`, { body: span })
  },
  'replay what it was subscribed to': async (kind) => {
    const id = await makeEndpoint(kind)
    await deliver(id, kind, 'failed')
    await asOwner('PATCH', `/webhooks/${id}`, { events: ['ping.test'] })
    return (maker) => maker.call('POST', `/webhooks/${id}/replay`, { body: span })
  },
  'rotate the secret': async (kind) => {
    const id = await makeEndpoint(kind)
    return (maker) => maker.call('POST', `/webhooks/${id}/rotate-secret`, { body: { overlap_hours: 0 } })
  },
  'send a delivery again': async (kind) => {
    const id = await makeEndpoint(kind)
    const delivery = await deliver(id, kind, 'failed')
    return (maker) => maker.call('POST', `/webhooks/${id}/deliveries/${delivery}/retry`)
  },
}

const span = { from: '2020-01-01T00:00:00Z', to: '2040-01-01T00:00:00Z' }

async function deliver(endpointId: number, kind: EventKind, status: string) {
  await write(api.db, workspaceId, (tx) => recordEventFor(tx, endpointId, kind, '{"id":1}', tx.now))
  const { id } = await api.db.webhookDelivery.findFirstOrThrow({ where: { endpoint_id: endpointId, kind } })
  await api.db.webhookDelivery.updateMany({ where: { endpoint_id: endpointId, kind }, data: { status } })
  return id
}

const deleteEndpoints = () =>
  api.db.run`UPDATE webhook_endpoints SET deleted_at = now() WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL`

describe.each(Object.entries(ways))('%s', (_name, prepare) => {
  it.each(eventKinds)('%s only with the scope that reads its record', async (kind) => {
    const { scope } = eventFacts[kind]
    let act = await prepare(kind)
    for (const maker of makers) {
      const reply = await act(maker)
      const mayTry = maker.held.includes('webhooks:write')
      const isReadable = scope === null || maker.held.includes(scope)
      const isAllowed = mayTry && isReadable
      expect([maker.name, reply.status < 300], reply.text).toEqual([maker.name, isAllowed])
      if (isAllowed) {
        // The next maker finds what this one found. A refused call has changed nothing.
        await deleteEndpoints()
        act = await prepare(kind)
        continue
      }
      expect([reply.status, reply.body.code]).toEqual([403, 'insufficient_scope'])
      if (!mayTry) continue
      expect(reply.body.error).toContain(`${kind} needs ${scope}`)
      if (maker.isKey)
        expect(reply.headers.get('www-authenticate')).toBe(`Bearer error="insufficient_scope", scope="${scope}"`)
    }
    await deleteEndpoints()
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
