import { text } from '@matterbase/db'
import { createInvoice } from '@matterbase/domain/testing'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createBackfills } from '../src/housekeeping/backfills.ts'
import { createWorld } from './support/world.ts'
import type { World } from './support/world.ts'

let world: World

beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.close())

const settle = () => createBackfills(world.db, pino({ level: 'silent' })).stop()

it('gives unbilled work of earlier versions the client of its matter, with a stamp for each', async () => {
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
  const entry = (client: bigint | null, status: string) =>
    db.timeEntry.create({
      data: { ...base, case_id: matter.id, client_id: client, status, is_billable: true, words: [] },
    })
  await entry(null, 'pending')
  await entry(schoenfeld.id, 'pending')
  await entry(schoenfeld.id, 'billed')
  await entry(hansa.id, 'pending')
  await db.expense.create({
    data: {
      ...base,
      case_id: matter.id,
      client_id: schoenfeld.id,
      status: 'pending',
      kind: 'hard',
      is_billable: true,
      words: [],
    },
  })
  await settle()
  const found = await db.timeEntry.findMany({ orderBy: { id: 'asc' } })
  expect(found.map(({ client_id: client }) => client)).toEqual([hansa.id, hansa.id, schoenfeld.id, hansa.id])
  expect((await db.expense.findMany()).map(({ client_id: client }) => client)).toEqual([hansa.id])
  const moved = found.filter(({ updated_at: stamp }) => stamp.getTime() > 0).map(({ id }) => id)
  expect(moved).toEqual([found[0]?.id, found[1]?.id])
  await settle()
  expect(await db.timeEntry.findMany({ orderBy: { id: 'asc' } })).toEqual(found)
})

it('bills no work again that an invoice has', async () => {
  const { db, workspaceId } = world
  const base = { workspace_id: workspaceId, created_at: new Date(), updated_at: new Date() }
  const invoice = await db.invoice.create({
    data: { ...base, invoice_number: '1', total_amount: 1, status: 'paid' },
  })
  const entry = await db.timeEntry.create({ data: { ...base, status: 'pending', is_billable: true, words: [] } })
  await db.invoiceLine.create({
    data: {
      workspace_id: workspaceId,
      invoice_id: invoice.invoice_id,
      kind: 'time',
      time_entry_id: entry.id,
      description: 'Call',
      net: 1,
    },
  })
  await settle()
  expect((await db.timeEntry.findMany()).map(({ status }) => status)).toEqual(['paid'])
})

it('moves the billing address that an earlier version stored into the client, which keeps a newer value', async () => {
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
    { city: null, buyer_reference: null, updated_at: new Date(0) },
  ])
  expect(new Set(found.map(({ updated_at: stamp }) => stamp.getTime())).size).toBe(3)
  // A second turn must not bring back a value that was deleted since.
  await db.client.update({
    where: { workspace_id_id: { workspace_id: workspaceId, id: moved.id } },
    data: { city: null },
  })
  await settle()
  expect(await db.client.findMany({ where: { id: moved.id } })).toMatchObject([{ city: null }])
})

it('fills the amounts and recipients of invoices of earlier versions, drafts too, with a stamp for each', async () => {
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
  expect(new Set([...before, ...after].map(({ stamp }) => stamp)).size).toBe(4)
})
