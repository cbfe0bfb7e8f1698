import { mailLinkContext } from '@matterbase/db'
import { randomUUID } from 'node:crypto'
import { addMember, findUser } from '@matterbase/domain'
import { password } from '@matterbase/domain/testing'
import { createTestDatabase } from '@matterbase/db/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserWith, cookieOf, dashCall, join, signIn } from './dash-browser.ts'
import type { Browser } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api
let withoutMail: Api

beforeAll(async () => {
  api = await startApi({ canMail: true })
  withoutMail = await startApi()
})
afterAll(() => Promise.all([api.close(), withoutMail.close()]))

const inviteTo = (owner: Browser, email: string, headers: Record<string, string> = {}) =>
  owner.call('POST', '/members/invites', { body: { email, role: 'lawyer' }, headers })
const follow = (token: string, body: object) => dashCall(api, 'POST', `/links/${token}`, { body })
const someone = () => `${randomUUID()}@example.com`

const resetOf = async (owner: Browser, { email }: { email: string }, headers: Record<string, string> = {}) =>
  owner.call('POST', `/members/${(await findUser(api.db, { email }))?.id ?? ''}/reset-link`, { headers })

/** The emails with a link to an address, oldest first, and the token of each link. */
async function linksTo(email: string) {
  const mails = await api.db.mail.findMany({ where: { recipients: { equals: [email] } }, orderBy: { id: 'asc' } })
  return mails.map((mail) => {
    const url = api.sealer.open(mail.link, mailLinkContext(mail.workspace_id, mail.id))
    return { ...mail, url, token: url.split('/').at(-1) ?? '' }
  })
}

/** Lets a user join another new account of the server. */
async function joinAnother(of: Api, { email }: { email: string }) {
  const elsewhere = await findUser(of.db, { email: await of.account() })
  const user = await findUser(of.db, { email })
  await addMember(of.db, elsewhere?.owner_uuid ?? '', user?.id ?? '', 'lawyer')
}

describe('an invitation, where the server sends email', () => {
  it('is emailed to the invited address, and its link is in no answer to the owner', async () => {
    const owner = await signIn(api)
    const email = someone()
    const made = await inviteTo(owner, email)
    expect([made.status, made.body.data]).toMatchObject([201, { email, role: 'lawyer', url: null }])
    const [mail, ...more] = await linksTo(email)
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      kind: 'invitation',
      status: 'pending',
      from_name: 'Test',
      subject: 'Invitation to Test',
    })
    expect(mail?.message).toContain(`${owner.email} invites you to join Test on Matterbase as lawyer.`)
    expect(mail?.url).toMatch(/^http:\/\/localhost\/invite\/[\w-]{43}$/)
    const { id } = (await findUser(api.db, { email: owner.email })) ?? { id: '' }
    const answers = [made]
    for (const path of ['/members', '/audit', `/members/${id}/access`, '/live/request-log'])
      answers.push(await owner.call('GET', path))
    for (const { text } of answers) expect(text).not.toContain(mail?.token)
    const joined = await follow(mail?.token ?? '', { name: 'Grace', password })
    const grace = browserWith(api, email, cookieOf(joined))
    expect((await grace.call('GET', '/session')).body).toMatchObject({ role: 'lawyer', user: { email } })
  })

  it('shows the owner how far its email got', async () => {
    const owner = await signIn(api)
    const email = someone()
    await inviteTo(owner, email)
    const statusOf = async (of: Browser) => {
      const { body } = await of.call('GET', '/members')
      return (body['invites'] as { mail_status: string | null }[]).map(({ mail_status: status }) => status)
    }
    expect(await statusOf(owner)).toEqual(['pending'])
    await api.db.mail.updateMany({ where: { recipients: { equals: [email] } }, data: { status: 'failed' } })
    expect(await statusOf(owner)).toEqual(['failed'])
    const handingOver = await signIn(withoutMail)
    await inviteTo(handingOver, someone())
    expect(await statusOf(handingOver)).toEqual([null])
  })

  it('reads the same for an address that has a user here, and one that has none', async () => {
    const owner = await signIn(api)
    const headers = { 'x-request-id': 'same' }
    const hide = (text: string, email: string) =>
      text.replaceAll(email, 'THEM').replaceAll(/[\da-f]{64}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '')
    const answers = []
    for (const email of [someone(), (await signIn(api)).email]) {
      const { status, text } = await inviteTo(owner, email, headers)
      const [mail] = await linksTo(email)
      answers.push([status, hide(text, email), mail?.subject, mail?.message.replaceAll(/until [^.]+/g, '')])
    }
    expect(answers[0]).toEqual(answers[1])
  })

  it('goes to one address 10 times in a day, and counts among the emails of the account', async () => {
    const owner = await signIn(api)
    const email = someone()
    for (let sent = 0; sent < 10; sent++) expect((await inviteTo(owner, email)).status).toBe(201)
    const refused = await inviteTo(owner, email)
    expect([refused.status, refused.body.code, refused.body['limit']]).toEqual([429, 'rate_limited', 10])
    expect((await linksTo(email)).length).toBe(10)
    expect((await inviteTo(owner, someone())).status).toBe(201)
    const account = await api.db.account.findUniqueOrThrow({ where: { email: owner.email } })
    const counts = await api.db.mailCount.findMany({ where: { owner_uuid: account.owner_uuid } })
    expect(counts.reduce((sum, { mails }) => sum + mails, 0)).toBe(11)
  })

  it('that was refused leaves no link behind, and the one before it works', async () => {
    const owner = await signIn(api)
    const email = someone()
    for (let sent = 0; sent < 11; sent++) await inviteTo(owner, email)
    const tokens = (await linksTo(email)).map(({ token }) => token)
    const open = await Promise.all(tokens.map((token) => dashCall(api, 'GET', `/links/${token}`)))
    expect(open.map(({ status }) => status)).toEqual([...Array.from({ length: 9 }, () => 410), 200])
  })
})

