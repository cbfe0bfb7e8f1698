import { mailLinkContext, text } from '@matterbase/db'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memoryRateLimiter } from '../src/http/access/memory-rate-limit.ts'
import { browserWith, signedInAs } from './dash-browser.ts'
import type { Member } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api
let limiter = memoryRateLimiter()

beforeAll(async () => {
  // Each test counts its own forms.
  api = await startApi({
    canMail: true,
    formLimiter: { ...memoryRateLimiter(), count: (id, limit, ms) => limiter.count(id, limit, ms) },
  })
})
afterAll(() => api.close())

const agreement = 'We agree.'
const signature = { name: 'Jane Doe', consent: 'yes', sha256: createHash('sha256').update(agreement).digest('hex') }

interface Sent {
  readonly owner: Member
  readonly id: number
  readonly path: string
}

async function sent(email = 'jane@doe.example'): Promise<Sent> {
  limiter = memoryRateLimiter()
  const owner = await signedInAs(api)
  const body = { title: 'Engagement letter', signer_name: 'Jane', signer_email: email, text: agreement }
  const made = await owner.call('POST', '/documents', { body })
  return { owner, id: Number(made.body.data['document_id']), path: new URL(String(made.body['url'])).pathname }
}

const get = async ({ path }: Sent) => (await fetch(api.origin + path)).text()
const post = (path: string, fields: Record<string, string> = {}, cookie = '') =>
  fetch(api.origin + path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: cookie ? { cookie } : {},
    redirect: 'manual',
  })
const askForCode = ({ path }: Sent) => post(`${path}/code`)
const sign = ({ path }: Sent, code: string) => post(path, { ...signature, code })
const documentOf = async ({ owner, id }: Sent) => (await owner.call('GET', `/documents/${id}`)).body.data

/** The messages with codes of a document, as the worker would send them. */
async function mailsOf({ id }: Sent) {
  const mails = await api.db.mail.findMany({
    where: { kind: 'sign_code', request_key: { startsWith: `sign-code/${id}/` } },
    orderBy: { id: 'asc' },
  })
  return mails.map((mail) => ({
    ...mail,
    code: api.sealer.open(mail.link, mailLinkContext(mail.workspace_id, mail.id)),
  }))
}
const lastCode = async (one: Sent) => (await mailsOf(one)).at(-1)?.code ?? ''
const another = (code: string) => (code.startsWith('1') ? '2' : '1') + code.slice(1)

