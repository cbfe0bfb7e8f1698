import { connect } from 'node:net'
import { bigint, createDb, identifier } from '@matterbase/db'
import { findWorkspace } from '@matterbase/domain'
import { createCreditNote, createDocument, createInvoice, recordPayment } from '@matterbase/domain/testing'
import { contract, hasEpoch, openApiDocument, operations, recordContracts, tags } from '@matterbase/schemas'
import type { ErrorCode, Field, Operation } from '@matterbase/schemas'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { memoryRateLimiter } from '../src/http/access/memory-rate-limit.ts'
import { startApi } from './harness.ts'
import type { Api, CallOptions, Reply } from './harness.ts'
import { newRecordBody } from './new-record-body.ts'
import { declaredStatuses, templateOf, undeclared } from './openapi-validator.ts'

// Every operation is called with the request that the document shows for it, and then in every way
// that leads to a status that the document declares.

let api: Api
let email: string
let key: string
let keyId: number
let workspaceId: number
/** A key that may do nothing, and one that has used up its window. */
let scopeless: string
let exhausted: string
const reached = new Map<Operation, Set<number>>()

beforeAll(async () => {
  // Time stands still for the windows: what is used up stays so, however long the tests take.
  api = await startApi({ rateLimiter: memoryRateLimiter(() => 0) })
  email = await api.account()
  key = await api.key({ email, tier: 'enterprise' })
  keyId = ((await api.call('GET', '/me', { key })).body['key'] as { id: number }).id
  workspaceId = await findWorkspace(api.db, email, 'live')
  scopeless = await api.key({ email, scopes: [] })
  exhausted = await api.key({ email, tier: 'free' })
  for (let count = 0; count < 100; count++) await api.call('GET', '/me', { key: exhausted })
})
afterAll(() => api.close())
// A workspace has room for twenty.
beforeEach(() => api.db.run`UPDATE webhook_endpoints SET deleted_at = now() WHERE deleted_at IS NULL`)

const document = JSON.parse(JSON.stringify(openApiDocument(contract, tags, ''))) as {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { example: object }> } }>>
}

let made = 0
const fresh = (name: string) => `${name}-${++made}`

/** How a record comes to be, by the segment before its id. */
const makers: Readonly<Record<string, (parent: number | string) => Promise<number | string>>> = {
  ...Object.fromEntries(
    Object.values(recordContracts).map((record) => [
      record.path,
      async () => make(`/${record.path}`, await newRecordBody(api, key, record, 'Hale v. Northgate Insurance')),
    ]),
  ),
  webhooks: () => make('/webhooks', { url: 'https://example.com/hooks', events: ['lead.created'] }),
  invoices: async () =>
    JSON.parse(await createInvoice(api.db, workspaceId, { number: fresh('INV'), total: 1 })).invoice_id,
  payments: () => recordPayment(api.db, workspaceId, { reference: fresh('paid') }),
  'credit-notes': () => createCreditNote(api.db, workspaceId, { reason: fresh('credited') }),
  documents: async () => {
    const signer = { signerName: 'Ada', signerEmail: 'ada@example.com', text: 'Agreed.' }
    return JSON.parse(await createDocument(api.db, workspaceId, { title: fresh('Deed'), ...signer })).document_id
  },
  deliveries: async (endpoint) => {
    await make(`/webhooks/${endpoint}/test`, {})
    const [row] = await api.db.rows({ id: bigint })`SELECT max(id) AS id FROM webhook_deliveries`
    return Number(row?.id)
  },
  // The members of the account: the API reads them only.
  users: async () => (await api.call('GET', '/users', { key })).rows[0]?.id ?? '',
}

async function make(path: string, body: object): Promise<number> {
  const { body: answer, status, text } = await api.call('POST', path, { key, body })
  expect(status, text).toBeLessThan(300)
  return (answer.data ?? answer).id
}

