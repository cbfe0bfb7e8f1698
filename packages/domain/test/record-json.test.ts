import { createDb, jsonOf, text } from '@matterbase/db'
import type { Db } from '@matterbase/db'
import { createTestDatabase } from '@matterbase/db/testing'
import type { TestDatabase } from '@matterbase/db/testing'
import { addSampleData, findWorkspace, recordStore, records, systemActor, write } from '@matterbase/domain'
import type { Actor } from '@matterbase/domain'
import { recordKind } from '../src/core/records/record-kind.ts'
import type { Table } from '../src/core/records/table/table.ts'
import { addAccount, createInvoice } from '@matterbase/domain/testing'
import { recordContracts, recordNames } from '@matterbase/schemas'
import type { Field } from '@matterbase/schemas'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

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
  const invoice = await createInvoice(db, actor.workspaceId, { number: 'INV-1', total: 1 })
  const target = { resource: 'invoice', resource_id: (JSON.parse(invoice) as { invoice_id: number }).invoice_id }
  for (const name of recordNames) {
    const changes = { ...filled(recordContracts[name].fields), ...(name === 'externalRecords' && target) }
    await store.save(records[name], actor, { as: 'create', changes })
  }
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

const jsonOfTable = (db: Db, { name, json, columns }: Table) =>
  db.rows({ json: text, built: text })`
    SELECT ${json} AS json, ${jsonOf(columns)} AS built FROM ${name} ORDER BY workspace_id, id`

it.each(recordNames)('writes each field of %s into the JSON, in the format of every other record', async (name) => {
  const { table } = records[name]
  const { fields, derived } = recordContracts[name]
  const names = ['id', ...Object.keys(fields), 'created_at', 'updated_at', ...Object.keys(derived), 'etag']
  expect(Object.keys(table.columns).toSorted()).toEqual(names.toSorted())
  const rows = await jsonOfTable(database.db, table)
  expect(rows).not.toEqual([])
  for (const { json } of rows) expect(Object.keys(JSON.parse(json) as object)).toEqual(Object.keys(table.columns))
  expect(rows.map(({ json }) => json)).toEqual(rows.map(({ built }) => built))
})

describe.each(['matters', 'court-dates'])('a record of %s', (path) => {
  const { description: note, estimated_hours: deposit } = recordContracts.matters.fields
  const later = { note, deposit, heard_at: recordContracts.timeEntries.fields.start_time }
  const kind = recordKind({ ...recordContracts.matters, path, fields: { ...recordContracts.matters.fields, ...later } })
  const values = { title, note: title, deposit: 0.1, heard_at: '2026-01-02T03:04:05.006Z' }

  // Its statements are not checked for workspaces, because the check does not know these columns and tables.
  let db: Db

  beforeAll(async () => {
    db = createDb({ url: database.url, poolSize: 2 })
    if (path === 'court-dates') {
      await db.run`CREATE TABLE court_dates (LIKE matters INCLUDING DEFAULTS INCLUDING INDEXES)`
      await db.run`ALTER TABLE court_dates DROP COLUMN json`
    }
    await db.run`ALTER TABLE ${kind.table.name} ADD COLUMN IF NOT EXISTS note text,
      ADD COLUMN IF NOT EXISTS deposit numeric, ADD COLUMN IF NOT EXISTS heard_at timestamptz(3)`
    await database.db.workspace.update({
      where: { id: actor.workspaceId },
      data: { subscribed_events: ['matter.updated'] },
    })
  })

  afterAll(() => db.$disconnect())

  it('has the fields of columns that a later migration added, wherever it is returned', async () => {
    const store = recordStore(db)
    const { record: created } = await store.save(kind, actor, {
      as: 'create',
      changes: { ...values, external_id: path },
    })
    expect(created.values).toMatchObject(values)
    const changes = { external_id: path, note: null, deposit: 2 }
    const { record: upserted } = await store.save(kind, actor, { as: 'upsert', changes })
    expect(upserted.values).toMatchObject({ ...values, note: null, deposit: 2 })
    const { id } = created.values
    const { record } = await store.save(kind, actor, { as: 'change', id, changes: { note: 'New' } })
    expect(record.values).toMatchObject({ ...values, note: 'New', deposit: 2 })
    const read = await kind.get(db, actor.workspaceId, id)
    expect(read.json).toBe(record.json)
    const [event] = await db.rows({ data: text, previous: text })`
      SELECT data::text AS data, previous::text AS previous FROM events
      WHERE workspace_id = ${actor.workspaceId} AND kind = 'matter.updated' ORDER BY created_at DESC LIMIT 1`
    expect(event?.data).toBe(record.json)
    expect(JSON.parse(event?.previous ?? '')).toMatchObject({ note: null })
  })

  it('has them in the order of its columns', async () => {
    const rows = await jsonOfTable(db, kind.table)
    expect(rows).not.toEqual([])
    expect(rows.map(({ json }) => json)).toEqual(rows.map(({ built }) => built))
  })
})

// An invoice has at most one external record.
const repeatable = recordNames.filter((name) => name !== 'externalRecords')

it.each(repeatable)('writes many of the %s as it writes one', async (name) => {
  const upsert = (ids: readonly string[], changes: object) =>
    write(database.db, actor.workspaceId, async (tx) => {
      const items = ids.map((id) => ({ changes: { ...changes, external_id: id } }))
      const outcomes = await records[name].upsertMany(tx, actor, { items, refused: 0 })
      return outcomes.map((outcome) => {
        if ('error' in outcome) throw outcome.error
        const {
          id: _id,
          external_id: _own,
          created_at: _then,
          updated_at: _now,
          etag: _tag,
          ...rest
        } = outcome.record.values
        return { created: outcome.created, ...rest }
      })
    })
  const many = Array.from({ length: 40 }, (_, at) => `many-${at}`)
  // No two records can have the same number.
  const { number: _number, ...whole } = filled(recordContracts[name].fields)
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
