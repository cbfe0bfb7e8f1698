import { randomUUID } from 'node:crypto'
import { bigint, int, text } from '@matterbase/db'
import { findWorkspace } from '@matterbase/domain'
import { createCreditNote, createDocument, createInvoice, recordPayment } from '@matterbase/domain/testing'
import { eventKinds, operations, recordContracts } from '@matterbase/schemas'
import type { Field, Operation } from '@matterbase/schemas'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi } from './harness.ts'
import type { Api, CallOptions } from './harness.ts'
import { newRecordBody, targetOf } from './new-record-body.ts'
import { tableDigests } from './table-digests.ts'

interface Workspace {
  readonly id: number
  /** The email address of its account. */
  readonly account: string
  readonly key: string
  /** Stands in every record that is made here, and nowhere else. */
  readonly marker: string
}

const shared = 'in-all-four'
const neverWas = 987_654_321

type Id = number | string

/** An ID of the same kind that nothing has. */
const missingId = (id: Id | undefined) => (typeof id === 'string' ? '00000000-0000-4000-8000-000000000000' : neverWas)

let api: Api
let workspaces: Workspace[]
/** Of every table that belongs to workspaces. */
let everything: Awaited<ReturnType<typeof tableDigests>>

beforeAll(async () => {
  api = await startApi()
  everything = await tableDigests(api.db, {
    having: 'workspace_id',
    // What each request of a caller adds to the caller's own: its use of the key, its stored answer, its log, and how much room those take.
    except: ['api_keys', 'idempotency_keys', 'request_logs', 'storage_usage'],
  })
  workspaces = []
  for (const email of [await api.account(), await api.account()])
    for (const environment of ['live', 'test'] as const) {
      const key = await api.key({ email, environment })
      workspaces.push({
        id: await findWorkspace(api.db, email, environment),
        account: email,
        key,
        marker: `m${randomUUID().slice(0, 8)}`,
      })
    }
})
afterAll(() => api.close())

async function post({ key }: Workspace, path: string, body: object): Promise<number> {
  const { status, text, body: answer } = await api.call('POST', path, { key, body })
  expect(status, text).toBeLessThan(300)
  return (answer.data ?? answer).id
}

/** How a record of each resource is made: the one place here that knows them. `parent` is the id before it in the path. */
const makers: Readonly<Record<string, (workspace: Workspace, parent?: Id) => Promise<Id>>> = {
  ...Object.fromEntries(
    Object.values(recordContracts).map((contract) => [
      contract.path,
      async (workspace: Workspace) =>
        post(workspace, `/${contract.path}`, await newRecordBody(api, workspace.key, contract, workspace.marker)),
    ]),
  ),
  invoices: async ({ id, marker }) => {
    const json = await createInvoice(api.db, id, { number: `${marker} ${randomUUID()}`, total: 1 })
    return (JSON.parse(json) as { invoice_id: number }).invoice_id
  },
  payments: ({ id, marker }) => recordPayment(api.db, id, { reference: marker }),
  'credit-notes': ({ id, marker }) => createCreditNote(api.db, id, { reason: marker }),
  documents: async ({ id, marker }) => {
    const document = { title: marker, signerName: 'Ada', signerEmail: 'ada@example.com', text: 'Agreed.' }
    return (JSON.parse(await createDocument(api.db, id, document)) as { document_id: number }).document_id
  },
  leads: async ({ key, marker }) => {
    const { status } = await api.call('POST', '/leads', { key, body: { leadData: { first_name: marker } } })
    expect(status).toBe(201)
    return neverWas // Leads have uuids, and no path of their own.
  },
  users: async ({ account, marker }) => {
    const { id } = await api.db.user.create({
      data: { email: `${randomUUID()}@example.com`, name: marker, password_hash: 'none' },
    })
    const { owner_uuid: ownerUuid } = await api.db.account.findUniqueOrThrow({ where: { email: account } })
    await api.db.membership.create({ data: { owner_uuid: ownerUuid, user_id: id, role: 'lawyer' } })
    return id
  },
  webhooks: (workspace) =>
    post(workspace, '/webhooks', { url: 'https://example.com', events: eventKinds, description: workspace.marker }),
  deliveries: async (workspace, endpoint) => {
    await post(workspace, `/webhooks/${endpoint}/test`, {})
    const [delivery] = await api.db.rows({ id: bigint })`
      SELECT max(id) AS id FROM webhook_deliveries WHERE workspace_id = ${workspace.id} AND endpoint_id = ${endpoint ?? null}`
    return Number(delivery?.id)
  },
}

