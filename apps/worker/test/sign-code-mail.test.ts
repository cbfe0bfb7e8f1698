import { createDocument, findDocumentToSign, sendSignCode, signerOf, systemActor, write } from '@matterbase/domain'
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

/** Asks for a code, as the signer's page does. */
async function askForCode() {
  const { db, workspaceId } = world
  const { owner_uuid: ownerUuid, environment } = await db.workspace.findUniqueOrThrow({ where: { id: workspaceId } })
  const actor = systemActor({ workspaceId, ownerUuid, environment })
  const made = { title: 'Letter', signerName: 'Jane', signerEmail: 'jane@doe.example', text: 'We agree.', sealer }
  const { link } = await write(db, workspaceId, (tx) => createDocument(tx, actor, made))
  const document = await findDocumentToSign(db, link?.token ?? '')
  if (!document) throw new Error('The document has no link')
  const signer = signerOf(document, { ip: '127.0.0.1', userAgent: undefined })
  expect(await write(db, workspaceId, (tx) => sendSignCode(tx, signer, { document, sealer }))).toBe(true)
}

function mail(url: string) {
  const loop = startMailer({ db: world.db, sealer, url })
  running.push(loop.stop)
  return loop
}

const mails = () => world.db.mail.findMany({ select: { status: true, attempts: true }, orderBy: { id: 'asc' } })

it('a code to sign reaches the signer as a message of its own, also after an attempt that failed', async () => {
  const away = await startMailServer()
  await away.close()
  await askForCode()
  mail(away.url)
  await expect.poll(async () => (await mails())[0]?.attempts).toBeGreaterThan(1)
  const { received, close } = await startMailServer({ port: away.port })
  running.push(close)
  await expect.poll(async () => (await mails())[0]?.status).toBe('sent')
  const [{ to, raw } = { to: [], raw: '' }] = received
  expect(to).toEqual(['jane@doe.example'])
  expect(raw).toMatch(/^Auto-Submitted: auto-generated/m)
  expect(raw).toMatch(/^Subject: Your code to sign/m)
  expect(raw).toMatch(/^\d{3} \d{3}\r?$/m)
})

it('a code that has expired is not sent any more', async () => {
  const away = await startMailServer()
  await away.close()
  await askForCode()
  await world.db.run`UPDATE sign_codes SET expires_at = now() - interval '1 s'`
  mail(away.url)
  await expect.poll(async () => (await mails())[0]?.status).toBe('cancelled')
})
