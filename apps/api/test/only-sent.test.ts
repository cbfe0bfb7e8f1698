import {
  alwaysShown,
  contract,
  openApiDocument,
  operations,
  readScopeOf,
  recordContracts,
  tags,
} from '@matterbase/schemas'
import type { Operation, Scope } from '@matterbase/schemas'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'
import { newRecordBody, targetOf } from './new-record-body.ts'

// Every write operation of the contract, by a key that has its scope and not the scope that reads.

let api: Api
let email: string
let owner: string

beforeAll(async () => {
  api = await startApi()
  email = await api.account()
  owner = await api.key({ email })
})
afterAll(() => api.close())

const writing = operations
  .filter((operation) => {
    const readScope = readScopeOf(operation)
    return readScope !== undefined && readScope !== operation.scope
  })
  .map((operation) => [`${operation.method.toUpperCase()} ${operation.path}`, operation] as const)

const document = JSON.parse(JSON.stringify(openApiDocument(contract, tags, ''))) as {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { example: object }> } }>>
}

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** The records in an answer: the objects with stamps. */
const recordsIn = (value: unknown): Json[] =>
  isObject(value)
    ? [...('updated_at' in value ? [value] : []), ...Object.values(value).flatMap((member) => recordsIn(member))]
    : []

/** The names of all fields in a body. */
const namesIn = (value: unknown): string[] =>
  isObject(value) ? Object.entries(value).flatMap(([name, member]) => [name, ...namesIn(member)]) : []

/** Whether a field of an example is the ID of a record or member, which this account does not have. */
const isReference = (name: string, value: unknown) =>
  name.endsWith('_id') && (typeof value === 'number' || name.endsWith('user_id'))

let made = 0

/** A record that the owner of the account has made, with all fields that the document shows. */
async function makeRecord(path: string): Promise<{ id: number; external_id: string; email: string }> {
  const resource = `/${path.split('/')[1] ?? ''}`
  const example = document.paths[resource]?.['post']?.requestBody?.content['application/json']?.example ?? {}
  const whose = { external_id: `known-${++made}`, email: `known-${made}@example.com` }
  const fields = Object.fromEntries(Object.entries(example).filter(([name, value]) => !isReference(name, value)))
  const own = { ...whose, ...('number' in example && { number: `Number ${made}` }) }
  const body =
    'leadData' in example
      ? { leadData: { ...(example.leadData as Json), ...whose } }
      : { ...fields, ...own, ...(await targetOf(api, owner, resource.slice(1))) }
  const { status, text, body: answer } = await api.call('POST', resource, { key: owner, body })
  expect(status, text).toBe(201)
  return { id: answer.data?.id ?? 0, ...whose }
}

/** As little as the operation takes about this record. */
async function leastBody(
  operation: Operation,
  known: { external_id: string; email: string },
): Promise<Json | undefined> {
  const shape: Json = operation.body?.shape ?? {}
  if ('leadData' in shape) return { leadData: { email: known.email } }
  if ('data' in shape) return { data: [{ external_id: known.external_id }] }
  if ('external_ids' in shape) return { external_ids: [known.external_id] }
  if (operation.method === 'put') return { external_id: known.external_id }
  if (operation.method === 'patch') return {}
  const record = Object.values(recordContracts).find(({ operations: { create } }) => create === operation)
  return record && { ...(await newRecordBody(api, owner, record, 'Least')) }
}

type Row = (typeof writing)[number]

const scopesOf = ({ scope }: Operation) => (scope === null ? [] : [scope])

/** Sends as little as the operation takes about a record that is there. */
async function send(operation: Operation, key: string, headers: Record<string, string> = {}) {
  const record = await makeRecord(operation.path)
  const body = await leastBody(operation, record)
  const path = operation.path.replace('{id}', String(record.id))
  const reply = await api.call(operation.method.toUpperCase(), path, { key, headers, ...(body && { body }) })
  return { reply, path, body, record }
}

