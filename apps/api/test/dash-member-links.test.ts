import { int } from '@matterbase/db'
import { closeAccount, findUser, makeResetLink } from '@matterbase/domain'
import { password } from '@matterbase/domain/testing'
import type { Role } from '@matterbase/schemas'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { dashCall, invite, join, resetLink, signIn } from './dash-browser.ts'
import type { Browser } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'
import { plainTransaction } from './transaction.ts'

let api: Api

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const idOf = async ({ email }: Browser) => (await findUser(api.db, { email }))?.id ?? ''
const accountOf = async ({ email }: Browser) => (await findUser(api.db, { email }))?.owner_uuid ?? ''
const look = async (token: string) => (await dashCall(api, 'GET', `/links/${token}`)).status
const follow = async (token: string) =>
  (await dashCall(api, 'POST', `/links/${token}`, { body: { name: 'Eve', password } })).status

const notesOf = async (owner: Browser) => {
  const entries = await api.db.auditEntry.findMany({
    where: { owner_uuid: await accountOf(owner), action: { contains: 'withdrawn' } },
    orderBy: { id: 'asc' },
  })
  return entries.map(({ action, target, details }) => [action, target, details])
}

/** An owner, a second owner with an invitation and a reset link of theirs for a lawyer. */
async function firm() {
  const owner = await signIn(api)
  const [second, lawyer] = [await join(api, owner, 'owner'), await join(api, owner, 'lawyer')]
  const [own, theirs] = [await invite(owner, 'owner'), await invite(second, 'owner')]
  return { owner, second, lawyer, own, theirs, reset: await resetLink(api, second, lawyer), id: await idOf(second) }
}

describe('the links of a member', () => {
  it('are listed, deleted and noted when the member is removed, and only theirs', async () => {
    const { owner, id, own, theirs, lawyer, second, reset } = await firm()
    const { keys, links } = (await owner.call('GET', `/members/${id}/access`)).body as unknown as Record<
      string,
      object[]
    >
    expect([keys, links]).toMatchObject([
      [],
      [
        { purpose: 'reset', email: lawyer.email, role: 'lawyer' },
        { purpose: 'invite', email: theirs.email, role: 'owner', id: theirs.id },
      ],
    ])
    const removed = await owner.call('DELETE', `/members/${id}`)
    expect(removed.body).toEqual({ success: true, revoked_keys: [], deleted_links: links, ended_endpoints: [] })
    expect(await Promise.all([theirs.token, reset].map(follow))).toEqual([410, 410])
    const because = { because: `${second.email} was removed` }
    expect(await notesOf(owner)).toEqual([
      ['password.reset_link_withdrawn', lawyer.email, because],
      ['member.invite_withdrawn', theirs.email, because],
    ])
    expect(await follow(own.token)).toBe(200)
  })

  it.each(['lawyer', 'developer', 'read-only'] as const)('end when their maker becomes %s', async (role) => {
    const { owner, id, theirs, lawyer, second, reset } = await firm()
    const { links } = (await owner.call('GET', `/members/${id}/access?role=${role}`)).body as unknown as {
      links: object[]
    }
    expect(links).toHaveLength(2)
    const changed = await owner.call('PATCH', `/members/${id}`, { body: { role } })
    expect(changed.body).toEqual({ success: true, revoked_keys: [], deleted_links: links, ended_endpoints: [] })
    // A later promotion does not bring them back.
    await owner.call('PATCH', `/members/${id}`, { body: { role: 'owner' } })
    expect(await Promise.all([theirs.token, reset].map(follow))).toEqual([410, 410])
    const because = { because: `${second.email} is ${role} now` }
    expect(await notesOf(owner)).toEqual([
      ['password.reset_link_withdrawn', lawyer.email, because],
      ['member.invite_withdrawn', theirs.email, because],
    ])
  })

  it('stay when the member keeps a role that could make them', async () => {
    const { owner, id, theirs, reset } = await firm()
    expect((await owner.call('GET', `/members/${id}/access?role=owner`)).body['links']).toEqual([])
    await owner.call('PATCH', `/members/${id}`, { body: { role: 'owner' } })
    expect(await Promise.all([theirs.token, reset].map(follow))).toEqual([200, 200])
  })

  it('end when the account is closed, those of the operator too, and each is noted', async () => {
    const { owner, own, theirs, lawyer, reset } = await firm()
    const { url } = await makeResetLink(api.db, { email: lawyer.email, publicUrl: 'http://localhost' })
    const account = await api.db.account.findUniqueOrThrow({ where: { owner_uuid: await accountOf(owner) } })
    await closeAccount(api.db, { email: account.email, days: 30 })
    const tokens = [own.token, theirs.token, reset, url.split('/').at(-1) ?? '']
    expect(await Promise.all(tokens.map(follow))).toEqual([410, 410, 410, 410])
    const entries = await api.db.auditEntry.findMany({
      where: { owner_uuid: account.owner_uuid, action: { contains: 'withdrawn' } },
    })
    expect(entries.map(({ target }) => target).toSorted()).toEqual(
      [own.email, theirs.email, lawyer.email, lawyer.email].toSorted(),
    )
  })

  it('end with a removal that is in progress when one is used', async () => {
    const { owner, id, theirs } = await firm()
    const ownerUuid = await accountOf(owner)
    const { request } = await plainTransaction(api.db, async (connection) => {
      await connection.query('DELETE FROM memberships WHERE owner_uuid = $1 AND user_id = $2', [ownerUuid, id])
      const used = follow(theirs.token)
      await vi.waitFor(
        async () => {
          const [row] = await api.db.rows({ count: int })`
            SELECT count(*)::int FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%memberships%'`
          expect(row?.count).toBe(1)
        },
        { timeout: 20_000 },
      )
      return { request: used }
    })
    expect(await request).toBe(410)
  })
})

describe('a link', () => {
  /** Without the deletion that goes with a change of role, so that only the check at use is left. */
  const setRole = async (who: Browser, role: Role | null) => {
    const which = { user_id: await idOf(who) }
    if (role === null) await api.db.membership.deleteMany({ where: which })
    else await api.db.membership.updateMany({ where: which, data: { role } })
  }

  it.each([null, 'lawyer', 'developer', 'read-only'] as const)(
    'does not work once its maker has the role %s, nor open its page',
    async (role) => {
      const { second, theirs, reset } = await firm()
      expect(await Promise.all([theirs.token, reset].map(look))).toEqual([200, 200])
      await setRole(second, role)
      expect(await Promise.all([theirs.token, reset].map(look))).toEqual([410, 410])
      expect(await Promise.all([theirs.token, reset].map(follow))).toEqual([410, 410])
    },
  )

  it('of the operator has no maker and works', async () => {
    const { email } = await signIn(api)
    const { url } = await makeResetLink(api.db, { email, publicUrl: 'http://localhost' })
    expect(await follow(url.split('/').at(-1) ?? '')).toBe(200)
  })

  it('from before makers were kept does not work and is not listed', async () => {
    const { owner, theirs, reset } = await firm()
    await api.db.oneTimeLink.updateMany({ data: { created_by: null, by_operator: false } })
    expect(await Promise.all([theirs.token, reset].map(follow))).toEqual([410, 410])
    expect((await owner.call('GET', '/members')).body['invites']).toEqual([])
  })
})
