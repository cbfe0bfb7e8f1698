import { orNull, text } from '@matterbase/db'
import { backfills, write } from '@matterbase/domain'
import { createInvoice } from '@matterbase/domain/testing'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fillAll } from '../src/housekeeping/backfills.ts'
import { createWorld } from './support/world.ts'
import type { World } from './support/world.ts'

let world: World

beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.close())

const settle = () => fillAll(world.db, pino({ level: 'silent' }))

/** Time that is billed, and time that is not, on the draft of an invoice. */
async function billedTime() {
  const { db, workspaceId } = world
  const base = { workspace_id: workspaceId, created_at: new Date(), updated_at: new Date(0) }
  const invoice = await db.invoice.create({
    data: { ...base, invoice_number: '1', total_amount: 1, status: 'paid' },
  })
  const line = (entry: bigint) =>
    db.invoiceLine.create({
      data: {
        workspace_id: workspaceId,
        invoice_id: invoice.invoice_id,
        kind: 'time',
        time_entry_id: entry,
        description: 'Call',
        net: 1,
      },
    })
  for (const status of ['paid', 'billed', 'pending']) {
    const entry = await db.timeEntry.create({ data: { ...base, status, is_billable: true, words: [] } })
    await line(entry.id)
  }
  await db.timeEntry.create({ data: { ...base, status: 'billed', is_billable: true, words: [] } })
  return invoice
}

it('leaves unbilled work of earlier versions at its client, and notes the workspace for its firm', async () => {
  const { db, workspaceId } = world
  const stamps = { created_at: new Date(), updated_at: new Date(0) }
  const base = { workspace_id: workspaceId, ...stamps }
  const [schoenfeld, hansa] = [
    await db.client.create({ data: { ...base, company_name: 'Schönfeld', status: 'active', words: [] } }),
    await db.client.create({ data: { ...base, company_name: 'Hansa', status: 'active', words: [] } }),
  ]
  const matter = await db.matter.create({
    data: { ...base, title: 'Hansa', status: 'In Progress', client_id: hansa.id, words: [] },
  })
  const work = { ...base, case_id: matter.id, status: 'pending', is_billable: true, words: [] }
  for (const client of [null, schoenfeld.id, hansa.id])
    await db.timeEntry.create({ data: { ...work, client_id: client } })
  await db.expense.create({ data: { ...work, client_id: schoenfeld.id, kind: 'hard' } })
  const read = async () => [
    await db.timeEntry.findMany({ orderBy: { id: 'asc' } }),
    await db.expense.findMany({ orderBy: { id: 'asc' } }),
  ]
  const before = await read()
  await settle()
  expect(await read()).toEqual(before)
  const noted = await db.workspace.findMany({ where: { has_work_to_check: true } })
  expect(noted.map(({ id }) => id)).toEqual([workspaceId])
  expect(await db.rows({ kind: text })`SELECT kind FROM events`).toEqual([])
  await db.timeEntry.deleteMany()
  await db.expense.deleteMany()
  await settle()
  expect(await db.workspace.count({ where: { has_work_to_check: true } })).toBe(0)
})

it('stores the invoice of billed time without a stamp or an event, and leaves every status', async () => {
  const { db } = world
  const invoice = await billedTime()
  const before = await db.timeEntry.findMany({ orderBy: { id: 'asc' } })
  await settle()
  const after = await db.timeEntry.findMany({ orderBy: { id: 'asc' } })
  expect(after.map(({ invoice_id: id }) => id)).toEqual([invoice.invoice_id, invoice.invoice_id, null, null])
  expect(after.map((entry) => ({ ...entry, invoice_id: null }))).toEqual(before)
  expect(await db.rows({ kind: text })`SELECT kind FROM events`).toEqual([])
})

