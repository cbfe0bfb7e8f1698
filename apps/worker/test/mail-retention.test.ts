import { randomUUID } from 'node:crypto'
import { int } from '@matterbase/db'
import { mailsOf, systemActor, write } from '@matterbase/domain'
import { sendInvoice } from '@matterbase/domain/sending'
import { createInvoice } from '@matterbase/domain/testing'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createOverdue } from '../src/housekeeping/overdue.ts'
import { prune } from '../src/housekeeping/prune.ts'
import { createWorld, sealer } from './support/world.ts'
import type { World } from './support/world.ts'

let world: World

beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.close())

const housekeeping = () => prune(world.db, { keepDays: 30, batch: 1_000 })

/** Puts an invoice as a message with a PDF into the outbox, so many days ago, and leaves it there in this state. */
async function mailed(daysAgo: number, status: string, sentDaysAgo?: number) {
  const { owner_uuid: ownerUuid, environment } = await world.db.workspace.findUniqueOrThrow({
    where: { id: world.workspaceId },
  })
  const actor = systemActor({ workspaceId: world.workspaceId, ownerUuid, environment })
  const invoice = { number: randomUUID(), total: 1, status: 'sent' as const }
  const { invoice_id: id } = JSON.parse(await createInvoice(world.db, world.workspaceId, invoice)) as {
    invoice_id: number
  }
  const attachment = { name: 'invoice.pdf', bytes: Buffer.alloc(5_000) }
  const letter = { key: randomUUID(), recipients: ['jane@example.com'], subject: 'Invoice', message: 'Dear Jane' }
  const urlOf = (token: string) => `https://firm.example/invoice/${token}`
  await write(world.db, world.workspaceId, (tx) => sendInvoice(tx, actor, { id, ...letter, attachment, sealer, urlOf }))
  await world.db.run`
    UPDATE mails SET status = ${status}, created_at = now() - ${daysAgo}::int * interval '1 day',
      next_attempt_at = CASE WHEN ${status} = 'pending' THEN now() - ${daysAgo}::int * interval '1 day' END,
      sent_at = now() - ${sentDaysAgo ?? null}::int * interval '1 day' WHERE invoice_id = ${id}`
  return id
}

const mailOf = (id: number) => world.db.mail.findFirstOrThrow({ where: { invoice_id: BigInt(id) } })

const storedBytes = async () => {
  const [row] = await world.db.rows({ counted: int, stored: int })`
    SELECT (SELECT bytes::int FROM storage_usage WHERE workspace_id = ${world.workspaceId} AND kind = 'mails') AS counted,
      (SELECT sum(octet_length(message) + coalesce(octet_length(attachment), 0))::int FROM mails
       WHERE workspace_id = ${world.workspaceId}) AS stored`
  return row
}

it('deletes the text and the attachment 90 days after a message was sent, and keeps its line in the log', async () => {
  const [old, late, recent] = [await mailed(91, 'sent', 91), await mailed(91, 'sent', 89), await mailed(89, 'sent', 89)]
  expect(await storedBytes()).toEqual({ counted: 3 * 5_009, stored: 3 * 5_009 })
  expect(await housekeeping()).toMatchObject({ mail_texts: 1, unsent_mails: 0 })
  const { message, attachment, recipients, subject, status, sent_at: sentAt } = await mailOf(old)
  expect([message, attachment]).toEqual(['', null])
  expect({ recipients, subject, status }).toEqual({
    recipients: ['jane@example.com'],
    subject: 'Invoice',
    status: 'sent',
  })
  expect(sentAt).toBeInstanceOf(Date)
  for (const id of [late, recent]) expect(await mailOf(id)).toMatchObject({ message: 'Dear Jane' })
  expect(await storedBytes()).toEqual({ counted: 2 * 5_009, stored: 2 * 5_009 })
  expect(JSON.parse(await mailsOf(world.db, world.workspaceId, old))).toMatchObject([
    { recipients: ['jane@example.com'], subject: 'Invoice', status: 'sent' },
  ])
  expect(await housekeeping()).toMatchObject({ mail_texts: 0 })
})

it('deletes those of failed and cancelled messages too, but not of pending ones', async () => {
  const ended = [await mailed(91, 'failed'), await mailed(91, 'cancelled')]
  expect(await housekeeping()).toMatchObject({ mail_texts: 2 })
  for (const id of ended) expect(await mailOf(id)).toMatchObject({ message: '', attachment: null })
  const waiting = await mailed(6, 'pending')
  expect(await housekeeping()).toMatchObject({ mail_texts: 0, unsent_mails: 0 })
  expect(await mailOf(waiting)).toMatchObject({ status: 'pending', message: 'Dear Jane' })
})

it('gives up what no mail server took within 7 days, and says so', async () => {
  const [waiting, lost, busy] = [await mailed(8, 'pending'), await mailed(8, 'sending'), await mailed(8, 'sending')]
  await world.db.run`
    UPDATE mails SET lease_id = gen_random_uuid(), lease_until = now() + CASE WHEN invoice_id = ${busy} THEN 0 ELSE -8 END * interval '1 day'
    WHERE status = 'sending'`
  await world.db.run`UPDATE mails SET error = 'The mail server could not be reached' WHERE invoice_id = ${lost}`
  expect(await housekeeping()).toMatchObject({ unsent_mails: 2 })
  expect(await mailOf(waiting)).toMatchObject({
    status: 'failed',
    error: 'Not sent: no mail server accepted it within 7 days',
    attachment: null,
    next_attempt_at: null,
  })
  expect(await mailOf(lost)).toMatchObject({
    status: 'failed',
    error: 'The mail server could not be reached. Not sent: no mail server accepted it within 7 days',
    lease_id: null,
  })
  expect(await mailOf(busy)).toMatchObject({ status: 'sending' })
})

it('counts a message that the mail server took for one of two recipients as sent, and still says what was given up', async () => {
  const id = await mailed(8, 'pending')
  const error = 'The mail server did not take it for joe@example.com yet: busy'
  await world.db.run`
    UPDATE mails SET recipients = '{jane@example.com,joe@example.com}', unsent = '{joe@example.com}', error = ${error} WHERE invoice_id = ${id}`
  await housekeeping()
  expect(await mailOf(id)).toMatchObject({
    status: 'sent',
    sent_at: expect.any(Date),
    error: `${error}. Not sent: no mail server accepted it within 7 days`,
  })
})

it('leaves the address that a reminder of the invoice needs', async () => {
  const id = await mailed(100, 'sent', 100)
  await housekeeping()
  await world.db.firmProfile.create({ data: { workspace_id: world.workspaceId, reminder_days: '7' } })
  await world.db.run`UPDATE invoices SET status = 'overdue', due_date = current_date - 8 WHERE invoice_id = ${id}`
  await createOverdue({ db: world.db, log: pino({ level: 'silent' }), sealer }).stop()
  const reminders = await world.db.mail.findMany({ where: { kind: 'reminder' } })
  expect(reminders).toMatchObject([
    { recipients: ['jane@example.com'], message: expect.stringContaining('is still open') },
  ])
})
