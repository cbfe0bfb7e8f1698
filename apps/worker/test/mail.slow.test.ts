import { bigint, mailLinkContext, text } from '@matterbase/db'
import { randomBytes, randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { closeAccount, systemActor, write } from '@matterbase/domain'
import type { Actor } from '@matterbase/domain'
import { bankDetailsNotice, endInvoiceLink, sendInvoice } from '@matterbase/domain/sending'
import { createInvoice } from '@matterbase/domain/testing'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { claimMail, expireMailLeases, finishMail } from '../src/mail/claim.ts'
import { createMailServer } from '../src/mail/mail-server.ts'
import { createMailer } from '../src/mail/mailer.ts'
import { startMailServer } from './support/mail-server.ts'
import { createWorld, ownerEmail, sealer } from './support/world.ts'
import type { World } from './support/world.ts'

type ByUser = Extract<Actor['by'], { kind: 'user' }>

let world: World
let logged = ''
const running: (() => Promise<void>)[] = []
const log = pino(
  new Writable({
    write(chunk, _encoding, done) {
      logged += String(chunk)
      done()
    },
  }),
)

beforeEach(async () => {
  world = await createWorld()
  logged = ''
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((stop) => stop()))
  await world.close()
})

const actorOf = async (workspaceId: number) => {
  const { owner_uuid: ownerUuid, environment } = await world.db.workspace.findUniqueOrThrow({
    where: { id: workspaceId },
  })
  return systemActor({ workspaceId, ownerUuid, environment })
}

/** Sends a new invoice, as the dashboard does. */
async function send(
  more: {
    recipients?: string[]
    subject?: string
    key?: string
    attachment?: { name: string; bytes: Buffer }
    workspaceId?: number
    by?: Partial<ByUser>
  } = {},
) {
  const { workspaceId = world.workspaceId, by } = more
  const json = await createInvoice(world.db, workspaceId, { number: randomUUID(), total: 12, status: 'sent' })
  const { invoice_id: id } = JSON.parse(json) as { invoice_id: number }
  const { recipients = ['client@example.com'], subject = 'Invoice 1', key = randomUUID(), attachment } = more
  const system = await actorOf(workspaceId)
  const actor = by ? { ...system, by: { ...user, ...by } } : system
  const what = {
    id,
    key,
    recipients,
    subject,
    message: 'Żółć\n.\nRegards',
    attachment,
    sealer,
    urlOf: (token: string) => `https://firm.example/invoice/${token}`,
  }
  await write(world.db, workspaceId, (tx) => sendInvoice(tx, actor, what))
  return id
}

const user: ByUser = {
  kind: 'user',
  id: randomUUID(),
  email: ownerEmail,
  role: 'owner',
  authenticatedAt: new Date(),
  ip: '127.0.0.1',
  userAgent: undefined,
}

/** Puts a copy of an account's first message into the outbox so many times, each due before any other. */
async function queueCopies(workspaceId: number, count: number) {
  const ids = await world.db.rows({ id: bigint })`
    SELECT nextval(pg_get_serial_sequence('mails', 'id')) AS id FROM generate_series(1, ${count}::int)`
  const links = ids.map(({ id }) => sealer.seal('https://firm.example/invoice/x', mailLinkContext(workspaceId, id)))
  await world.db.run`
    INSERT INTO mails (workspace_id, id, invoice_id, kind, request_key, recipients, from_name, subject, message, link, token_hash,
                       next_attempt_at, created_at)
    SELECT ${workspaceId}, copy.id, invoice_id, kind, 'copy ' || copy.id, recipients, from_name, 'A copy', message, copy.link,
           token_hash, now() - interval '1 hour', created_at
    FROM unnest(${ids.map(({ id }) => id)}::bigint[], ${links}::bytea[]) AS copy (id, link)
    CROSS JOIN (SELECT * FROM mails WHERE workspace_id = ${workspaceId} ORDER BY id LIMIT 1) AS first`
}

async function smtp(options: Parameters<typeof startMailServer>[0] = {}) {
  const server = await startMailServer(options)
  running.push(server.close)
  return server
}

