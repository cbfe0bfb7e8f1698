import { operations, scopes } from '@matterbase/schemas'
import type { Operation } from '@matterbase/schemas'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

/** The wrong keys of this test are more than an address may send in a minute. */
const failureLimiter = {
  count: () => Promise.resolve({ allowed: true, used: 1, msLeft: 0 }),
  refund: () => Promise.resolve(),
  peek: () => ({ used: 0, msLeft: 0 }),
}

let api: Api
let owner: string

beforeAll(async () => {
  api = await startApi({ failureLimiter })
  owner = await api.account()
})
afterAll(() => api.close())

const which = (select: (operation: Operation) => unknown) =>
  operations
    .filter(select)
    .map((operation) => [`${operation.method.toUpperCase()} ${operation.path}`, operation] as const)

interface Overrides {
  id?: number | string
  query?: string
  body?: unknown
  headers?: Record<string, string>
}

// Where `{}` is no body for an operation on a record.
const span = { from: '2020-01-01T00:00:00Z', to: '2030-01-01T00:00:00Z' }

function call({ method, path, body }: Operation, key: string | undefined, overrides: Overrides = {}) {
  const { id = 1, query = '', headers = {} } = overrides
  return api.call(method.toUpperCase(), path.replaceAll(/\{\w+\}/g, String(id)) + query, {
    headers,
    ...(key !== undefined && { key }),
    ...(body && { body: 'body' in overrides ? overrides.body : 'from' in body.shape ? span : {} }),
  })
}

it.each(which(() => true))(
  '%s answers 401 without a key, and with an unknown, a revoked and an expired one',
  async (_name, operation) => {
    expect((await call(operation, undefined)).body.code).toBe('missing_key')
    expect((await call(operation, 'mb_live_unknown')).body.code).toBe('invalid_key')
    const revoked = await api.key({ email: owner })
    await api.db.run`UPDATE api_keys SET revoked_at = now() WHERE id = (SELECT max(id) FROM api_keys)`
    expect((await call(operation, revoked)).body.code).toBe('invalid_key')
    const expired = await api.key({ email: owner })
    await api.db
      .run`UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE id = (SELECT max(id) FROM api_keys)`
    expect((await call(operation, expired)).status).toBe(401)
  },
)

it.each(which(({ scope }) => scope))(
  '%s answers 403 to a key with every scope but its own, and names it',
  async (_name, operation) => {
    // A key that reads matters sees the names of users.
    const others: readonly unknown[] =
      operation.scope === 'users:read' ? ['matters:read', 'users:read'] : [operation.scope]
    const key = await api.key({ email: owner, scopes: scopes.filter((scope) => !others.includes(scope)) })
    const reply = await call(operation, key)
    expect([reply.status, reply.body.code]).toEqual([403, 'insufficient_scope'])
    expect(reply.body.error).toContain(operation.scope)
  },
)

it.each(which(({ body }) => body))(
  '%s answers 400 to a body that is no object, and 415 to one that is no JSON',
  async (_name, operation) => {
    const key = await api.key({ email: owner })
    expect((await call(operation, key, { body: [] })).body.code).toBe('invalid_body')
    expect((await call(operation, key, { body: '{' })).body.code).toBe('invalid_json')
    expect((await call(operation, key, { body: 'a', headers: { 'content-type': 'text/plain' } })).status).toBe(415)
  },
)

it.each(which(({ params }) => params))('%s answers 404 to ids that name nothing', async (_name, operation) => {
  const key = await api.key({ email: owner })
  for (const id of [987654321, 'abc', 0]) expect([id, (await call(operation, key, { id })).status]).toEqual([id, 404])
})

it.each(which(({ query }) => query))(
  '%s refuses unknown parameters only when asked to be strict',
  async (_name, operation) => {
    const key = await api.key({ email: owner })
    const strict = await call(operation, key, { query: '?no_such_parameter=1', headers: { prefer: 'handling=strict' } })
    expect(strict.body['details']).toContainEqual({
      field: 'no_such_parameter',
      code: 'unknown_field',
      message: 'is not a known field or parameter. Check the spelling, or leave it out',
    })
  },
)

it.each(which(({ query, body, params }) => query && !body && !params))(
  '%s names the unknown parameters that it ignores',
  async (_name, operation) => {
    const reply = await call(operation, await api.key({ email: owner }), { query: '?no_such_parameter=1' })
    expect([reply.status, reply.headers.get('x-ignored-fields')]).toEqual([200, 'no_such_parameter'])
  },
)
