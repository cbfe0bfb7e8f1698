import { randomUUID } from 'node:crypto'
import { text } from '@matterbase/db'
import type { TestDb } from '@matterbase/db/testing'
import { findWorkspace } from '@matterbase/domain'
import { createCreditNote, createInvoice } from '@matterbase/domain/testing'
import { recordContracts } from '@matterbase/schemas'
import { recordBody } from '@matterbase/schemas/testing'
import { expect } from 'vitest'
import { invite, signIn } from './dash-browser.ts'
import type { Browser } from './dash-browser.ts'
import type { Api } from './harness.ts'

/** An account's owner and one of its workspaces. */
export interface Place {
  readonly db: TestDb
  readonly owner: Browser
  readonly workspaceId: number
}

/** A new account, with its owner and its live workspace. */
export async function newPlace(api: Api): Promise<Place> {
  const owner = await signIn(api)
  return { db: api.db, owner, workspaceId: await findWorkspace(api.db, owner.email, 'live') }
}

type Id = number | string
type Maker = (place: Place, parents: readonly Id[]) => Promise<Id>

async function invoiceOf({ db, workspaceId }: Place): Promise<number> {
  const json = await createInvoice(db, workspaceId, { number: randomUUID(), total: 1 })
  return (JSON.parse(json) as { invoice_id: number }).invoice_id
}

/**
 * How a record is made that a path names: by the part of the path before its parameter. The one place
 * in these tests that knows the resources.
 */
export const makers: Readonly<Record<string, Maker>> = {
  ...Object.fromEntries(
    Object.values(recordContracts).map((contract) => [
      contract.path,
      async (place: Place) => {
        const target = contract.path === 'external-records' && {
          resource: 'invoice',
          resource_id: await invoiceOf(place),
        }
        return post(place, `/${contract.path}`, { ...recordBody(contract, 'Hale'), ...target })
      },
    ]),
  ),
  'unbilled-time': (place) => post(place, '/clients', { company_name: 'Hale' }),
  'lead-board': async (place) => {
    const { lead } = await created(place, '/leads', { leadData: { first_name: 'Ada' } })
    return (lead as { lead_id: string }).lead_id
  },
  documents: async (place) => {
    const body = { title: 'Engagement', signer_name: 'Ada', signer_email: 'ada@example.com', text: 'I agree.' }
    return ((await created(place, '/documents', body))['data'] as { document_id: number }).document_id
  },
  invoices: (place) => invoiceOf(place),
  payments: async (place) => {
    const client = await post(place, '/clients', { company_name: 'Hale' })
    return post(place, '/payments', { key: randomUUID(), client_id: client, amount: 1, paid_on: '2026-03-14' })
  },
  'credit-notes': ({ db, workspaceId }) => createCreditNote(db, workspaceId, { reason: 'Billed twice' }),
  refunds: async (place) => {
    const client = await post(place, '/clients', { company_name: 'Hale' })
    const paid = { client_id: client, amount: 1, paid_on: '2026-03-14' }
    await post(place, '/payments', { ...paid, key: randomUUID() })
    return post(place, '/refunds', { ...paid, key: randomUUID(), currency: null })
  },
  rates: async (place) => {
    const reply = await place.owner.call('PUT', '/live/rates', { body: { scope: 'firm', amount: 1 } })
    expect(reply.status, reply.text).toBe(200)
    return Number(await newest(place, 'rates'))
  },
  timekeepers: memberOf,
  users: memberOf,
  'custom-fields': (place) => {
    const key = `k${randomUUID().replaceAll('-', '').slice(0, 30)}`
    return post(place, '/custom-fields', { resource: 'matters', key, label: 'Judge', type: 'text' })
  },
  keys: (place) => post(place, '/keys', { name: 'CRM', scopes: ['matters:read'] }),
  webhooks: (place) => post(place, '/webhooks', { url: 'https://example.com', events: ['matter.created'] }),
  deliveries: async (place, [endpoint]) => {
    await created(place, `/webhooks/${endpoint}/test`, {})
    return Number(await newest(place, 'webhook_deliveries'))
  },
  attempts: async ({ db, workspaceId }, [, delivery]) => {
    const id = randomUUID()
    await db.run`
      INSERT INTO webhook_attempts (workspace_id, id, webhook_delivery_id, attempt, started_at)
      VALUES (${workspaceId}, ${id}::text::uuid, ${delivery ?? null}, 1, now())`
    return id
  },
  events: async (place) => {
    await makers['webhooks']?.(place, [])
    await makers['matters']?.(place, [])
    const [event] = await place.db.rows({ id: text })`
      SELECT id::text FROM events WHERE workspace_id = ${place.workspaceId} AND kind = 'matter.created' LIMIT 1`
    return event?.id ?? ''
  },
  'request-log': async ({ db, workspaceId }) => {
    const ref = randomUUID()
    await db.run`
      INSERT INTO request_logs (workspace_id, request_id, api_key_id, at, method, path, status, duration_ms)
      VALUES (${workspaceId}, ${ref}, 1, now(), 'GET', '/api/v1/me', 200, 1)`
    return ref
  },
  members: memberOf,
  invites: async ({ owner }) => (await invite(owner, 'lawyer')).id,
  sessions: async ({ db, owner }) => {
    const { memberships } = await db.account.findUniqueOrThrow({
      where: { email: owner.email },
      select: { memberships: { where: { role: 'owner' } } },
    })
    const [{ owner_uuid: ownerUuid, user_id: userId } = { owner_uuid: '', user_id: '' }] = memberships
    const id_hash = Buffer.from(randomUUID())
    const expires = new Date(Date.now() + 1e6)
    const data = { id_hash, user_id: userId, owner_uuid: ownerUuid, is_complete: true, expires_at: expires }
    return (await db.session.create({ data })).public_id
  },
}

async function created({ owner }: Place, path: string, body: object) {
  const reply = await owner.call('POST', `/live${path}`, { body })
  expect(reply.status, `POST ${path}: ${reply.text}`).toBeLessThan(300)
  return reply.body as unknown as Record<string, unknown>
}

async function post(place: Place, path: string, body: object): Promise<Id> {
  const answer = await created(place, path, body)
  return ((answer['data'] ?? answer) as { id: Id }).id
}

async function newest({ db, workspaceId }: Place, table: string): Promise<bigint> {
  const [row] = await db.$queryRawUnsafe<{ id: bigint }[]>(
    `SELECT max(id) AS id FROM "${table}" WHERE workspace_id = ${workspaceId}`,
  )
  return row?.id ?? 0n
}

async function memberOf({ db, owner }: Place): Promise<string> {
  const email = `${randomUUID()}@example.com`
  const { id } = await db.user.create({ data: { email, name: 'Grace', password_hash: 'none' } })
  const { owner_uuid: ownerUuid } = await db.account.findUniqueOrThrow({ where: { email: owner.email } })
  await db.membership.create({ data: { owner_uuid: ownerUuid, user_id: id, role: 'lawyer' } })
  return id
}