/** A worker's mailer. */
function mail(url: string, waits: readonly number[] = [0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05]) {
  const server = createMailServer({ url, from: 'invoices@firm.example' })
  const loop = createMailer({ db: world.db, sealer, log, server, everyMs: 20, waits })
  running.push(loop.stop)
  return loop
}

const mails = () =>
  world.db.mail.findMany({
    select: { status: true, attempts: true, error: true, message_id: true },
    orderBy: { id: 'asc' },
  })
const states = async () => [...new Set((await mails()).map(({ status }) => status))]

it('tells owners of changed bank details, again after a failed attempt, with a link to the dashboard', async () => {
  const away = await smtp()
  await away.close()
  const notify = bankDetailsNotice({ sealer, publicUrl: 'https://firm.example' })
  const actor = await actorOf(world.workspaceId)
  await write(world.db, world.workspaceId, (tx) => notify(tx, actor, { bic: { from: null, to: 'COBADEFFXXX' } }))
  const first = mail(away.url)
  await expect.poll(async () => (await mails())[0]?.attempts).toBeGreaterThan(0)
  await first.stop()
  expect(await states()).not.toContain('cancelled')
  const { received, url } = await smtp()
  await world.db.run`UPDATE mails SET status = 'pending', next_attempt_at = now()`
  mail(url)
  await expect.poll(states).toEqual(['sent'])
  expect(received[0]?.to).toEqual([ownerEmail])
  expect(received[0]?.raw).toMatch(/^Auto-Submitted: auto-generated/m)
  expect(received[0]?.raw.replaceAll(/=\r?\n/g, '')).toContain('https://firm.example/settings/firm')
})