/** The operation's path with records that are there. */
async function pathOf({ path }: Operation): Promise<string> {
  let parent: number | string = 0
  const segments: string[] = []
  for (const segment of path.split('/')) {
    if (segment.startsWith('{')) parent = (await makers[segments.at(-1) ?? '']?.(parent)) ?? 0
    segments.push(segment.startsWith('{') ? String(parent) : segment)
  }
  return segments.join('/')
}

const references = new Map(
  Object.values(recordContracts)
    .flatMap(({ fields }) => Object.entries<Field>(fields))
    .flatMap(([name, { references: to }]) => (to === undefined ? [] : [[name, to]])),
)

/** The request that the document shows, about records that are there. */
async function exampleFor({ path, method }: Operation): Promise<object | undefined> {
  const example = document.paths[path]?.[method]?.requestBody?.content['application/json']?.example
  if (!example) return undefined
  const there = new Map<string, number | string | undefined>([
    ['external_id', fresh('crm')],
    ['number', fresh('number')],
  ])
  for (const [name, to] of references) there.set(name, await makers[to]?.(0))
  if (path.startsWith('/external-records')) there.set('resource_id', await makers['invoices']?.(0))
  return JSON.parse(JSON.stringify(example), (name, value: unknown) => there.get(name) ?? value) as object
}

async function send(operation: Operation, path: string, options: CallOptions = {}, via = api): Promise<Reply> {
  const method = operation.method.toUpperCase()
  const reply = await via.call(method, path, { key, ...options })
  expect(undeclared({ method, path: operation.path, ...reply })).toEqual([])
  expect(templateOf(path)).toBe(operation.path)
  reached.set(operation, (reached.get(operation) ?? new Set()).add(reply.status))
  return reply
}

/** The answer to a request of which no more comes. */
async function neverEnding(origin: string, head: string) {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname).setEncoding('utf8')
  socket.write(head)
  let answer = ''
  for await (const chunk of socket) answer += String(chunk)
  const [start = '', text = ''] = answer.split('\r\n\r\n')
  const [first = '', ...lines] = start.split('\r\n')
  const headers = new Headers(lines.map((line) => line.split(': ') as [string, string]))
  return { status: Number(first.split(' ')[1]), headers, text }
}

const all = operations.map((operation) => [`${operation.method.toUpperCase()} ${operation.path}`, operation] as const)
const which = (select: (operation: Operation) => unknown) => all.filter(([, operation]) => select(operation))
const can = (code: ErrorCode) => which(({ errors = [] }) => errors.includes(code))

it.each(all)('%s succeeds with the request that the document shows', async (_name, operation) => {
  const [path, body] = [await pathOf(operation), await exampleFor(operation)]
  const first = await send(operation, path, { body })
  const successes = operation.file ? [200] : Object.keys(operation.responses).map(Number)
  expect(successes, first.text).toContain(first.status)
  // Where there are two successes, the same request again leads to the other one.
  if (successes.length > 1) expect((await send(operation, path, { body })).status).not.toBe(first.status)
})

it.each(which(({ method, lines }) => method === 'get' && !lines))(
  '%s answers 304 to who knows it',
  async (_name, operation) => {
    const path = await pathOf(operation)
    const etag = (await send(operation, path)).headers.get('etag') ?? ''
    expect((await send(operation, path, { headers: { 'if-none-match': etag } })).status).toBe(304)
  },
)