/** Bodies for operations that `{}` is no body for, or that would change nothing with it. */
function bodyFor({ body, path }: Operation, { marker }: Workspace): object | undefined {
  if (!body) return undefined
  if ('external_id' in body.shape) return { external_id: `${marker} ${path}` }
  if ('from' in body.shape) return { from: '2020-01-01T00:00:00Z', to: '2030-01-01T00:00:00Z' }
  return 'description' in body.shape ? { description: `${marker} ${path}` } : {}
}

const which = (select: (operation: Operation) => unknown) =>
  operations
    .filter(select)
    .map((operation) => [`${operation.method.toUpperCase()} ${operation.path}`, operation] as const)

const parametersOf = (path: string) =>
  path.split('/').flatMap((part, at, parts) => (part.startsWith('{') ? [parts[at - 1] ?? ''] : []))

async function makeAll(workspace: Workspace, path: string): Promise<Id[]> {
  const ids: Id[] = []
  for (const resource of parametersOf(path)) {
    const make = makers[resource]
    if (!make) throw new Error(`This test cannot make one of the ${resource}`)
    ids.push(await make(workspace, ids.at(-1)))
  }
  return ids
}

function call({ method, path }: Operation, ids: readonly Id[], options: CallOptions) {
  let at = 0
  const filled = path.replaceAll(/\{\w+\}/g, () => String(ids[at++]))
  return api.call(method.toUpperCase(), filled, {
    ...options,
    // One request id for all, so that answers can be compared byte for byte.
    headers: { 'x-request-id': 'tenancy', ...options.headers },
  })
}

const ofEachAnswer = new Set(['date', 'etag', 'content-length'])

/** Everything that an answer tells, apart from when it was given and the ID that was asked for. */
function told({ status, text, headers }: Awaited<ReturnType<typeof call>>, asked: number | string) {
  return {
    status,
    text: text.replaceAll(String(asked), 'ID'),
    headers: Object.fromEntries([...headers].filter(([name]) => !ofEachAnswer.has(name))),
  }
}

/** Resources of the account, which both its workspaces show. */
const isOfAccount = (path: string) => path.split('/')[1] === 'users'

/** Every workspace is caller and owner: of one account, of one environment, and of neither. */
const pairs = (path = '') =>
  workspaces.flatMap((caller, at) => {
    const others = [...workspaces.slice(at + 1), ...workspaces.slice(0, at)]
    return others
      .filter(({ account }) => !isOfAccount(path) || account !== caller.account)
      .map((owner) => ({ caller, owner }))
  })

describe('another workspace’s record', () => {
  const conditions: readonly Record<string, string>[] = [
    {},
    { 'if-match': '*' },
    { 'if-none-match': '*' },
    { prefer: 'handling=strict' },
  ]

  it.each(which(({ params }) => params))(
    '%s answers as for one that never was, and changes nothing',
    async (_name, operation) => {
      const records = new Map<Workspace, Id[]>()
      for (const workspace of workspaces) records.set(workspace, await makeAll(workspace, operation.path))
      const before = await everything()

      for (const [turn, { caller, owner }] of pairs(operation.path).entries()) {
        const own = records.get(caller) ?? []
        const foreign = records.get(owner) ?? []
        const body = bodyFor(operation, caller)
        const headers = conditions[turn % conditions.length] ?? {}
        // Each parameter in its turn is another's, those before and after it the caller's own.
        for (const at of own.keys()) {
          const options = { key: caller.key, body, headers }
          const another = await call(operation, own.with(at, foreign[at] ?? 0), options)
          const missing = await call(operation, own.with(at, missingId(own[at])), options)
          expect([another.status, another.body.code]).toEqual([404, 'not_found'])
          expect(told(another, foreign[at] ?? 0)).toEqual(told(missing, missingId(own[at])))
        }
      }
      expect(await everything()).toEqual(before)

      for (const workspace of workspaces) {
        const body = bodyFor(operation, workspace)
        const reply = await call(operation, records.get(workspace) ?? [], { key: workspace.key, body })
        expect(reply.status, `the caller's own: ${reply.text}`).toBeLessThan(300)
      }
    },
  )

  it.each(which(({ method, params }) => method === 'delete' && params))(
    '%s?force=true unlinks nothing of another workspace',
    async (_name, operation) => {
      const [caller, owner] = workspaces as [Workspace, Workspace]
      const ids = await makeAll(owner, operation.path)
      const before = await everything()
      const forced = { ...operation, path: `${operation.path}?force=true` }
      expect((await call(forced, ids, { key: caller.key })).status).toBe(404)
      expect(await everything()).toEqual(before)
    },
  )
})

