import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { text, timestamp } from '@matterbase/db'
import { findWorkspace, recordEventFor, recordEvents, write } from '@matterbase/domain'
import { addAccount } from '@matterbase/domain/testing'
import { createTestDatabase } from '@matterbase/db/testing'
import type { TestDb, TestDatabase } from '@matterbase/db/testing'

let database: TestDatabase
let db: TestDb
let workspaceId: number

beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
})
afterAll(() => database.close())
beforeEach(async () => {
  const { email } = await addAccount(db)
  workspaceId = await findWorkspace(db, email, 'live')
})

const happenedAt = new Date('2026-01-02T03:04:05.678Z')

const addEndpoint = (endpoint: { is_active?: boolean; events?: string[]; deleted_at?: Date; workspace_id?: number }) =>
  db.webhookEndpoint.create({
    data: {
      workspace_id: workspaceId,
      url: 'https://example.com',
      events: ['matter.created'],
      secret: new Uint8Array(1),
      created_at: happenedAt,
      ...endpoint,
    },
  })

const listDeliveries = () =>
  db.webhookDelivery.findMany({ where: { workspace_id: workspaceId }, orderBy: { id: 'asc' } })

it('records one delivery per record and subscribed endpoint, and keeps the bytes of the record', async () => {
  const endpoint = await addEndpoint({})
  await addEndpoint({ events: ['client.created'] })
  await addEndpoint({ deleted_at: happenedAt })
  await addEndpoint({ workspace_id: workspaceId + 1 })
  const records = ['{"id": 1,  "n": 1.50}', '{"n":2,"id":2}']
  await write(db, workspaceId, (tx) => recordEvents(tx, 'matter.created', records, happenedAt))
  const events = await db.rows({
    data: text,
    created_at: timestamp,
  })`SELECT data::text, created_at FROM events WHERE workspace_id = ${workspaceId} ORDER BY data::text`
  expect(events).toEqual(records.map((data) => ({ data, created_at: happenedAt })))
  const deliveries = await listDeliveries()
  expect(deliveries).toHaveLength(2)
  for (const delivery of deliveries)
    expect(delivery).toMatchObject({
      endpoint_id: endpoint.id,
      status: 'pending',
      attempt_count: 0,
      created_at: happenedAt,
    })
})

it('leaves neither event nor delivery of a change that is rolled back', async () => {
  await addEndpoint({})
  const change = write(db, workspaceId, async (tx) => {
    await recordEvents(tx, 'matter.created', ['{}'], happenedAt)
    throw new Error('no')
  })
  await expect(change).rejects.toThrow('no')
  expect(await db.event.count({ where: { workspace_id: workspaceId } })).toBe(0)
  expect(await listDeliveries()).toEqual([])
})

it('holds the deliveries of an endpoint that is switched off', async () => {
  await addEndpoint({ is_active: false })
  await write(db, workspaceId, (tx) => recordEvents(tx, 'matter.created', ['{}'], happenedAt))
  expect(await listDeliveries()).toMatchObject([{ status: 'held' }])
})

it('records nothing when nothing changed', async () => {
  await addEndpoint({})
  await write(db, workspaceId, (tx) => recordEvents(tx, 'matter.created', [], happenedAt))
  expect(await db.event.count({ where: { workspace_id: workspaceId } })).toBe(0)
})

it('records an event for one endpoint only, subscribed or not, switched on or not', async () => {
  const { id } = await addEndpoint({ is_active: false, events: ['lead.created'] })
  await addEndpoint({ events: ['ping.test'] })
  await write(db, workspaceId, (tx) => recordEventFor(tx, Number(id), 'ping.test', '{}', happenedAt))
  expect(await listDeliveries()).toMatchObject([{ endpoint_id: id, status: 'pending' }])
})