it.each(all)('%s answers 401, 429, 405, 403 and 400', async (_name, operation) => {
  const path = await pathOf(operation)
  const body = operation.body && {}
  expect((await send(operation, path, { key: undefined, body })).status).toBe(401)
  expect((await send(operation, path, { key: exhausted, body })).status).toBe(429)
  // A resource of several scopes declares the error, instead of one scope.
  if (operation.scope || operation.errors?.includes('insufficient_scope'))
    expect((await send(operation, path, { key: scopeless, body })).status).toBe(403)
  const strict = { headers: { prefer: 'handling=strict' }, body }
  expect((await send(operation, `${path}?colour=red`, strict)).status).toBe(400)
  const other = ['DELETE', 'PATCH', 'PUT', 'POST'].find(
    (method) => !declaredStatuses(method.toLowerCase(), operation.path).length,
  )
  const reply = await api.call(other ?? '', path, { key })
  expect([reply.status, undeclared({ method: other ?? '', path, ...reply })]).toEqual([405, []])
})

it.each(which(({ params }) => params))('%s answers 404 to an id that names nothing', async (_name, operation) => {
  const path = operation.path.replaceAll(/\{\w+\}/g, '987654321')
  expect((await send(operation, path, { body: await exampleFor(operation) })).status).toBe(404)
})

it.each(which(({ body }) => body))(
  '%s answers 400, 413 and 415 to bodies that it cannot read',
  async (_name, operation) => {
    const path = await pathOf(operation)
    for (const body of ['{', '[]']) expect((await send(operation, path, { body })).status).toBe(400)
    expect((await send(operation, path, { body: { padding: 'x'.repeat(1024 * 1024) } })).status).toBe(413)
    const headers = { 'content-type': 'text/plain' }
    expect((await send(operation, path, { body: 'text', headers })).status).toBe(415)
  },
)

it.each(which(({ method }) => method === 'post'))(
  '%s answers 422 and 409 to misused Idempotency-Keys, and replays',
  async (_name, operation) => {
    const [path, body] = [await pathOf(operation), await exampleFor(operation)]
    const headers = { 'idempotency-key': fresh('key') }
    const { status } = await send(operation, path, { body, headers })
    const replay = await send(operation, path, { body, headers })
    expect([replay.status, replay.headers.get('idempotent-replayed')]).toEqual([status, 'true'])
    expect((await send(operation, `${path}?other=1`, { body, headers })).status).toBe(422)

    const held = fresh('key')
    const place = `idempotency/${workspaceId}/${keyId}/${held}`
    const connection = await api.db.pool.connect()
    await connection.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [place])
    const again = { body: await exampleFor(operation), headers: { 'idempotency-key': held } }
    expect((await send(operation, path, again)).status).toBe(409)
    await connection.query('SELECT pg_advisory_unlock_all()')
    connection.release()
  },
)

it.each(can('precondition_failed'))('%s answers 412 when the record has changed', async (_name, operation) => {
  const [path, body] = [await pathOf(operation), await exampleFor(operation)]
  expect((await send(operation, path, { body, headers: { 'if-match': '"other"' } })).status).toBe(412)
})

it.each(which(({ file }) => file))('%s answers 409 when the file lacks data', async (_name, operation) => {
  const choices = { '/documents/{id}/file': 'part=evidence', '/accounting/journal': 'format=datev' }
  const choice = new Map(Object.entries(choices)).get(operation.path) ?? 'format=xrechnung'
  const reply = await send(operation, `${await pathOf(operation)}?${choice}`)
  expect([reply.status, reply.body.code]).toEqual([409, 'missing_data'])
})

it.each(which(hasEpoch))('%s answers 410 to a copy with another history', async (_name, operation) => {
  const reply = await send(operation, `${operation.path}?epoch=7d3c1f52-9a0e-4b6d-8f21-5c4e6a7b8d90`)
  expect([reply.status, reply.body.code]).toEqual([410, 'sync_reset'])
})

it.each(can('external_id_conflict'))('%s answers 409 to an external_id that is taken', async (_name, operation) => {
  const [path, example] = [await pathOf(operation), await exampleFor(operation)]
  const taken = { external_id: fresh('taken') }
  // PUT would update the record with the external_id. It is refused for a record of another kind.
  const other = operation.method === 'put' && { resource: 'payment', resource_id: await makers['payments']?.(0) }
  const record = Object.values(recordContracts).find((each) => each.path === operation.path.split('/')[1])
  if (record) await make(`/${record.path}`, { ...(await newRecordBody(api, key, record, 'a')), ...taken })
  expect((await send(operation, path, { body: { ...example, ...taken, ...other } })).status).toBe(409)
})