describe.each<Row>(writing)('%s by a key without the scope that reads', (_name, operation) => {
  it('returns nothing that the request did not send, but which record it is and when it changed', async () => {
    const { reply, body } = await send(operation, await api.key({ email, scopes: scopesOf(operation) }))
    expect(reply.status, reply.text).toBeLessThan(300)
    const allowed = [...alwaysShown, ...namesIn(body)]
    for (const record of recordsIn(reply.body)) {
      const told = Object.keys(record).filter((field) => record[field] !== null && !allowed.includes(field))
      expect(told).toEqual([])
      expect(record['updated_at']).toMatch(/Z$/)
    }
    expect(reply.headers.get('etag')).toBeNull()
  })

  it('returns the whole record with that scope', async () => {
    const read = readScopeOf(operation) as Scope
    const { reply, body } = await send(
      operation,
      operation.path === '/leads' ? owner : await api.key({ email, scopes: [...scopesOf(operation), read] }),
    )
    expect(reply.status, reply.text).toBeLessThan(300)
    const allowed = [...alwaysShown, ...namesIn(body)]
    for (const record of recordsIn(reply.body))
      expect(Object.keys(record).filter((field) => record[field] !== null && !allowed.includes(field))).not.toEqual([])
  })
})

const creating = writing.filter(([, { method }]) => method === 'post')

it.each<Row>(creating)('%s returns the same for an Idempotency-Key again', async (_name, operation) => {
  const key = await api.key({ email, scopes: scopesOf(operation) })
  const headers = { 'idempotency-key': `only-sent-${made}` }
  const { reply, path, body } = await send(operation, key, headers)
  const again = await api.call('POST', path, { key, headers, body })
  expect([again.headers.get('idempotent-replayed'), again.text]).toEqual(['true', reply.text])
  expect(again.headers.get('etag')).toBeNull()
})

const conditional = writing.filter(([, { errors }]) => errors?.includes('precondition_failed'))

it.each<Row>(conditional)('%s does not compare If-Match with the record', async (_name, operation) => {
  const key = await api.key({ email, scopes: scopesOf(operation) })
  const { id } = await makeRecord(operation.path)
  const single = `${operation.path.split('/{')[0]}/${id}`
  const tag = (await api.call('GET', single, { key: owner })).headers.get('etag') ?? ''
  expect(tag).toMatch(/^"/)
  for (const ifMatch of [tag, '"another"']) {
    const { reply } = await send(operation, key, { 'if-match': ifMatch })
    expect([reply.status, reply.body.code, reply.headers.get('etag')]).toEqual([403, 'insufficient_scope', null])
    expect(reply.body.error).toContain(String(readScopeOf(operation)))
  }
  expect((await send(operation, key, { 'if-match': '*' })).reply.status).toBe(200)
})

it('covers all operations that write, but those of resources with one scope for both', () => {
  const others = operations
    .filter(({ method }) => method !== 'get')
    .filter((each) => !writing.some(([, one]) => one === each))
  expect(new Set(others.map(({ scope }) => scope))).toEqual(new Set(['webhooks:write']))
})

it('answers with the values that were sent, as they are stored', async () => {
  const key = await api.key({ email, scopes: ['clients:write'] })
  const { id, external_id } = await makeRecord('/clients')
  const body = { notes: 'called twice', company_name: 'Fern Ltd', created_at: '2020-01-01T00:00:00Z' }
  const { body: answer } = await api.call('PATCH', `/clients/${id}`, { key, body })
  const shown = Object.entries(answer.data).filter(([, value]) => value !== null)
  expect(Object.fromEntries(shown)).toEqual({
    id,
    external_id,
    notes: 'called twice',
    company_name: 'Fern Ltd',
    created_at: expect.not.stringMatching(/^2020/),
    updated_at: expect.any(String),
  })
})

it('shows no derived field of a bulk request that sent a value for it', async () => {
  const key = await api.key({ email, scopes: ['matters:write'] })
  const { external_id } = await makeRecord('/time-entries')
  const body = { data: [{ external_id, rate_source: 'x', billing_rate: 1, billed_hours: 1 }] }
  const { body: answer } = await api.call('POST', '/time-entries/bulk', { key, body })
  const [result] = answer['results'] as [{ data: Json }]
  expect(Object.keys(result.data).filter((field) => result.data[field] !== null)).toEqual([
    'id',
    'external_id',
    'created_at',
    'updated_at',
  ])
})