describe('where the server sends email, a signer', () => {
  it('gets a code at the address that the firm gave, and signs with it; the evidence has what was sent, when and to whom', async () => {
    const one = await sent()
    const first = await get(one)
    expect(first).toContain('which Test sends to <strong>jane@doe.example</strong>')
    expect(first).not.toContain('name="consent"')
    expect((await askForCode(one)).status).toBe(303)
    const page = await get(one)
    for (const shown of ['autocomplete="one-time-code"', 'Send a new code', 'name="consent"'])
      expect(page).toContain(shown)
    const [mail] = await mailsOf(one)
    expect(mail).toMatchObject({
      recipients: ['jane@doe.example'],
      from_name: 'Test',
      subject: 'Your code to sign a document from Test',
      message: expect.stringContaining('“Engagement letter”'),
      status: 'pending',
      reply_to: null,
    })
    expect(mail?.code).toMatch(/^\d{3} \d{3}$/)
    await api.db.mail.updateMany({ where: { id: mail?.id ?? 0n }, data: { status: 'sent', sent_at: new Date() } })
    expect((await sign(one, mail?.code ?? '')).status).toBe(303)
    expect(await documentOf(one)).toMatchObject({ status: 'signed', signed_proof: 'link_and_code' })

    const { body } = await one.owner.call('GET', `/documents/${one.id}/file?part=evidence`)
    const at = expect.stringMatching(/^\d{4}-.*Z$/)
    expect(body['evidence']).toMatchObject({
      proof: {
        kind: 'link_and_code',
        statement: expect.stringContaining('typed the code that was sent to the email address'),
        code: {
          sent_to: 'jane@doe.example',
          sent: 'A code of 6 digits, valid for 30 minutes, with the subject “Your code to sign a document from Test”',
          queued_at: at,
          handed_over_at: at,
          message_id: mail?.message_id,
        },
      },
    })
    expect(JSON.stringify(body)).not.toContain(mail?.code.replace(' ', ''))
    const { rows } = await browserWith(api, one.owner.account, one.owner.cookie).call('GET', '/audit?action=document')
    expect(rows).toMatchObject([
      {
        action: 'document.signed',
        actor: `signer of document ${one.id}, link and code`,
        details: { proof: 'link_and_code' },
      },
      {
        action: 'document.code_sent',
        actor: `signer of document ${one.id}, link`,
        details: { sent_to: 'jane@doe.example' },
      },
      { action: 'document.sent' },
    ])
  })

  it('signs nothing without the code, with a wrong or an old one, with that of another document, or with an expired one', async () => {
    const [one, other] = [await sent(), await sent()]
    expect((await sign(one, '123456')).status).toBe(400)
    await askForCode(one)
    await askForCode(other)
    const old = await lastCode(one)
    for (const code of ['', another(old), `${old}1`, old.slice(0, 6)]) expect((await sign(one, code)).status).toBe(400)
    await askForCode(one)
    const code = await lastCode(one)
    if (old !== code) expect((await sign(one, old)).status).toBe(400)
    if ((await lastCode(other)) !== code) expect((await sign(one, await lastCode(other))).status).toBe(400)
    await api.db.run`UPDATE sign_codes SET expires_at = now() - interval '1 s' WHERE document_id = ${one.id}`
    const expired = await sign(one, code)
    expect([expired.status, await expired.text()]).toEqual([400, expect.stringContaining('Please send a new one')])
    expect(await get(one)).toContain('Send the code')
    expect(await documentOf(one)).toMatchObject({ status: 'sent' })
    await askForCode(one)
    expect((await sign(one, (await lastCode(one)).replace(' ', '-'))).status).toBe(303)
  })

  it('has 5 tries for a code and 5 codes in an hour, also with many at the same time', async () => {
    const one = await sent()
    await askForCode(one)
    const code = await lastCode(one)
    const wrong = await Promise.all(Array.from({ length: 8 }, () => sign(one, another(code))))
    expect(new Set(wrong.map(({ status }) => status))).toEqual(new Set([400]))
    expect((await sign(one, code)).status).toBe(400)
    limiter = memoryRateLimiter()
    const asked = await Promise.all(Array.from({ length: 6 }, () => askForCode(one)))
    expect(asked.map(({ status }) => status).toSorted()).toEqual([303, 303, 303, 303, 400, 400])
    expect(await mailsOf(one)).toHaveLength(5)
    await api.db.run`UPDATE sign_codes SET counted_since = now() - interval '61 minutes' WHERE document_id = ${one.id}`
    expect((await askForCode(one)).status).toBe(303)
    expect((await sign(one, await lastCode(one))).status).toBe(303)
  })

  it('does not lose a try to a form with mistakes, and can decline without a code', async () => {
    const [one, declined] = [await sent(), await sent()]
    await askForCode(one)
    const code = await lastCode(one)
    for (let at = 0; at < 6; at++) expect((await post(one.path, { code, name: '' })).status).toBe(400)
    expect((await sign(one, code)).status).toBe(303)
    expect((await post(`${declined.path}/decline`)).status).toBe(303)
    expect(await documentOf(declined)).toMatchObject({ status: 'declined' })
  })

  it('is told when the account has sent as many emails as it may', async () => {
    const one = await sent()
    const { owner_uuid: ownerUuid } = await api.db.account.findUniqueOrThrow({ where: { email: one.owner.account } })
    await api.db.accountLimits.create({ data: { owner_uuid: ownerUuid, max_mails_per_day: 0 } })
    const refused = await askForCode(one)
    expect([refused.status, refused.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8'])
    expect(await mailsOf(one)).toEqual([])
  })

  it('gets none for another member: a code is not sent from the browser of a member who is not to sign', async () => {
    const one = await sent()
    const lawyer = await signedInAs(api, 'lawyer', one.owner.account)
    const body = { title: 'Letter', signer_name: 'Owner', signer_email: one.owner.account, text: agreement }
    const made = await lawyer.call('POST', '/documents', { body })
    const path = new URL(String(made.body['url'])).pathname
    expect((await post(`${path}/code`, {}, lawyer.cookie)).status).toBe(403)
    expect((await post(`${path}/code`, {}, one.owner.cookie)).status).toBe(303)
  })
})

it('keeps a code sealed, and nowhere else in the database', async () => {
  const one = await sent()
  await askForCode(one)
  const digits = (await lastCode(one)).replace(' ', '')
  const [row] = await api.db.rows({ text: text })`
    SELECT code::text || mail.message || mail.subject || mail.link::text AS text FROM sign_codes AS code
    JOIN mails AS mail ON mail.workspace_id = code.workspace_id AND mail.id = mail_id WHERE document_id = ${one.id}`
  expect(row?.text).not.toMatch(new RegExp(`${digits.slice(0, 3)} ?${digits.slice(3)}(?![0-9a-f])`))
})
