import { identifier, jsonOf, text } from '@matterbase/db'
import { createTestDatabase } from '@matterbase/db/testing'
import type { TestDatabase } from '@matterbase/db/testing'
import { addSampleData, createAccount, findWorkspace, recordStore, records, systemActor } from '@matterbase/domain'
import { recordContracts, tableOf } from '@matterbase/schemas'
import type { Field } from '@matterbase/schemas'
import { afterAll, beforeAll, expect, it } from 'vitest'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  const { db } = database
  const { email, owner_uuid: ownerUuid } = await createAccount(db, {
    email: 'a@example.com',
    password: 'a long password',
  })
  await addSampleData(db, email)
  const actor = systemActor({ workspaceId: await findWorkspace(db, email, 'live'), ownerUuid, environment: 'live' })
  const store = recordStore(db)
  const title = 'Zoë said "no\\yes"\n\t\u0001\u2028😀'
  const { record: client } = await store.save(records.clients, actor, {
    as: 'create',
    changes: { company_name: title },
  })
  const { record: matter } = await store.save(records.matters, actor, {
    as: 'create',
    changes: { title, client_id: client.values.id, estimated_hours: 0.1, end_date: '2026-12-31' },
  })
  const about = { case_id: matter.values.id, client_id: client.values.id, description: title }
  const times = { start_time: '2026-01-02T03:04:05.006Z', end_time: '2026-01-02T04:04:05.600Z', rate: 1e15 }
  await store.save(records.timeEntries, actor, { as: 'create', changes: { ...about, ...times } })
})
afterAll(() => database.close())

it.each(Object.values(recordContracts))('keeps $path as PostgreSQL would write all their members', async (contract) => {
  const fields = Object.entries<Field>(contract.fields).map(([name, { kind }]) => [
    name,
    kind === 'timestamp' ? kind : 'plain',
  ])
  const built = jsonOf({
    id: 'plain',
    ...Object.fromEntries(fields),
    created_at: 'timestamp',
    updated_at: 'timestamp',
  })
  const rows = await database.db.rows({ json: text, built: text })`
    SELECT json, ${built} AS built FROM ${identifier(tableOf(contract.path))} ORDER BY workspace_id, id`
  expect(rows.length).toBeGreaterThan(1)
  expect(rows.map(({ json }) => json)).toEqual(rows.map((row) => row.built))
})