describe('a message', () => {
  it('comes from the firm, with the link below it, and leaves nothing of both in the log', async () => {
    const { received, url } = await smtp()
    await send({ recipients: ['client@example.com', 'books@example.com'], subject: 'Rechnung für Żółć' })
    mail(url)
    await expect.poll(states).toEqual(['sent'])
    const [{ raw, to } = { raw: '', to: [] }] = received
    const [row] = await mails()
    expect(to).toEqual(['client@example.com', 'books@example.com'])
    expect(raw).toContain(`Message-ID: <${row?.message_id}@firm.example>`)
    expect(raw).toMatch(/^From: "A via firm\.example" <invoices@firm\.example>/m)
    expect(raw).toMatch(/^Subject: =\?UTF-8\?/m)
    expect(raw.replaceAll(/=\r?\n/g, '')).toMatch(/https:\/\/firm\.example\/invoice\/[\w-]{43}/)
    expect(logged).toContain('an email was sent')
    expect(logged).not.toMatch(/example\.com|firm\.example|invoice\/|Rechnung/)
    const [stored] = await world.db.rows({
      text: text,
    })`SELECT mails::text || encode(link, 'escape') AS text FROM mails`
    expect(stored?.text).not.toContain(/invoice\/([\w-]{43})/.exec(raw.replaceAll(/=\r?\n/g, ''))?.[1] ?? 'invoice/')
  })

  it('has the invoice with it as a file, byte for byte, after an attempt that failed too, and keeps it no longer', async () => {
    const away = await smtp()
    await away.close()
    const bytes = randomBytes(300_000)
    await send({ attachment: { name: 'invoice-Żółć "1".pdf', bytes } })
    mail(
      away.url,
      Array.from({ length: 5000 }, () => 0.05),
    )
    await expect.poll(async () => (await mails())[0]?.attempts).toBeGreaterThan(1)
    const { received } = await smtp({ port: away.port })
    await expect.poll(states).toEqual(['sent'])
    const raw = received[0]?.raw ?? ''
    const [, boundary = 'none'] = /boundary="([^"]+)"/.exec(raw) ?? []
    const [, text = '', file = ''] = raw.split(`--${boundary}`)
    expect(text).toMatch(/^Content-Type: text\/plain/m)
    expect(file).toMatch(/^Content-Type: application\/pdf/m)
    expect(file).toMatch(/^Content-Disposition: attachment;/m)
    expect(Buffer.from(file.slice(file.indexOf('\r\n\r\n')), 'base64').equals(bytes)).toBe(true)
    expect((await world.db.mail.findMany({ select: { attachment: true } }))[0]?.attachment).toBeNull()
  })

  it('waits while the server is down, says why, and is sent once when it is back', async () => {
    const away = await smtp()
    await away.close()
    await send()
    mail(
      away.url,
      Array.from({ length: 5000 }, () => 0.05),
    )
    await expect.poll(async () => (await mails())[0]?.attempts).toBeGreaterThan(1)
    expect((await mails())[0]?.error).toMatch(/^The mail server could not be reached/)
    const { received } = await smtp({ port: away.port })
    await expect.poll(states).toEqual(['sent'])
    expect(received).toHaveLength(1)
    expect((await mails())[0]?.error).toBeNull()
  })

  it('is sent once by several workers, and queued once however often it is asked for', async () => {
    const { received, url } = await smtp()
    const key = randomUUID()
    await send({ key })
    await expect(send({ key })).rejects.toThrow('Another invoice was sent with this idempotency key')
    for (let count = 0; count < 5; count++) await send({ subject: `Invoice ${count}` })
    for (let count = 0; count < 4; count++) mail(url)
    await expect.poll(states).toEqual(['sent'])
    await Promise.all(running.splice(0).map((stop) => stop()))
    expect(received).toHaveLength(6)
  })

  it('keeps its Message-ID when a worker is killed after the server took it, and the late one changes nothing', async () => {
    const { received, url } = await smtp()
    await send()
    const killed = await claimMail(world.db, 0)
    expect(await claimMail(world.db, 60_000)).toBeUndefined()
    expect(await expireMailLeases(world.db, 9)).toBe(1)
    const server = createMailServer({ url, from: 'invoices@firm.example' })
    const again = await claimMail(world.db, 60_000)
    if (!killed || !again) throw new Error('Nothing was due')
    expect([again.message_id, again.attempts]).toEqual([killed.message_id, 2])
    await finishMail(world.db, killed, { status: 'failed', error: 'late', waitMs: 0, unsent: [], refused: [] })
    expect(await states()).toEqual(['sending'])
    for (const { message_id: messageId, recipients, subject } of [killed, again])
      await server.send({
        messageId,
        recipients,
        unsent: recipients,
        subject,
        fromName: 'A',
        replyTo: undefined,
        text: '',
        isAutomatic: false,
      })
    const ids = received.map(({ raw }) => /^Message-ID: (.*)$/m.exec(raw)?.[1])
    expect(new Set(ids).size).toBe(1)
  })

  it('that the server refuses for good is given up at once; one for some of its readers is sent to the others', async () => {
    const { received, url } = await smtp({
      onRcptTo({ address }, _session, callback) {
        callback(
          address.startsWith('gone') ? Object.assign(new Error('No such\u0007 user'), { responseCode: 550 }) : null,
        )
      },
    })
    await send({ recipients: ['gone@example.com'] })
    await send({ recipients: ['gone@example.com', 'here@example.com'] })
    mail(url)
    await expect.poll(async () => (await states()).toSorted()).toEqual(['failed', 'sent'])
    const rows = await mails()
    expect(rows.map(({ attempts }) => attempts)).toEqual([1, 1])
    expect(rows[0]?.error).toMatch(/^The mail server answered: 550 No such user/)
    expect(rows[1]?.error).toBe('The mail server refused gone@example.com')
    expect(received.map(({ to }) => to)).toEqual([['here@example.com']])
  })

  it('is given up after the last attempt, and a wrong password is not shown', async () => {
    const { url } = await smtp({
      authOptional: false,
      onAuth({ username }, _session, callback) {
        callback(new Error(`${username} has another password`))
      },
    })
    await send()
    mail(url.replace('//', '//user:hush-hush@'), [0.01])
    await expect.poll(states).toEqual(['failed'])
    expect(await mails()).toMatchObject([
      { attempts: 2, error: 'The mail server refused the user name or password in SMTP_URL' },
    ])
    expect(logged).not.toContain('hush')
  })

  it('is not sent once its link was ended, nor for an account that is closed', async () => {
    const { received, url } = await smtp()
    const [ended, ending] = [await send(), await send()]
    const actor = await actorOf(world.workspaceId)
    const end = (id: number) => write(world.db, world.workspaceId, (tx) => endInvoiceLink(tx, actor, id))
    await end(ended)
    const claimed = await claimMail(world.db, 60_000)
    await end(ending)
    if (!claimed) throw new Error('Nothing was due')
    await finishMail(world.db, claimed, { status: 'pending', error: 'down', waitMs: 0, unsent: [], refused: [] })
    expect(await states()).toEqual(['cancelled'])
    await send()
    await closeAccount(world.db, { email: ownerEmail, days: 1 })
    const loop = mail(url)
    await expect.poll(() => loop.turns).toBeGreaterThan(3)
    expect([received, (await mails()).map(({ status }) => status)]).toEqual([[], ['cancelled', 'cancelled', 'pending']])
  })
})