describe('lists', () => {
  const own = ['', 'limit=200', 'include=total', 'sort=-updated_at', 'created_since=2020-01-01T00:00:00Z']
  const others = ['q=MARKER', 'external_id=MARKER']

  it.each(which(({ method, params, path }) => method === 'get' && !params && makers[path.slice(1)]))(
    '%s never shows another workspace’s rows, whatever is asked',
    async (_name, { path, query }) => {
      const isKnown = (search: string) => search === '' || query?.shape[search.split('=')[0] ?? ''] !== undefined
      for (const workspace of workspaces) await makers[path.slice(1)]?.(workspace)
      for (const { caller, owner } of pairs(path)) {
        for (const search of own.filter(isKnown)) {
          const { text } = await api.call('GET', `${path}?${search}`, { key: caller.key })
          expect(text).toContain(caller.marker)
          expect(text).not.toContain(owner.marker)
        }
        for (const search of others.filter(isKnown)) {
          const reply = await api.call('GET', `${path}?${search.replace('MARKER', owner.marker)}`, { key: caller.key })
          expect(reply.body).toMatchObject({ count: 0, data: [] })
        }
      }
    },
  )

  it('finds nothing by the id of another workspace’s record', async () => {
    for (const { caller, owner } of pairs()) {
      const clientId = await post(owner, '/clients', { company_name: owner.marker })
      const caseId = await post(owner, '/matters', { title: owner.marker, client_id: clientId })
      await post(owner, '/time-entries', { case_id: caseId, client_id: clientId })
      await createInvoice(api.db, owner.id, { number: randomUUID(), total: 1, clientId, caseId })
      for (const path of [
        `/matters?client_id=${clientId}`,
        `/time-entries?client_id=${clientId}`,
        `/time-entries?case_id=${caseId}`,
        `/invoices?client_id=${clientId}`,
        `/invoices?case_id=${caseId}`,
      ]) {
        expect((await api.call('GET', path, { key: caller.key })).body['count']).toBe(0)
        expect((await api.call('GET', path, { key: owner.key })).body['count']).toBe(1)
      }
    }
  })
})

describe.each(which(({ method, body }) => method === 'put' && body))('external_id, %s', (_name, { path }) => {
  it('can be the same in all four', async () => {
    const ids: number[] = []
    for (const { key, marker } of workspaces) {
      const target = await targetOf(api, key, path.slice(1))
      const texts = { title: marker, company_name: marker, description: marker, metadata: { marker } }
      const body = { external_id: shared, ...texts, ...target }
      const put = await api.call('PUT', path, { key, body })
      expect([put.status, put.body.created]).toEqual([201, true])
      const { id } = put.body.data
      const bulk = await api.call('POST', `${path}/bulk`, { key, body: { data: [body] } })
      expect(bulk.body['results']).toMatchObject([{ status: 200, created: false, data: { id } }])
      const post = await api.call('POST', path, { key, body })
      expect(post.body).toMatchObject({ code: 'external_id_conflict', existing_id: id })
      ids.push(id)
    }
    for (const [at, { key, marker }] of workspaces.entries()) {
      const found = await api.call('GET', `${path}?external_id=${shared}`, { key })
      expect(found.rows.map(({ id }) => id)).toEqual([ids[at]])
      expect(found.text).toContain(marker)
    }
  })

  it('is gone from one workspace only when its record is deleted, and so is its tombstone', async () => {
    const ids: number[] = []
    for (const { key } of workspaces) {
      const target = await targetOf(api, key, path.slice(1))
      const body = { external_id: 'deleted in one', title: 'a', company_name: 'a', description: 'a', ...target }
      ids.push((await api.call('PUT', path, { key, body })).body.data.id)
    }
    const [first, ...rest] = workspaces
    await api.call('DELETE', `${path}/${ids[0]}`, { key: first?.key ?? '' })
    const tombstones = `${path}?updated_since=2020-01-01T00:00:00Z&include_deleted=true&limit=200`
    const idOf = ({ id }: { id: number }) => id
    expect((await api.call('GET', tombstones, { key: first?.key ?? '' })).rows.map(idOf)).toContain(ids[0])
    for (const [at, { key }] of rest.entries()) {
      expect((await api.call('GET', tombstones, { key })).rows.map(idOf)).not.toContain(ids[0])
      const { rows } = await api.call('GET', `${path}?external_id=deleted+in+one`, { key })
      expect(rows.map(idOf)).toEqual([ids[at + 1]])
    }
  })
})