describe('a link for a new password', () => {
  it('is emailed to the member and shown to no owner, whether or not the member has another account', async () => {
    const owner = await signIn(api)
    const [one, two] = [await join(api, owner, 'lawyer'), await join(api, owner, 'lawyer')]
    await joinAnother(api, two)
    const hide = (text: string) => text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '')
    const answers = []
    for (const member of [one, two]) {
      const { status, text, body } = await resetOf(owner, member, { 'x-request-id': 'same' })
      expect(body.data['url']).toBeNull()
      const [mail] = await linksTo(member.email)
      expect(text).not.toContain(mail?.token)
      answers.push([status, hide(text), mail?.kind, mail?.subject, mail?.message.replaceAll(/until [^.]+/g, '')])
      expect((await follow(mail?.token ?? '', { password: 'a brand new password' })).body).toEqual({
        status: 'signed_in',
      })
      expect((await member.call('GET', '/session')).status).toBe(401)
    }
    expect(answers[0]).toEqual(answers[1])
  })

  it('is refused without email on a server of several accounts, in the same words for every member', async () => {
    const owner = await signIn(withoutMail)
    const [one, two] = [await join(withoutMail, owner, 'lawyer'), await join(withoutMail, owner, 'lawyer')]
    await joinAnother(withoutMail, two)
    const answers = []
    for (const { email } of [one, two]) {
      const id = (await findUser(withoutMail.db, { email }))?.id ?? ''
      const headers = { 'x-request-id': 'same' }
      const { status, text } = await owner.call('POST', `/members/${id}/reset-link`, { headers })
      answers.push([status, text])
    }
    expect(answers[0]).toEqual([409, expect.stringContaining('matterbase accounts reset-password')])
    expect(answers[1]).toEqual(answers[0])
    expect(await withoutMail.db.oneTimeLink.count({ where: { purpose: 'reset' } })).toBe(0)
  })

  it('is shown without email on a server of one account, where no member can have another', async () => {
    const database = await createTestDatabase()
    const small = await startApi({ database: { db: database.db, databaseUrl: database.url } })
    try {
      const owner = await signIn(small)
      const lawyer = await join(small, owner, 'lawyer')
      const id = (await findUser(small.db, { email: lawyer.email }))?.id ?? ''
      const made = await owner.call('POST', `/members/${id}/reset-link`)
      expect([made.status, made.body.data['url']]).toEqual([201, expect.stringMatching(/\/reset\/[\w-]{43}$/)])
      await small.account()
      expect((await owner.call('POST', `/members/${id}/reset-link`)).status).toBe(409)
    } finally {
      await small.close()
      await database.close()
    }
  })
})