describe('accounts', () => {
  it('have messages sent by turns, however many one of them has in the outbox', async () => {
    await send()
    await queueCopies(world.workspaceId, 1_000)
    const other = await world.addAccount('b@example.com')
    await send({ workspaceId: other })
    let after = ''
    const turns: number[] = []
    for (let count = 0; count < 4; count++) {
      const mail = await claimMail(world.db, 60_000, { after, full: [] })
      after = mail?.account ?? ''
      turns.push(mail?.workspace_id ?? 0)
    }
    expect(turns.slice(0, 2)).toContain(other)
    expect(turns.filter((workspaceId) => workspaceId === world.workspaceId)).toHaveLength(3)
  })

  it('have a connection left while another account has 1,000 messages and the mail server takes none of them', async () => {
    const held: (() => void)[] = []
    const begun: string[] = []
    const { received, url } = await smtp({
      onRcptTo({ address }, _session, callback) {
        begun.push(address)
        if (address.startsWith('slow')) held.push(() => callback())
        else callback()
      },
    })
    await send({ recipients: ['slow@example.com'] })
    await queueCopies(world.workspaceId, 1_000)
    mail(url)
    await expect.poll(() => begun.length).toBe(4)
    const other = await world.addAccount('b@example.com')
    await send({ recipients: ['quick@example.com'], workspaceId: other })
    await expect.poll(() => received.map(({ to }) => to)).toEqual([['quick@example.com']])
    expect(begun).toHaveLength(5)
    await world.db.run`UPDATE mails SET status = 'cancelled' WHERE status = 'pending'`
    for (const take of held) take()
    await expect.poll(() => received.length).toBe(5)
  })
})

describe('a reply', () => {
  const firmAddress = (email: string) =>
    world.db.firmProfile.upsert({
      where: { workspace_id: world.workspaceId },
      create: { workspace_id: world.workspaceId, legal_name: 'PayPal Security', email },
      update: { email },
    })
  const replyTo = async (by?: Partial<ByUser>) => {
    const { received, url } = await smtp()
    await send({ ...(by && { by }) })
    const loop = mail(url)
    await expect.poll(states).toEqual(['sent'])
    await loop.stop()
    const raw = received[0]?.raw ?? ''
    expect(raw).toMatch(/^From: "PayPal Security via firm\.example" <invoices@firm\.example>/m)
    return /^Reply-To: .*<(.*)>/m.exec(raw)?.[1]
  }

  it.each([
    ['a stranger', 'phisher@evil.test', ownerEmail],
    ['a member', 'A@example.com', 'A@example.com'],
    ['the domain that messages come from', 'office@firm.example', 'office@firm.example'],
    ['a domain that only ends like it', 'phisher@evil-firm.example', ownerEmail],
  ])('goes to the address of the firm, or of the sender where that is of %s', async (_whose, given, expected) => {
    await firmAddress(given)
    expect(await replyTo({})).toBe(expected)
  })

  it('goes to the sender of the server when neither the firm nor the sender is a member', async () => {
    await firmAddress('phisher@evil.test')
    expect(await replyTo({ email: 'gone@example.com' })).toBeUndefined()
    expect(await replyTo()).toBeUndefined()
  })
})
