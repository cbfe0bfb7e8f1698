import { randomUUID } from 'node:crypto'
import { systemActor, write } from '@matterbase/domain'
import { sendInvoice } from '@matterbase/domain/sending'
import { createInvoice } from '@matterbase/domain/testing'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { createMailServer } from '../src/mail/mail-server.ts'
import { createMailer } from '../src/mail/mailer.ts'
import { startMailServer } from './support/mail-server.ts'
import { createWorld, sealer } from './support/world.ts'

it('keeps a message whose link the next version sealed, says why it waits, and sends it once it can open the link', async () => {
  const world = await createWorld()
  const smtp = await startMailServer()
  const { db, workspaceId } = world
  const { owner_uuid: ownerUuid, environment } = await db.workspace.findUniqueOrThrow({ where: { id: workspaceId } })
  const actor = systemActor({ workspaceId, ownerUuid, environment })
  const invoice = await createInvoice(db, workspaceId, { number: '1', total: 1, status: 'sent' })
  const { invoice_id: id } = JSON.parse(invoice) as { invoice_id: number }
  const letter = { key: randomUUID(), recipients: ['jane@example.com'], subject: 'Invoice', message: 'Dear Jane' }
  const urlOf = (token: string) => `https://firm.example/invoice/${token}`
  await write(db, workspaceId, (tx) => sendInvoice(tx, actor, { id, ...letter, sealer, urlOf }))
  // The byte behind the ID of the key is the version of the seal.
  const setVersion = (version: number) =>
    db.run`UPDATE mails SET link = set_byte(link, 4, ${version}::int), next_attempt_at = now()`
  await setVersion(3)

  const mailer = createMailer({
    db,
    sealer,
    log: pino({ level: 'silent' }),
    server: createMailServer({ url: smtp.url, from: 'invoices@firm.example' }),
    everyMs: 20,
  })
  onTestFinished(async () => {
    await mailer.stop()
    await smtp.close()
    await world.close()
  })
  const state = async () => {
    const { status, error } = await db.mail.findFirstOrThrow()
    return { status, error }
  }
  const error =
    'This worker cannot decrypt the link in the email, because another version or encryption key encrypted it'
  await expect.poll(state).toEqual({ status: 'pending', error })
  expect(smtp.received).toEqual([])
  await setVersion(2)
  await expect.poll(state).toEqual({ status: 'sent', error: null })
  expect(smtp.received).toHaveLength(1)
})
