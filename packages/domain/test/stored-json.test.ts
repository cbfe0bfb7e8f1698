import { identifier, jsonOf, text } from '@matterbase/db'
import { createTestDatabase } from '@matterbase/db/testing'
import type { TestDatabase } from '@matterbase/db/testing'
import { addSampleData, findWorkspace, recordStore, records, systemActor, write } from '@matterbase/domain'
import type { Actor } from '@matterbase/domain'
import { addAccount } from '@matterbase/domain/testing'
import { recordContracts, recordNames, tableOf } from '@matterbase/schemas'
import type { Field } from '@matterbase/schemas'
import { afterAll, beforeAll, expect, it } from 'vitest'

let database: TestDatabase
let actor: Actor

const title = 'Zoë said "no\\yes"\n\t\u0001\u2028😀'
/** Values of which the first that a field takes is written to it. */
const samples = [title, 0.1, '2026-12-31', '2026-01-02T03:04:05.006Z', true]

/** A value for each field that takes one of the samples; references and texts of a form of their own take none. */
const filled = (fields: Readonly<Record<string, Field>>) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { kind, input }]) => {
      const value = kind === 'reference' ? undefined : samples.find((sample) => input.safeParse(sample).success)
      return value === undefined ? [] : [[name, value] as const]
    }),
  )

beforeAll(async () => {
  database = await createTestDatabase()
  const { db } = database
  const { email, owner_uuid: ownerUuid } = await addAccount(db, { email: 'a@example.com' })
  await addSampleData(db, email)
  actor = systemActor({ workspaceId: await findWorkspace(db, email, 'live'), ownerUuid, environment: 'live' })
  const store = recordStore(db)
  for (const name of recordNames)
    await store.save(records[name], actor, { as: 'create', changes: filled(recordContracts[name].fields) })
  const { record: client } = await store.save(records.clients, actor, {
    as: 'create',
    changes: { company_name: title },
  })
  const { record: matter } = await store.save(records.matters, actor, {
    as: 'create',
    changes: { title, client_id: client.values.id, estimated_hours: 0.1, end_date: '2026-12-31' },
  })
  const about = { case_id: matter.values.id, client_id: client.values.id, description: title }
  const times = { start_time: '2026-01-02T03:04:05.006Z', end_time: '2026-01-02T04:04:05.600Z', rate: 9e11 }
  await store.save(records.timeEntries, actor, { as: 'create', changes: { ...about, ...times } })
})
afterAll(() => database.close())

it.each(Object.values(recordContracts))('keeps $path as PostgreSQL would write all their members', async (contract) => {
  const fields = Object.entries<Field>(contract.fields).map(([name, { kind }]) => [
    name,
    kind === 'timestamp' ? kind : 'plain',
  ])
  const members = {
    id: 'plain',
    ...Object.fromEntries(fields),
    created_at: 'timestamp',
    updated_at: 'timestamp',
  }
  const built = jsonOf(members)
  const rows = await database.db.rows({ json: text, built: text })`
    SELECT json, ${built} AS built FROM ${identifier(tableOf(contract.path))} ORDER BY workspace_id, id`
  expect(rows).not.toEqual([])
  expect(
    rows.map(({ json }) => json),
    `a migration has to make the function and the column of its json anew: its members are ${Object.keys(members).join(', ')}`,
  ).toEqual(rows.map((row) => row.built))
})

it.each(recordNames)('writes many of the %s as it writes one', async (name) => {
  const upsert = (ids: readonly string[], changes: object) =>
    write(database.db, actor.workspaceId, async (tx) => {
      const items = ids.map((id) => ({ changes: { ...changes, external_id: id } }))
      const outcomes = await records[name].upsertMany(tx, actor, { items, refused: 0 })
      return outcomes.map((outcome) => {
        if ('error' in outcome) throw outcome.error
        const { id: _id, external_id: _own, created_at: _then, updated_at: _now, ...rest } = outcome.record.values
        return { created: outcome.created, ...rest }
      })
    })
  const many = Array.from({ length: 40 }, (_, at) => `many-${at}`)
  const whole = filled(recordContracts[name].fields)
  const { someOf = [] } = recordContracts[name].rules
  // All but one of those that the resource needs one of.
  const kept = someOf.find((field) => field in whole)
  const emptied = Object.fromEntries(
    Object.entries<Field>(recordContracts[name].fields)
      .filter(
        ([field, { input, required }]) =>
          !required && field !== kept && field in whole && input.safeParse(null).success,
      )
      .map(([field]) => [field, null]),
  )
  for (const changes of [whole, emptied]) {
    const [one] = await upsert(['one'], changes)
    expect(await upsert(many, changes)).toEqual(many.map(() => one))
  }
})