const ofBilledWork = (operation: Operation) => /^\/(?:time-entries|expenses)/.test(operation.path)
const billed = can('billed').filter(([, operation]) => ofBilledWork(operation))

it.each(billed)('%s answers 409 to a change of billed work', async (_name, operation) => {
  const [, resource = ''] = operation.path.split('/')
  const record = Object.values(recordContracts).find(({ path }) => path === resource)
  const known = { external_id: fresh('billed') }
  const id = record ? await make(`/${resource}`, { ...(await newRecordBody(api, key, record, 'a')), ...known }) : 0
  const lines = [{ description: 'Work', net: 1 }]
  const invoice = JSON.parse(await createInvoice(api.db, workspaceId, { number: fresh('B'), status: 'sent', lines }))
  const column = resource === 'expenses' ? 'expense_id' : 'time_entry_id'
  await api.db.run`
    UPDATE invoice_lines SET ${identifier(column)} = ${id}
    WHERE workspace_id = ${workspaceId} AND invoice_id = ${invoice.invoice_id}`
  await api.db.run`
    UPDATE ${identifier(resource.replace('-', '_'))} SET invoice_id = ${invoice.invoice_id}, status = 'billed'
    WHERE workspace_id = ${workspaceId} AND id = ${id}`
  const body = operation.method === 'delete' ? undefined : { ...known, description: 'Other work' }
  const reply = await send(operation, operation.path.replace('{id}', String(id)), { ...(body && { body }) })
  expect([reply.status, reply.body.code]).toEqual([409, 'billed'])
})

it.each(can('number_taken'))('%s answers 409 to a number that is taken', async (_name, operation) => {
  const [path, example] = [await pathOf(operation), await exampleFor(operation)]
  const number = fresh('taken')
  await make('/matters', { title: 'Hale v. Northgate', number })
  const { status, body } = await send(operation, path, { body: { ...example, number } })
  expect([status, body.code]).toEqual([409, 'number_taken'])
})

it.each(can('has_dependents'))('%s answers 409 while others refer to the record', async (_name, operation) => {
  const path = await pathOf(operation)
  const [, resource, id] = path.split('/')
  const [referring] = Object.values(recordContracts).flatMap((record) =>
    Object.entries<Field>(record.fields).flatMap(([name, { references: to }]) =>
      to === resource ? [{ record, name }] : [],
    ),
  )
  if (referring) {
    const { record, name } = referring
    await make(`/${record.path}`, { ...(await newRecordBody(api, key, record, 'a')), [name]: Number(id) })
  }
  expect((await send(operation, path)).status).toBe(409)
})

it.each(can('bulk_failed'))('%s answers 400 when one of all fails', async (_name, operation) => {
  const reply = await send(operation, `${operation.path}?atomic=true`, {
    body: { data: [{ external_id: fresh('a') }, {}] },
  })
  expect([reply.status, reply.body.code]).toEqual([400, 'bulk_failed'])
})

it.each(can('limit_reached'))('%s answers 409 to one too many', async (_name, operation) => {
  const [example, path] = [await exampleFor(operation), await pathOf(operation)]
  const isOfRecord = operation.path === '/external-records'
  const own = isOfRecord ? {} : { key: await api.key() }
  const more = () =>
    send(operation, path, { ...own, body: { ...example, ...(isOfRecord && { external_id: fresh('many') }) } })
  for (let count = 0; count < 20; count++) await more()
  expect((await more()).body.code).toBe('limit_reached')
})

