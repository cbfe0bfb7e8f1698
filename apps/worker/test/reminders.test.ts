import { randomUUID } from 'node:crypto'
import { text } from '@matterbase/db'
import { systemActor, write } from '@matterbase/domain'
import { endInvoiceLink, sendInvoice } from '@matterbase/domain/sending'
import { createInvoice, updateInvoiceStatus } from '@matterbase/domain/testing'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createOverdue } from '../src/housekeeping/overdue.ts'
import { createWorld, sealer } from './support/world.ts'
import type { World } from './support/world.ts'

let world: World

beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.close())

const log = pino({ level: 'silent' })
const firm = (reminder_days: string | null, time_zone = 'UTC') =>
  world.db.firmProfile.upsert({
    where: { workspace_id: world.workspaceId },
    create: { workspace_id: world.workspaceId, reminder_days, time_zone },
    update: { reminder_days, time_zone },
  })

const actor = async () => {
  const { owner_uuid: ownerUuid, environment } = await world.db.workspace.findUniqueOrThrow({
    where: { id: world.workspaceId },
  })
  return systemActor({ workspaceId: world.workspaceId, ownerUuid, environment })
}

/** An invoice whose due date lies so many days back in a time zone, and that was sent by e-mail. */
async function sent(daysAgo: number, zone = 'UTC'): Promise<number> {
  const [day] = await world.db.rows({ due: text })`
    SELECT ((now() AT TIME ZONE ${zone})::date - ${daysAgo}::int)::text AS due`
  const invoice = { number: randomUUID(), total: 1, status: 'sent' as const, dueDate: day?.due ?? '' }
  const { invoice_id: id } = JSON.parse(await createInvoice(world.db, world.workspaceId, invoice)) as {
    invoice_id: number
  }
  const by = await actor()
  const letter = { key: randomUUID(), recipients: ['jane@example.com'], subject: 'Invoice', message: 'Dear Jane' }
  const urlOf = (token: string) => `https://firm.example/invoice/${token}`
  await write(world.db, world.workspaceId, (tx) => sendInvoice(tx, by, { id, ...letter, sealer, urlOf }))
  await world.db.run`UPDATE mails SET status = 'sent' WHERE invoice_id = ${id}`
  return id
}

/** One pass of a worker. */
const look = () => createOverdue({ db: world.db, log, sealer }).stop()

async function reminded(): Promise<number[]> {
  const rows = await world.db.mail.findMany({ where: { kind: 'reminder' }, orderBy: { id: 'asc' } })
  return rows.map(({ invoice_id: id }) => Number(id))
}

it('reminds nobody until the firm says so, and then once for each step, however many workers look', async () => {
  const [late, early] = [await sent(8), await sent(6)]
  await look()
  expect(await reminded()).toEqual([])
  await firm('7,14')
  await Promise.all([look(), look(), look()])
  await look()
  expect(await reminded()).toEqual([late])
  const [mail] = await world.db.mail.findMany({ where: { kind: 'reminder' } })
  expect(mail).toMatchObject({ recipients: ['jane@example.com'], status: 'pending', created_by: null })
  expect(mail?.subject).toMatch(/^Reminder: invoice/)
  await world.db.run`UPDATE invoices SET due_date = due_date - 1 WHERE invoice_id = ${early}`
  await look()
  expect(await reminded()).toEqual([late, early])
  // The next step of the first, once the message before it has gone.
  await world.db.run`UPDATE mails SET status = 'sent'`
  await firm('7,8')
  await look()
  await look()
  expect(await reminded()).toEqual([late, early, late])
})

it('reminds of nothing that is paid, was never sent, whose link was ended, or that is long overdue', async () => {
  await firm('7')
  const [paid, unsent, ended] = [await sent(7), await sent(7), await sent(7)]
  await sent(15)
  await updateInvoiceStatus(world.db, world.workspaceId, paid, 'paid')
  await world.db.run`UPDATE mails SET status = 'failed' WHERE invoice_id = ${unsent}`
  const by = await actor()
  await write(world.db, world.workspaceId, (tx) => endInvoiceLink(tx, by, ended))
  await look()
  expect(await reminded()).toEqual([])
})

it('reminds of nothing that an invoice does not owe, also where an earlier version made it overdue', async () => {
  await firm('7')
  const [free, credited] = [await sent(7), await sent(7)]
  await world.db.run`UPDATE invoices SET total_amount = 0, status = 'overdue' WHERE invoice_id = ${free}`
  await world.db.run`UPDATE invoices SET credited = 1, status = 'overdue' WHERE invoice_id = ${credited}`
  await look()
  expect(await reminded()).toEqual([])
})

it('counts days where the firm is', async () => {
  const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'] as const
  // The calendar of the one is always a day or two ahead of the other’s.
  await sent(7, zones[0])
  await firm('7', zones[1])
  await look()
  expect(await reminded()).toEqual([])
  await firm('7', zones[0])
  await look()
  expect(await reminded()).toHaveLength(1)
})
