import { randomUUID } from 'node:crypto'
import { extractText } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { text } from '@matterbase/db'
import { signedInAs } from './dash-browser.ts'
import type { Member } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'
import { png } from './png.ts'

let api: Api
/** The same, with a mail server. */
let mailing: Api

beforeAll(async () => {
  api = await startApi()
  mailing = await startApi({ canMail: true, database: { db: api.db, databaseUrl: '' } })
})
afterAll(async () => {
  await mailing.close()
  await api.close()
})

async function draft(owner: Member) {
  const client = await owner.call('POST', '/clients', { body: { company_name: 'Hale <Bakeries>' } })
  const lines = [{ description: 'Fee', net: 120 }]
  const made = await owner.call('POST', '/invoices', { body: { client_user_id: client.body.data.id, lines } })
  return Number(made.body.data['invoice_id'])
}

async function issued(owner: Member) {
  const id = await draft(owner)
  const body = { issue_date: '2026-03-01', due_date: '2126-03-31' }
  expect((await owner.call('POST', `/invoices/${id}/issue`, { body })).status).toBe(200)
  return id
}

async function shared() {
  const owner = await signedInAs(api)
  await owner.call('PATCH', '/firm', {
    body: { legal_name: 'Hale & Partner', currency: 'EUR', iban: 'DE89370400440532013000' },
  })
  const id = await issued(owner)
  const { status, body } = await owner.call('POST', `/invoices/${id}/link`)
  expect(status).toBe(201)
  return { owner, id, url: String(body['url']), path: new URL(String(body['url'])).pathname }
}

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const get = (path: string, method = 'GET', headers: Record<string, string> = browser) =>
  fetch(api.origin + path, { method, headers })
const linkOf = async (owner: Member, id: number) =>
  (await owner.call('GET', `/invoices/${id}/sending`)).body['link'] as { url: string; viewed_at: string | null } | null

