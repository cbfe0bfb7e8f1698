import { inviteMember, withdrawInvite } from '@matterbase/domain'
import { transaction } from '@matterbase/db'
import { permissions } from '@matterbase/schemas'
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

async function actor() {
  const { owner_uuid: ownerUuid } = await world.db.workspace.findUniqueOrThrow({ where: { id: world.workspaceId } })
  return { ownerUuid, permissions, by: { kind: 'system' } } as const
}

async function invite() {
  const by = await actor()
  const invited = { email: 'grace@new.example', role: 'lawyer', publicUrl: 'https://law.example', sealer } as const
  return transaction(world.db, (sql) => inviteMember({ sql }, by, invited))
}

function mail(url: string) {
  const loop = startMailer({ db: world.db, sealer, url })
  running.push(loop.stop)
  return loop
}

const mails = () => world.db.mail.findMany({ select: { status: true, attempts: true }, orderBy: { id: 'asc' } })

it('an invitation reaches the invited address with its link, also after an attempt that failed', async () => {
  const away = await startMailServer()
  await away.close()
  expect(await invite()).toMatchObject({ email: 'grace@new.example', url: null })
  mail(away.url)
  await expect.poll(async () => (await mails())[0]?.attempts).toBeGreaterThan(1)
  const { received, close } = await startMailServer({ port: away.port })
  running.push(close)
  await expect.poll(async () => (await mails())[0]?.status).toBe('sent')
  const [{ to, raw } = { to: [], raw: '' }] = received
  expect(to).toEqual(['grace@new.example'])
  expect(raw).toMatch(/^Subject: Invitation to /m)
  expect(raw.replaceAll(/=\r?\n/g, '')).toMatch(/^https:\/\/law\.example\/invite\/[\w-]{43}\r?$/m)
  expect(raw).toMatch(/^Auto-Submitted: auto-generated/m)
})

it('an invitation that was withdrawn is not sent any more', async () => {
  const away = await startMailServer()
  await away.close()
  const [by, { id }] = [await actor(), await invite()]
  await transaction(world.db, (sql) => withdrawInvite({ sql }, by, id))
  mail(away.url)
  await expect.poll(async () => (await mails())[0]?.status).toBe('cancelled')
})
