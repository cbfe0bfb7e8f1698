import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase } from '@matterbase/db/testing'
import type { TestDatabase } from '@matterbase/db/testing'
import { findLink, findSession, findUser, hashToken, isKnownDevice, makeLink, rememberDevice } from '@matterbase/domain'
import { createKey, revokeKey, signedIn } from '@matterbase/domain/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runHere } from './matterbase.ts'

// A backup does not know what was ended after it was made: a thief's session, a stolen link.

const email = 'ada@example.com'
let source: TestDatabase
let folder: string
let file: string
let keyId: number
let tokens: { session: string; device: string; links: string[] }
const targets: TestDatabase[] = []

beforeAll(async () => {
  source = await createTestDatabase()
  const { db } = source
  await cli(source, 'accounts', 'create', '--email', email, '--password', 'correct horse')
  keyId = (await createKey(db, { email, name: 'CRM' })).id
  await revokeKey(db, { email, id: (await createKey(db, { email, name: 'Old' })).id })
  const user = await findUser(db, { email })
  if (!user?.owner_uuid) throw new Error('There is no user')
  const { id: userId, owner_uuid: ownerUuid } = user
  const links = await Promise.all([
    makeLink(db, '', { purpose: 'setup' }),
    makeLink(db, '', { purpose: 'reset', userId }),
    makeLink(db, '', { purpose: 'invite', ownerUuid, email: 'eve@example.com', role: 'owner' }),
  ])
  tokens = {
    session: await signedIn(db, email, 'Thief/1.0'),
    device: await rememberDevice(db, userId, undefined),
    links: links.map(({ url }) => url.split('/').at(-1) ?? ''),
  }
  folder = await mkdtemp(join(tmpdir(), 'matterbase-restore-'))
  file = join(folder, 'backup')
  await cli(source, 'backup', '--to', file)
})
afterAll(async () => {
  for (const database of [source, ...targets]) await database.close()
  await rm(folder, { recursive: true })
})

async function cli({ url }: TestDatabase, ...args: string[]) {
  const answer = await runHere(args, { DATABASE_URL: url })
  expect(answer).toMatchObject({ code: 0 })
  return answer
}

async function restore(...options: string[]) {
  const target = await createTestDatabase({ migrated: false })
  targets.push(target)
  const { stdout } = await cli(target, 'restore', '--from', file, ...options)
  return { target, stdout }
}

/** How many of the ways in that the backup knows work. */
async function waysInto({ db }: TestDatabase) {
  const links = await Promise.allSettled(tokens.links.map((token) => findLink(db, token)))
  return {
    sessions: (await findSession(db, tokens.session)) === undefined ? 0 : 1,
    devices: Number(await isKnownDevice(db, email, hashToken(tokens.device))),
    links: links.filter(({ status }) => status === 'fulfilled').length,
  }
}

const all = { sessions: 1, devices: 1, links: 3 }

it('ends sessions, known browsers and one-time links, and lists members and keys that work', async () => {
  expect(await waysInto(source)).toEqual(all)
  const { target, stdout } = await restore('--json')
  expect(JSON.parse(stdout)).toMatchObject({
    ended: all,
    members: [{ account: email, email, role: 'owner' }],
    keys: [{ account: email, environment: 'live', id: keyId, name: 'CRM', last_used_at: null }],
  })
  expect(await waysInto(target)).toEqual({ sessions: 0, devices: 0, links: 0 })
})

it('prints how to revoke an API key, and notes the restore in the audit log of each account', async () => {
  const { target, stdout } = await restore()
  expect(stdout).toContain('Ended: 1 session, 1 known browser, 3 one-time links.')
  expect(stdout).toContain(`matterbase keys revoke ID --account EMAIL\n  ${email}, live: CRM (ID ${keyId})\n`)
  expect(stdout).toContain(`  ${email}: ${email}, owner`)
  expect(stdout).not.toContain('Old')
  const entries = await target.db.auditEntry.findMany({ where: { action: 'account.restored_from_backup' } })
  const details = { taken_at: expect.stringMatching(/^\d{4}-.*Z$/), sessions_ended: true }
  expect(entries).toMatchObject([{ actor: 'command line', target: email, user_id: null, details }])
})

it('keeps them with --keep-sessions, which the audit log shows', async () => {
  const { target, stdout } = await restore('--keep-sessions', '--json')
  expect(JSON.parse(stdout)).toMatchObject({ ended: { sessions: 0, devices: 0, links: 0 } })
  expect(await waysInto(target)).toEqual(all)
  const entries = await target.db.auditEntry.findMany({ where: { action: 'account.restored_from_backup' } })
  expect(entries).toMatchObject([{ details: { sessions_ended: false } }])
})
