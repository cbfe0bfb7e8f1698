import { int, orNull, text } from '@matterbase/db'
import { createInvoice, updateInvoiceStatus } from '@matterbase/domain/testing'
import type { EventKind, InvoiceStatus } from '@matterbase/schemas'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createOverdue } from '../src/housekeeping/overdue.ts'
import { createWorld } from './support/world.ts'
import type { World } from './support/world.ts'

let world: World

beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.close())

const log = pino({ level: 'silent' })
const dayAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

async function invoice(number: string, status: InvoiceStatus, due: number | null): Promise<void> {
  const dueDate = due === null ? undefined : dayAfter(due)
  await createInvoice(world.db, world.workspaceId, { number, total: 1, status, dueDate })
}

/** More than two batches. */
const many = 110

/** So many that are late. */
async function late(count: number): Promise<void> {
  await invoice('late', 'sent', -1)
  await world.db.run`
    INSERT INTO invoices (workspace_id, invoice_number, total_amount, status, due_date, created_at, updated_at)
    SELECT workspace_id, 'late ' || n, total_amount, status, due_date, created_at, updated_at
    FROM invoices, generate_series(2, ${count}::int) AS n`
}

async function statuses(): Promise<Record<string, string>> {
  const rows = await world.db.invoice.findMany({ select: { invoice_number: true, status: true } })
  return Object.fromEntries(rows.map(({ invoice_number: number, status }) => [number, status]))
}

const subscribe = async (events: readonly EventKind[]) => {
  await world.addEndpoint('http://127.0.0.1:1/', { events: [...events] })
  await world.db.workspace.update({ where: { id: world.workspaceId }, data: { subscribed_events: [...events] } })
}

const told = () => world.db.rows({ kind: text, number: text, previous: orNull(text) })`
  SELECT event.kind, event.data->>'invoice_number' AS number, event.previous::text AS previous
  FROM events AS event JOIN webhook_deliveries AS delivery
    ON delivery.workspace_id = event.workspace_id AND delivery.event_id = event.id
  WHERE event.kind <> 'invoice.paid' ORDER BY delivery.id`

/** One pass over all workspaces. */
async function look(): Promise<void> {
  await createOverdue({ db: world.db, log }).stop()
}

describe('an invoice', () => {
  it('becomes overdue the day after its due date when it was sent and not paid', async () => {
    await invoice('late', 'sent', -1)
    await invoice('today', 'sent', 0)
    await invoice('later', 'sent', 1)
    await invoice('no date', 'sent', null)
    await invoice('draft', 'draft', -1)
    await invoice('paid', 'paid', -1)
    await invoice('cancelled', 'cancelled', -1)
    await look()
    expect(await statuses()).toEqual({
      late: 'overdue',
      today: 'sent',
      later: 'sent',
      'no date': 'sent',
      draft: 'draft',
      paid: 'paid',
      cancelled: 'cancelled',
    })
  })

  it('moves with a stamp of its own, once, and is told of to nobody where nobody asked', async () => {
    await late(many)
    const before = await world.db.event.count()
    await Promise.all([look(), look()])
    await look()
    expect(new Set(Object.values(await statuses()))).toEqual(new Set(['overdue']))
    const [row] = await world.db.rows({ stamps: int })`SELECT count(DISTINCT updated_at)::int AS stamps FROM invoices`
    expect(row?.stamps).toBe(many)
    expect(await world.db.event.count()).toBe(before)
  })

  it('is told of once, whatever number of workers look and however often they start', async () => {
    const events = ['invoice.overdue', 'invoice.updated', 'time_entry.updated'] as const
    await subscribe(events)
    await late(many)
    await Promise.all([look(), look(), look()])
    await look()
    const rows = await told()
    expect(rows).toHaveLength(2 * many)
    const numbers = rows.filter(({ kind }) => kind === 'invoice.overdue').map(({ number }) => number)
    expect(new Set(numbers).size).toBe(many)
    expect(numbers).toHaveLength(many)
    expect(
      rows.every(({ kind, previous }) => previous === (kind === 'invoice.updated' ? '{"status":"sent"}' : null)),
    ).toBe(true)
  })

  it('is told of again for another due date only', async () => {
    await subscribe(['invoice.overdue'])
    await invoice('late', 'sent', -2)
    const { invoice_id: id } = await world.db.invoice.findFirstOrThrow()
    const to = (status: InvoiceStatus) => updateInvoiceStatus(world.db, world.workspaceId, Number(id), status)
    await look()
    await to('sent')
    await look()
    expect(await statuses()).toEqual({ late: 'overdue' })
    expect(await told()).toHaveLength(1)
    await to('sent')
    await world.db.run`UPDATE invoices SET due_date = ${dayAfter(-1)}::text::date`
    await look()
    expect(await told()).toHaveLength(2)
  })

  it('is not told of while its transaction is rolled back, and is once it commits', async () => {
    await subscribe(['invoice.overdue'])
    await invoice('late', 'sent', -1)
    await world.db.run`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$`
    // After the event was recorded.
    await world.db.run`
      CREATE TRIGGER refuse BEFORE INSERT ON webhook_deliveries FOR EACH ROW EXECUTE FUNCTION refuse()`
    await look()
    expect([await statuses(), await told()]).toEqual([{ late: 'sent' }, []])
    await world.db.run`DROP TRIGGER refuse ON webhook_deliveries`
    await look()
    expect([await statuses(), await told()]).toMatchObject([{ late: 'overdue' }, [{ number: 'late' }]])
  })

  it.each([0, 1])('becomes overdue though that of another workspace cannot (%i)', async (stuck) => {
    const workspaces = await world.db.workspace.findMany({ orderBy: { id: 'asc' }, take: 2 })
    for (const [at, { id }] of workspaces.entries())
      await createInvoice(world.db, id, { number: `${at}`, total: 1, status: 'sent', dueDate: dayAfter(-1) })
    await world.db.run`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$`
    await world.db.pool.query(`
      CREATE TRIGGER refuse BEFORE UPDATE ON invoices FOR EACH ROW
      WHEN (new.workspace_id = ${workspaces[stuck]?.id}) EXECUTE FUNCTION refuse()`)
    await look()
    expect(await statuses()).toEqual({ [stuck]: 'sent', [1 - stuck]: 'overdue' })
  })

  it('is looked at by every worker that starts', async () => {
    await invoice('late', 'sent', -1)
    await world.start('postgres')
    await expect.poll(statuses).toEqual({ late: 'overdue' })
  })
})
