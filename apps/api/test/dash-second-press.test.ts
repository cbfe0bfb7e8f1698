import { randomUUID } from 'node:crypto'
import { accountContract, dashContract, recordContracts, sharedContract } from '@matterbase/schemas'
import type { Operation, Resource } from '@matterbase/schemas'
import { recordBody, validBody } from '@matterbase/schemas/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { join } from './dash-browser.ts'
import type { Browser } from './dash-browser.ts'
import { makers, newPlace } from './dash-records.ts'
import type { Place } from './dash-records.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api
let place: Place

beforeAll(async () => {
  api = await startApi()
  place = await newPlace(api)
})
afterAll(() => api.close())

const posts = (prefix: string, resources: Readonly<Record<string, Resource<string>>>) =>
  Object.values(resources)
    .flatMap((resource) => Object.values(resource))
    .filter(({ method, path }) => method === 'post' && !path.endsWith('/bulk-preview'))
    .map((operation: Operation<string>) => [`POST ${operation.path}`, { operation, prefix }] as const)

const all = [...posts('/live', { ...sharedContract, ...dashContract }), ...posts('', accountContract)]

/** Requests without a stored response, each with the reason why a second one does no harm. */
const repeatable: Readonly<Record<string, string>> = {
  'POST /re-authenticate': 'a password, which changes no record',
  'POST /security/password': 'the second one is refused, because the password is another one',
  'POST /security/totp': 'the second secret replaces the first',
  'POST /security/totp/enable': 'a code counts once',
  'POST /security/recovery-codes': 'the second codes replace the first',
  'POST /session/switch-account': 'the second one changes nothing',
  'POST /search/key': 'it reads only',
  'POST /conflict-checks': 'it reads only',
  'POST /number-confirmations': 'the second one is refused, because the number is confirmed',
  'POST /invoices/{id}/mails': 'its body has a key, which is stored with the mail',
}

interface Press {
  readonly path: string
  readonly body?: object
}

async function post(path: string, body?: object) {
  const reply = await place.owner.call('POST', `/live${path}`, { ...(body && { body }) })
  expect(reply.status, reply.text).toBeLessThan(300)
  return reply.body.data as unknown as Record<string, number>
}

/** An issued invoice of a client of its own. */
async function issued() {
  const { id: client } = await post('/clients', { company_name: 'Hale' })
  const body = { client_user_id: client, lines: [{ description: 'Opinion', quantity: 1, unit_price: 100 }] }
  const { invoice_id: id } = await post('/invoices', body)
  await post(`/invoices/${id}/issue`, {})
  return { id, client }
}

const pay = (client: number | undefined) =>
  post('/payments', { key: randomUUID(), client_id: client, amount: 10, paid_on: '2026-03-14', allocations: [] })

const record = (path: string, body: object) => () => ({ path, body })

/** Requests for which the smallest valid body does not do. */
const presses: Readonly<Record<string, () => Promise<Press> | Press>> = {
  'POST /clients': record('/clients', recordBody(recordContracts.clients, 'Hale')),
  'POST /time-entries': record('/time-entries', { description: 'Call', duration: 1 }),
  'POST /expenses': record('/expenses', { description: 'Court fee', unit_price: 10 }),
  'POST /external-records': async () => ({
    path: '/external-records',
    body: {
      ...recordBody(recordContracts.externalRecords, 'Hale'),
      resource: 'invoice',
      resource_id: await makers['invoices']?.(place, []),
    },
  }),
  'POST /invoices': record('/invoices', { lines: [{ description: 'Opinion', quantity: 1, unit_price: 100 }] }),
  'POST /invoices/{id}/spend-credit': async () => {
    const { id, client } = await issued()
    await pay(client)
    return { path: `/invoices/${id}/spend-credit` }
  },
  'POST /invoices/{id}/write-off': async () => ({ path: `/invoices/${(await issued()).id}/write-off`, body: {} }),
  'POST /invoices/{id}/credit-notes': async () => ({
    path: `/invoices/${(await issued()).id}/credit-notes`,
    body: { reason: 'Billed twice' },
  }),
  'POST /invoices/{id}/link': async () => ({ path: `/invoices/${(await issued()).id}/link` }),
  'POST /payments': async () => ({
    path: '/payments',
    body: { key: randomUUID(), client_id: (await issued()).client, amount: 10, paid_on: '2026-03-14' },
  }),
  'POST /refunds': async () => {
    const { client } = await issued()
    await pay(client)
    const refund = { client_id: client, amount: 1, paid_on: '2026-03-14', currency: null }
    return { path: '/refunds', body: { ...refund, key: randomUUID() } }
  },
  'POST /lead-board/{id}/conflicts': async () => ({
    path: `/lead-board/${await makers['lead-board']?.(place, [])}/conflicts`,
    body: { decision: 'clear', note: 'Another person' },
  }),
  'POST /lead-board/{id}/convert': async () => {
    const id = await makers['lead-board']?.(place, [])
    await post(`/lead-board/${id}/conflicts`, { decision: 'clear', note: 'Another person' })
    return { path: `/lead-board/${id}/convert`, body: { title: 'Hale v. Roe' } }
  },
  'POST /timer/stop': async () => {
    expect((await place.owner.call('PUT', '/live/timer', { body: {} })).status).toBe(200)
    return { path: '/timer/stop', body: {} }
  },
  'POST /sample-data/reset': record('/sample-data/reset', {}),
  'POST /members/invites': record('/members/invites', { email: `${randomUUID()}@example.com`, role: 'lawyer' }),
}

