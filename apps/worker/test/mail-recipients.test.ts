import { randomUUID } from 'node:crypto'
import { systemActor, write } from '@matterbase/domain'
import { sendInvoice } from '@matterbase/domain/sending'
import { createInvoice } from '@matterbase/domain/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startMailServer } from './support/mail-server.ts'
import { startMailer } from './support/mailer.ts'
import { createWorld, sealer } from './support/world.ts'
import type { World } from './support/world.ts'

let world: World
const running: (() => Promise<void>)[] = []

beforeEach(async () => {
  world = await createWorld()
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((stop) => stop()))
  await world.close()
})

/** A mail server with the status of its reply to each attempt at a recipient; 250 to those left out and further ones. */
async function startServer(replies: Record<string, readonly number[]>) {
  const attempts = new Map<string, number>()
  const server = await startMailServer({
    onRcptTo({ address }, _session, callback) {
      const attempt = attempts.get(address) ?? 0
      attempts.set(address, attempt + 1)
      const responseCode = replies[address]?.[attempt] ?? 250
      callback(responseCode < 300 ? null : Object.assign(new Error(`reply ${attempt + 1}`), { responseCode }))
    },
  })
  running.push(server.close)
  return { ...server, attempts }
}

async function send(url: string, recipients: readonly string[], waits: readonly number[] = [0.05, 0.05, 0.05]) {
  const { db, workspaceId } = world
  const json = await createInvoice(db, workspaceId, { number: randomUUID(), total: 12, status: 'sent' })
  const { invoice_id: id } = JSON.parse(json) as { invoice_id: number }
  const { owner_uuid: ownerUuid, environment } = await db.workspace.findUniqueOrThrow({ where: { id: workspaceId } })
  const actor = systemActor({ workspaceId, ownerUuid, environment })
  const urlOf = (token: string) => `https://firm.example/invoice/${token}`
  const mail = {
    id,
    key: randomUUID(),
    recipients,
    subject: 'Invoice',
    message: 'Hello',
    attachment: undefined,
    sealer,
    urlOf,
  }
  await write(db, workspaceId, (tx) => sendInvoice(tx, actor, mail))
  const loop = startMailer({ db, sealer, url, waits })
  running.push(loop.stop)
}

const readMail = () =>
  world.db.mail.findFirstOrThrow({ select: { status: true, attempts: true, error: true, attachment: true } })

const ended = () => expect.poll(async () => (await readMail()).status).toMatch(/^(?:sent|failed)$/)

const [here, grey, gone] = ['here@example.com', 'grey@example.com', 'gone@example.com']

it('a recipient that is refused for now gets the message by a later attempt, and the others get it once', async () => {
  const { received, url, attempts } = await startServer({ [grey]: [451, 421], [gone]: [550] })
  await send(url, [here, grey, gone])
  await ended()
  expect(received.map(({ to }) => to)).toEqual([[here], [grey]])
  expect(Object.fromEntries(attempts)).toEqual({ [here]: 1, [grey]: 3, [gone]: 1 })
  const [first, last] = received.map(({ raw }) => ({
    id: /^Message-ID: (.*)$/m.exec(raw)?.[1],
    to: /^To: ([^:]*)\r\n\w/m.exec(raw)?.[1]?.replaceAll(/\s+/g, ' '),
  }))
  expect(last).toEqual(first)
  expect(first?.to).toContain(grey)
  expect(await readMail()).toMatchObject({ status: 'sent', attempts: 3, error: `The mail server refused ${gone}` })
})

it('while a recipient waits for the next attempt, the message says for whom and why', async () => {
  const { received, url } = await startServer({ [grey]: [451, 451], [gone]: [550] })
  await send(url, [here, grey, gone], [600])
  await expect.poll(() => received.length).toBe(1)
  await expect.poll(async () => (await readMail()).status).toBe('pending')
  expect((await readMail()).error).toBe(
    `The mail server refused ${gone}. The mail server did not take it for ${grey} yet: 451 reply 1`,
  )
})

it('a recipient that is refused for now each time is named once the attempts are used up', async () => {
  const { received, url } = await startServer({ [grey]: Array.from({ length: 9 }, () => 450) })
  await send(url, [here, grey])
  await ended()
  expect(received.map(({ to }) => to)).toEqual([[here]])
  expect(await readMail()).toMatchObject({
    status: 'sent',
    attempts: 4,
    error: `The mail server did not take it for ${grey} yet: 450 reply 4`,
  })
})

it('recipients that are all refused, one of them for now, are not all tried again', async () => {
  const { received, url, attempts } = await startServer({ [grey]: [450], [gone]: [550] })
  await send(url, [gone, grey])
  await ended()
  expect([received.map(({ to }) => to), attempts.get(gone)]).toEqual([[[grey]], 1])
  expect(await readMail()).toMatchObject({ status: 'sent', attempts: 2, error: `The mail server refused ${gone}` })
})

it('a message that some have stays sent when the server is away for the rest of the attempts', async () => {
  const { url, close, received } = await startServer({ [grey]: [450] })
  await send(url, [here, grey], [0.2, 0.05])
  await expect.poll(() => received.length).toBe(1)
  running.splice(running.indexOf(close), 1)
  await close()
  await ended()
  expect(await readMail()).toMatchObject({ status: 'sent', attempts: 3 })
  expect((await readMail()).error).toMatch(/^The mail server could not be reached .*Not sent to grey@example\.com$/)
})

it('a domain outside ASCII is handed over as DNS has it', async () => {
  const { received, url } = await startServer({})
  await send(url, ['kanzlei@müller.example', 'smith&jones@example.com'])
  await ended()
  expect(received[0]?.to).toHaveLength(2)
  expect(received[0]?.raw).toContain('To: kanzlei@xn--mller-kva.example, smith&jones@example.com')
})