it('takes the invoice from work that an earlier version released when it voided the invoice', async () => {
  const { db, workspaceId } = world
  const base = { workspace_id: workspaceId, created_at: new Date(), updated_at: new Date(0) }
  const [voided, issued] = [
    await db.invoice.create({ data: { ...base, invoice_number: '1', total_amount: 1, status: 'cancelled' } }),
    await db.invoice.create({ data: { ...base, invoice_number: '2', total_amount: 1, status: 'sent' } }),
  ]
  const work = { ...base, is_billable: true, words: [] }
  await db.timeEntry.create({ data: { ...work, status: 'pending', invoice_id: voided.invoice_id } })
  await db.timeEntry.create({ data: { ...work, status: 'billed', invoice_id: issued.invoice_id } })
  await db.expense.create({ data: { ...work, status: 'pending', kind: 'hard', invoice_id: voided.invoice_id } })
  await settle()
  const entries = await db.timeEntry.findMany({ orderBy: { id: 'asc' } })
  expect(entries.map(({ invoice_id: id }) => id)).toEqual([null, issued.invoice_id])
  expect((await db.expense.findMany()).map(({ invoice_id: id }) => id)).toEqual([null])
  // Readers of the new version have seen the number, so their copies need a stamp.
  expect(entries.map(({ updated_at: stamp }) => stamp.getTime() > 0)).toEqual([true, false])
})

it('stores the names for conflict checks without a stamp or an event', async () => {
  const { db, workspaceId } = world
  const base = { workspace_id: workspaceId, created_at: new Date(), updated_at: new Date(0) }
  await db.client.create({ data: { ...base, company_name: 'Krüger AG', status: 'active', words: [] } })
  await db.matter.create({ data: { ...base, title: '山田商事', status: 'In Progress', words: [] } })
  await db.lead.create({ data: { ...base, first_name: 'Ada', urgency: 'low', status: 'new', score: 1, source: 'api' } })
  const read = async () => [await db.client.findMany(), await db.matter.findMany(), await db.lead.findMany()]
  const before = await read()
  await settle()
  expect(await read()).toEqual(before)
  const names = await db.rows({ names: orNull(text) })`
    SELECT conflict_names::text AS names FROM clients UNION ALL SELECT conflict_names::text FROM matters
    UNION ALL SELECT conflict_names::text FROM leads`
  expect(names.map((row) => row.names?.replaceAll(`${workspaceId}:`, ''))).toEqual([
    "'ag' 'kruger' 'krugerag'",
    "'事' '商事' '山田' '山田商事' '田商'",
    "'ada'",
  ])
  expect(await db.rows({ kind: text })`SELECT kind FROM events`).toEqual([])
})

it('stores the names in metadata that a version before did not read', async () => {
  const { db, workspaceId } = world
  const base = {
    workspace_id: workspaceId,
    created_at: new Date(),
    updated_at: new Date(0),
    status: 'active',
    words: [],
  }
  await db.client.create({ data: { ...base, company_name: 'Moss', metadata: { opponent: 'Kai Krüger' } } })
  await db.client.create({ data: { ...base, company_name: 'Hale' } })
  // As that version writes them.
  await db.run`UPDATE clients SET conflict_names = array_to_tsvector(ARRAY[workspace_id || ':' || lower(company_name)])`
  const conflictNames = backfills.find(({ name }) => name === 'names for conflict checks')
  expect(await conflictNames?.count(db)).toMatchObject({ left: 1 })
  await settle()
  expect(await conflictNames?.count(db)).toMatchObject({ left: 0 })
  const names = await db.rows({ names: text })`SELECT conflict_names::text AS names FROM clients ORDER BY id`
  expect(names.map((row) => row.names.replaceAll(`${workspaceId}:`, ''))).toEqual([
    "'kai' 'kruger' 'moss' 'maps'",
    "'hale'",
  ])
})