async function pressOf(operation: Operation<string>): Promise<Press> {
  const ids: (number | string)[] = []
  for (const [at, part] of operation.path.split('/').entries())
    if (part.startsWith('{')) ids.push((await makers[operation.path.split('/')[at - 1] ?? '']?.(place, ids)) ?? 0)
  const body = validBody(operation)
  return { path: operation.path.replaceAll(/\{\w+\}/g, () => String(ids.shift())), ...(body && { body }) }
}

const send = (by: Browser, path: string, body: object | undefined, key: string) =>
  by.call('POST', path, { ...(body && { body }), headers: { 'idempotency-key': key } })

describe('a second press after a lost response', () => {
  it.each(all.filter(([name]) => !(name in repeatable)))(
    '%s returns the stored response',
    async (name, { operation, prefix }) => {
      const { path, body } = await (presses[name]?.() ?? pressOf(operation))
      const key = randomUUID()
      const at = `${name === 'POST /sample-data/reset' ? '/test' : prefix}${path}`
      const first = await send(place.owner, at, body, key)
      expect(first.status, first.text).toBeLessThan(300)
      const second = await send(place.owner, at, body, key)
      expect([second.status, second.text]).toEqual([first.status, first.text])
      expect(second.headers.get('idempotent-replayed')).toBe('true')
    },
  )

  it('has a reason for every request that can be repeated', () => {
    const names: readonly string[] = all.map(([name]) => name)
    expect(Object.keys({ ...repeatable, ...presses }).filter((name) => !names.includes(name))).toEqual([])
  })

  it('of two at the same time makes one record', async () => {
    const { id } = await issued()
    const key = randomUUID()
    const path = `/live/invoices/${id}/credit-notes`
    const replies = await Promise.all([1, 2].map(() => send(place.owner, path, { reason: 'Billed twice' }, key)))
    expect(replies.map(({ status, body: { code } }) => (status === 201 ? 201 : code))).toContain(201)
    expect(await api.db.creditNote.count({ where: { workspace_id: place.workspaceId, invoice_id: id ?? 0 } })).toBe(1)
  })

  it('says that a changed form was saved before, and takes a refused form again', async () => {
    const key = randomUUID()
    const refused = await send(place.owner, '/live/time-entries', { duration: -1 }, key)
    expect(refused.status).toBe(400)
    // Nothing was written, so that the corrected form is another request of the same form.
    expect((await send(place.owner, '/live/time-entries', { duration: 1 }, key)).status).toBe(201)
    const changed = await send(place.owner, '/live/time-entries', { duration: 2 }, key)
    expect([changed.status, changed.body.code]).toEqual([422, 'idempotency_mismatch'])
    expect(changed.body.error).toMatch(/^Your first attempt was saved/)
  })

  it('keeps the keys of members apart', async () => {
    const lawyer = await join(api, place.owner, 'lawyer')
    const key = randomUUID()
    const made = []
    for (const by of [place.owner, lawyer])
      made.push((await send(by, '/live/matters', { title: 'Mine' }, key)).body.data)
    expect(new Set(made.map((data) => (data as unknown as { id: number }).id)).size).toBe(2)
  })
})