describe('the link of an invoice', () => {
  it('is good for 90 days, stays the same until it is ended, and is stored as a hash and sealed only', async () => {
    const { owner, id, url } = await shared()
    const again = await owner.call('POST', `/invoices/${id}/link`)
    expect(again.body['url']).toBe(url)
    const days = (Date.parse(String(again.body['expires_at'])) - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(90)
    const [row] = await api.db.rows({ text: text })`
      SELECT string_agg(invoice_shares::text || encode(token, 'escape'), ' ') AS text FROM invoice_shares`
    expect(row?.text).not.toContain(url.split('/').at(-1))
    const actions = await api.db.auditEntry.findMany({ where: { action: { startsWith: 'invoice.link' } } })
    expect(
      JSON.stringify(actions, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toContain(url.split('/').at(-1))
  })

  it('shows what is left to pay and where to, and notes when it was opened first', async () => {
    const { owner, id, path } = await shared()
    for (const [method, headers] of [
      ['HEAD', browser],
      ['GET', { accept: '*/*' }],
      ['GET', { accept: '' }],
      ['GET', { ...browser, 'sec-purpose': 'prefetch' }],
      ['GET', { ...browser, 'sec-purpose': 'prefetch;prerender' }],
      ['GET', { ...browser, purpose: 'prefetch' }],
      ['GET', { ...browser, 'x-moz': 'prefetch' }],
    ] as const)
      expect((await get(path, method, headers)).status).toBe(200)
    expect(await linkOf(owner, id)).toMatchObject({ viewed_at: null })
    const page = await get(path)
    const html = await page.text()
    for (const said of [
      'Hale &amp; Partner',
      'Hale &lt;Bakeries&gt;',
      '€120.00 to pay',
      'DE89 3704 0044 0532 0130 00',
      '31 Mar 2126',
    ])
      expect(html).toContain(said)
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('x-robots-tag')).toBe('noindex')
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    const first = await linkOf(owner, id)
    expect(first?.viewed_at).toMatch(/Z$/)
    await get(path)
    expect(await linkOf(owner, id)).toEqual(first)
    const setTo = await owner.call('PUT', `/invoices/${id}/status`, {
      body: { status: 'paid', paid_date: '2026-03-14' },
    })
    expect(setTo.status).toBe(200)
    const paid = await (await get(path)).text()
    expect(paid).toContain('was paid on 14 Mar 2026')
    expect(paid).not.toContain('DE89')
  })

  it('gives the PDF to read within the page and to keep, and the logo', async () => {
    const { owner, path } = await shared()
    const [read, file] = [await get(`${path}/read`), await get(`${path}/file`)]
    expect(read.headers.get('content-disposition')).toMatch(/^inline/)
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="invoice-[\w-]+\.pdf"$/)
    const { text } = await extractText(new Uint8Array(await file.arrayBuffer()), { mergePages: true })
    expect(text).toContain('120')
    expect((await read.arrayBuffer()).byteLength).toBeGreaterThan(1000)
    expect((await get(`${path}/logo`)).status).toBe(404)
    const logo = await fetch(`${api.origin}/dash/v1/live/firm/logo`, {
      method: 'PUT',
      headers: { cookie: owner.cookie, 'content-type': 'image/png' },
      body: png(8, 8),
    })
    expect(logo.status).toBe(200)
    expect(await (await get(path)).text()).toContain(`${path}/logo?v=`)
    expect((await get(`${path}/logo`)).headers.get('content-type')).toBe('image/png')
  })

  it.each(['', '/read', '/file', '/logo'])(
    'leads nowhere once it is ended, has run out, or was never one: %s',
    async (part) => {
      const { owner, id, path } = await shared()
      expect((await owner.call('DELETE', `/invoices/${id}/link`)).status).toBe(200)
      expect((await get(path + part)).status).toBe(404)
      expect(await linkOf(owner, id)).toBeNull()
      const anew = await owner.call('POST', `/invoices/${id}/link`)
      const next = new URL(String(anew.body['url'])).pathname
      expect([next === path, (await get(path + part)).status]).toEqual([false, 404])
      await api.db.run`UPDATE invoice_shares SET expires_at = now() - interval '1 s' WHERE invoice_id = ${id}`
      expect([(await get(next + part)).status, await linkOf(owner, id)]).toEqual([404, null])
      expect((await get(`/invoice/nobody${part}`)).status).toBe(404)
    },
  )

  it('is refused to drafts and void invoices, to others, and to who may only read', async () => {
    const { owner, id, path } = await shared()
    const unissued = await draft(owner)
    const refused = await owner.call('POST', `/invoices/${unissued}/link`)
    expect([refused.status, refused.body.error]).toEqual([409, 'This invoice is a draft. Issue it before you send it.'])
    const [stranger, reader] = [await signedInAs(api), await signedInAs(api, 'read-only', owner.account)]
    for (const method of ['POST', 'DELETE']) {
      expect((await stranger.call(method, `/invoices/${id}/link`)).status).toBe(404)
      expect((await reader.call(method, `/invoices/${id}/link`)).status).toBe(403)
    }
    await owner.call('PUT', `/invoices/${id}/status`, { body: { status: 'cancelled' } })
    expect(await (await get(path)).text()).toContain('There is nothing to pay on this invoice.')
    expect((await owner.call('POST', `/invoices/${id}/link`)).status).toBe(409)
  })
})

describe('sending an invoice by e-mail', () => {
  const letter = { recipients: ['jane@hale.example'], subject: 'Invoice', message: 'Dear Jane' }
  const post = (owner: Member, id: number, more: object = {}) =>
    owner.call('POST', `/invoices/${id}/mails`, { body: { key: randomUUID(), ...letter, ...more } })

  it('proposes what to send, queues it with the link, and once for a key', async () => {
    const owner = await signedInAs(mailing)
    const id = await issued(owner)
    const before = (await owner.call('GET', `/invoices/${id}/sending`)).body
    expect(before).toMatchObject({ can_mail: true, link: null, mails: [], proposed: { recipients: [] } })
    expect(before['proposed']).toMatchObject({ subject: expect.stringMatching(/^Invoice \S+ from /) })
    const key = randomUUID()
    const replies = await Promise.all([1, 2, 3].map(() => post(owner, id, { key })))
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    const after = (await owner.call('GET', `/invoices/${id}/sending`)).body
    expect(after['mails']).toMatchObject([
      { status: 'pending', recipients: letter.recipients, created_by: owner.account },
    ])
    expect(after['link']).toMatchObject({ viewed_at: null })
    const files = async () => {
      const found = await api.db.mail.findMany({ where: { created_by: owner.account }, orderBy: { id: 'asc' } })
      return found.map(({ attachment, attachment_name: name }) => ({ attachment, name }))
    }
    const [sent] = await files()
    expect(sent?.name).toMatch(/^invoice-INV-[\w-]+\.pdf$/)
    const { text } = await extractText(new Uint8Array(sent?.attachment ?? []), { mergePages: true })
    expect(text).toContain('120')
    await post(owner, id, { attach_pdf: false })
    expect((await files())[1]).toEqual({ attachment: null, name: null })
    await owner.call('DELETE', `/invoices/${id}/link`)
    expect((await owner.call('GET', `/invoices/${id}/sending`)).body).toMatchObject({
      link: null,
      mails: [{ status: 'cancelled' }, { status: 'cancelled' }],
    })
    expect((await files()).map(({ attachment }) => attachment)).toEqual([null, null])
  })

  it.each([
    ['a header in the subject', { subject: 'Invoice\r\nBcc: all@example.com' }, 'subject'],
    ['a header in an address', { recipients: ['jane@hale.example\r\nBcc: all@example.com'] }, 'recipients[0]'],
    ['two addresses in one', { recipients: ['jane@hale.example, all@example.com'] }, 'recipients[0]'],
    ['nobody', { recipients: [] }, 'recipients'],
    ['more than ten', { recipients: Array.from({ length: 11 }, (_, at) => `a${at}@example.com`) }, 'recipients'],
    ['an empty message', { message: ' ' }, 'message'],
  ])('refuses %s', async (_what, more, field) => {
    const owner = await signedInAs(mailing)
    const id = await issued(owner)
    const { status, body } = await post(owner, id, more)
    expect([status, (body['details'] as { field: string }[])[0]?.field]).toEqual([400, field])
    expect((await owner.call('GET', `/invoices/${id}/sending`)).body['mails']).toEqual([])
  })

  it('refuses drafts, and says what is missing where the server sends none; the link works all the same', async () => {
    const [owner, without] = [await signedInAs(mailing), await signedInAs(api)]
    const unissued = await post(owner, await draft(owner))
    expect([unissued.status, unissued.body.error]).toEqual([
      409,
      'This invoice is a draft. Issue it before you send it.',
    ])
    const id = await issued(without)
    const refused = await post(without, id)
    expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining('cannot send email yet')])
    expect((await without.call('GET', `/invoices/${id}/sending`)).body).toMatchObject({
      can_mail: false,
      mails: [],
      link: null,
    })
    const { body } = await without.call('POST', `/invoices/${id}/link`)
    expect((await get(new URL(String(body['url'])).pathname)).status).toBe(200)
  })
})
