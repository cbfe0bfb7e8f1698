import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createStrayWorkBackfill } from '../src/housekeeping/stray-work.ts'
import { createWorld } from './support/world.ts'
import type { World } from './support/world.ts'

let world: World

beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.close())

const settle = () => createStrayWorkBackfill(world.db, pino({ level: 'silent' })).stop()

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