describe('references', () => {
  const references = Object.values(recordContracts).flatMap(({ path, fields }) =>
    Object.entries<Field>(fields).flatMap(([field, { references: to }]) =>
      to === undefined ? [] : [{ path, field, to }],
    ),
  )

  it.each(references)(
    '$path, $field: another workspace’s is the same 400 as one that never was',
    async ({ path, field, to }) => {
      const required = { title: 'a', description: 'a' }
      for (const { caller, owner } of pairs()) {
        const own = await makers[path]?.(caller)
        const foreign = await makers[to]?.(owner)
        const deleted = await makers[to]?.(caller)
        await api.call('DELETE', `/${to}/${deleted}`, { key: caller.key })
        const before = await everything()
        const attempt = async (id: Id | undefined) => {
          const body = { ...required, [field]: id }
          const upsert = { ...body, external_id: 'refers' }
          const requests = [
            ['POST', `/${path}`, body],
            ['PUT', `/${path}`, upsert],
            ['PATCH', `/${path}/${own}`, body],
            ['POST', `/${path}/bulk`, { data: [upsert] }],
          ] as const
          const replies = []
          for (const [method, at, sent] of requests)
            replies.push(
              told(
                await api.call(method, at, { key: caller.key, body: sent, headers: { 'x-request-id': 'same' } }),
                // Not a bare number, which other numbers can contain.
                `${id} in this workspace`,
              ),
            )
          return replies
        }
        const missing = await attempt(neverWas)
        expect(missing.map(({ status }) => status)).toEqual([400, 400, 400, 200])
        for (const { text } of missing) expect(text).toContain(`"details":[{"field":"${field}","code":"not_found",`)
        expect(await attempt(foreign)).toEqual(missing)
        expect(await attempt(deleted)).toEqual(missing)
        expect(await everything()).toEqual(before)
      }
    },
  )
})

it('sends an event to the endpoints of its own workspace only', async () => {
  for (const workspace of workspaces) {
    await makers['webhooks']?.(workspace)
    for (const resource of ['matters', 'clients', 'leads']) await makers[resource]?.(workspace)
    await createInvoice(api.db, workspace.id, { number: `${workspace.marker} paid`, total: 1, status: 'paid' })
    const deliveries = await api.db.rows({ kind: text, endpoint: int, event: int, data: text })`
      SELECT event.kind, endpoint.workspace_id AS endpoint, event.workspace_id AS event, event.data::text AS data
      FROM webhook_deliveries AS delivery
      JOIN webhook_endpoints AS endpoint ON endpoint.id = delivery.endpoint_id
      JOIN events AS event ON event.id = delivery.event_id
      WHERE delivery.workspace_id = ${workspace.id}`
    const kinds = ['matter.created', 'client.created', 'lead.created', 'invoice.paid']
    expect(deliveries.map(({ kind }) => kind)).toEqual(expect.arrayContaining(kinds))
    for (const { endpoint, event, data } of deliveries) {
      expect([endpoint, event]).toEqual([workspace.id, workspace.id])
      expect(workspaces.filter(({ marker }) => marker !== workspace.marker && data.includes(marker))).toEqual([])
    }
  }
})

it('replays an answer only to the key that it was given to', async () => {
  const headers = { 'idempotency-key': 'the-same-everywhere' }
  const body = { title: 'Once each' }
  const ids = []
  for (const { key } of workspaces) {
    const reply = await api.call('POST', '/matters', { key, body, headers })
    expect([reply.status, reply.headers.get('idempotent-replayed')]).toEqual([201, null])
    ids.push(reply.body.data.id)
  }
  expect(new Set(ids).size).toBe(4)
})