it.each(all)('%s answers 431 to headers that are too large', async (_name, operation) => {
  const headers = { 'x-large': 'x'.repeat(17_000) }
  const reply = await send(operation, operation.path.replaceAll(/\{\w+\}/g, '1'), { headers })
  expect([reply.status, reply.body.code]).toEqual([431, 'headers_too_large'])
})

it('answers 408 everywhere to a request that does not arrive in time', async () => {
  const hurried = await startApi({ database: { db: api.db, databaseUrl: api.databaseUrl }, requestTimeoutMs: 100 })
  const answers = operations.map(async (operation) => {
    const method = operation.method.toUpperCase()
    const path = operation.path.replaceAll(/\{\w+\}/g, '1')
    const reply = await neverEnding(hurried.origin, `${method} /api/v1${path} HTTP/1.1\r\nHost: a\r\n`)
    expect(undeclared({ method, path: operation.path, ...reply })).toEqual([])
    expect(reply.status).toBe(408)
    reached.get(operation)?.add(reply.status)
  })
  await Promise.all(answers)
  await hurried.close()
})

it('answers 201 with the address of what was created, where it can be fetched', async () => {
  for (const [, operation] of which(({ location }) => location)) {
    const reply = await send(operation, operation.path, { body: await exampleFor(operation) })
    const { id } = { id: reply.body['id'], ...(reply.body.data as object | undefined) }
    expect(reply.headers.get('location')).toBe(`http://localhost/api/v1${operation.path}/${String(id)}`)
    const found = await api.call('GET', `${operation.path}/${String(id)}`, { key })
    expect([found.status, found.body.data.id]).toEqual([200, id])
  }
})

it('answers 503 everywhere while the database is away', async () => {
  const url = 'postgresql://postgres@127.0.0.1:1/nowhere'
  const away = await startApi({ database: { db: createDb({ url }), databaseUrl: url } })
  for (const operation of operations)
    expect((await send(operation, operation.path.replaceAll(/\{\w+\}/g, '1'), {}, away)).status).toBe(503)
  await away.close()
})

it('answers 500 everywhere when something breaks', async () => {
  await api.db.run`ALTER TABLE api_keys RENAME TO api_keys_gone`
  for (const operation of operations)
    expect((await send(operation, operation.path.replaceAll(/\{\w+\}/g, '1'))).status).toBe(500)
})

it.each(all)('%s has reached every status that the document declares', (_name, operation) => {
  expect([...(reached.get(operation) ?? [])].toSorted()).toEqual(declaredStatuses(operation.method, operation.path))
})

describe('the validator', () => {
  const answer = (changes: Partial<Parameters<typeof undeclared>[0]>) =>
    undeclared({
      method: 'GET',
      path: '/webhooks',
      status: 200,
      headers: new Headers({ 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'a' }),
      text: '{"webhooks":[]}',
      ...changes,
    })

  it('lets through what is declared', () => {
    expect(answer({})).toEqual([])
    expect(answer({ path: '/webhooks/?limit=1' })).toEqual([])
  })

  it.each<[string, Parameters<typeof answer>[0]]>([
    ['a status', { status: 418 }],
    ['a path', { path: '/nowhere' }],
    ['a missing member', { text: '{}' }],
    ['a member too many', { text: '{"webhooks":[],"more":1}' }],
    ['a value of another type', { text: '{"webhooks":{}}' }],
    ['no JSON', { text: 'ok' }],
    [
      'a header that is not declared',
      {
        headers: new Headers({
          'content-type': 'application/json; charset=utf-8',
          'x-request-id': 'a',
          'x-powered-by': 'b',
        }),
      },
    ],
    ['a missing header', { headers: new Headers({ 'content-type': 'application/json; charset=utf-8' }) }],
    ['another content type', { headers: new Headers({ 'content-type': 'text/html', 'x-request-id': 'a' }) }],
  ])('finds %s', (_name, changes) => {
    expect(answer(changes)).not.toEqual([])
  })
})