it('lets other writes of the workspace pass while it fills', async () => {
  const { db, workspaceId } = world
  const base = { workspace_id: workspaceId, created_at: new Date(), updated_at: new Date(0) }
  const client = await db.client.create({ data: { ...base, company_name: 'Moss', status: 'active', words: [] } })
  for (let count = 0; count < 40; count++)
    await createInvoice(db, workspaceId, {
      clientId: Number(client.id),
      status: 'sent',
      lines: [{ description: 'Fee', net: 1 }],
    })
  await db.run`UPDATE invoices SET net_amount = NULL WHERE workspace_id = ${workspaceId}`
  const left = () => db.invoice.count({ where: { net_amount: null } })
  const seen: number[] = []
  const filling = settle().then(() => 'filled')
  while ((await Promise.race([filling, Promise.resolve()])) === undefined) {
    await write(db, workspaceId, async () => undefined)
    seen.push(await left())
  }
  expect(seen.filter((count) => count > 0 && count < 40)).not.toEqual([])
  expect(await left()).toBe(0)
})

it('moves the billing address that an earlier version stored into the client, without a stamp, and keeps a newer value', async () => {
  const { db, workspaceId } = world
  const base = {
    workspace_id: workspaceId,
    created_at: new Date(),
    updated_at: new Date(0),
    status: 'active',
    words: [],
  }
  const [moved, newer, empty] = [
    await db.client.create({ data: { ...base, company_name: 'Moved' } }),
    await db.client.create({ data: { ...base, company_name: 'Newer', city: 'Köln' } }),
    await db.client.create({ data: { ...base, company_name: 'Empty' } }),
  ]
  const former = { workspace_id: workspaceId, street: null, reference: 'LW-1', vat_id: 'DE123456788' }
  await db.clientBilling.createMany({
    data: [
      { ...former, client_id: moved.id, city: 'Berlin' },
      { ...former, client_id: newer.id, city: 'Berlin' },
      { workspace_id: workspaceId, client_id: empty.id },
    ],
  })
  await settle()
  const found = await db.client.findMany({ orderBy: { id: 'asc' } })
  expect(found).toMatchObject([
    { city: 'Berlin', buyer_reference: 'LW-1', vat_id: 'DE123456788', street: null },
    { city: 'Köln', buyer_reference: 'LW-1' },
    { city: null, buyer_reference: null },
  ])
  expect(found.map(({ updated_at: stamp }) => stamp.getTime())).toEqual([0, 0, 0])
  expect(await db.rows({ kind: text })`SELECT kind FROM events`).toEqual([])
  // A second turn must not bring back a value that was deleted since.
  await db.client.update({
    where: { workspace_id_id: { workspace_id: workspaceId, id: moved.id } },
    data: { city: null },
  })
  await settle()
  expect(await db.client.findMany({ where: { id: moved.id } })).toMatchObject([{ city: null }])
})

it('fills the amounts and recipients of invoices of earlier versions, drafts too, without a stamp', async () => {
  const { db, workspaceId } = world
  const stamps = { created_at: new Date(), updated_at: new Date(0) }
  const client = await db.client.create({
    data: { workspace_id: workspaceId, ...stamps, company_name: 'Moss', status: 'active', words: [] },
  })
  const lines = [{ description: 'Fee', net: 100, worked_on: '2026-03-02', tax_category: 'S' as const, tax_percent: 19 }]
  for (const status of ['draft', 'sent'] as const)
    await createInvoice(db, workspaceId, { clientId: Number(client.id), status, lines })
  const read = () => db.rows({ stored: text, stamp: text })`
    SELECT json_build_array(net_amount, period_from, period_to, language, bill_to, client_reference)::text AS stored, updated_at::text AS stamp
    FROM invoices WHERE workspace_id = ${workspaceId} ORDER BY invoice_id`
  const before = await read()
  await db.run`
    UPDATE invoices SET net_amount = NULL, period_from = NULL, period_to = NULL, language = NULL, bill_to = NULL, client_reference = NULL
    WHERE workspace_id = ${workspaceId}`
  await settle()
  const after = await read()
  expect(before[1]?.stored).toContain('"name":"Moss"')
  expect(after.map(({ stored }) => stored)).toEqual(before.map(({ stored }) => stored))
  expect(after.map(({ stamp }) => stamp)).toEqual(before.map(({ stamp }) => stamp))
})
