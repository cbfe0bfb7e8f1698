import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bool, text } from '@matterbase/db'
import { memoryRateLimiter } from '../src/http/access/memory-rate-limit.ts'
import type { RateLimiter } from '../src/http/access/rate-limit.ts'
import { signedInAs } from './dash-browser.ts'
import type { Member } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api
let limiter: RateLimiter = memoryRateLimiter()

beforeAll(async () => {
  // Each test counts by itself.
  api = await startApi({
    formLimiter: { ...memoryRateLimiter(), count: (id, limit, ms) => limiter.count(id, limit, ms) },
  })
})
afterAll(() => api.close())

const sha256 = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex')
const letter = {
  title: 'Engagement letter',
  signer_name: 'Jane Doe',
  signer_email: 'jane@doe.example',
  text: 'We agree: Żółć.',
}

interface Sent {
  readonly owner: Member
  readonly id: number
  /** `/sign/…` */
  readonly path: string
}

async function sent(more: object = {}, member?: Member): Promise<Sent> {
  limiter = memoryRateLimiter()
  const owner = member ?? (await signedInAs(api))
  const { status, body } = await owner.call('POST', '/documents', { body: { ...letter, ...more } })
  expect(status).toBe(201)
  return { owner, id: Number(body.data['document_id']), path: new URL(String(body['url'])).pathname }
}

const get = (path: string, headers: Record<string, string> = { accept: 'text/html' }) =>
  fetch(api.origin + path, { headers })
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(api.origin + path, { method: 'POST', body: new URLSearchParams(fields), headers, redirect: 'manual' })
const signature = { name: 'Jane Doe', consent: 'yes', sha256: sha256(letter.text) }
const documentOf = async ({ owner, id }: Sent) => (await owner.call('GET', `/documents/${id}`)).body.data

async function signedEvents(id: number): Promise<unknown[]> {
  const rows = await api.db.rows({ data: text })`
    SELECT data::text AS data FROM events WHERE kind = 'document.signed' AND data->>'document_id' = ${String(id)}`
  return rows.map(({ data }) => JSON.parse(data) as unknown)
}

function upload({ owner, id }: Sent, body: Uint8Array<ArrayBuffer>, type = 'application/pdf') {
  const headers = { cookie: owner.cookie, 'content-type': type }
  return fetch(`${api.origin}/dash/v1/live/documents/${id}/content`, { method: 'PUT', headers, body })
}

const pdf = (size: number) => new Uint8Array(Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(size - 9, 32)]))

describe('a document', () => {
  it('is made with a link that can be copied again, and listed by status', async () => {
    const one = await sent()
    expect(await documentOf(one)).toMatchObject({
      status: 'sent',
      created_by: one.owner.account,
      media_type: 'text/plain',
      sha256: sha256(letter.text),
      viewed_at: null,
    })
    const link = await one.owner.call('GET', `/documents/${one.id}/link`)
    expect(link.body['url']).toBe(`http://localhost${one.path}`)
    const days = (Date.parse(String(link.body['expires_at'])) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(29.9)
    expect((await one.owner.call('GET', '/documents?status=sent')).rows).toHaveLength(1)
    expect((await one.owner.call('GET', '/documents?status=signed')).rows).toEqual([])
  })

  it.each([
    [{ title: ' ' }, 'title'],
    [{ signer_email: 'nope' }, 'signer_email'],
    [{ signer_name: null }, 'signer_name'],
    [{ case_id: 999_999 }, 'case_id'],
    [{ client_id: 999_999 }, 'client_id'],
  ])('is refused with %j', async (wrong, field) => {
    const owner = await signedInAs(api)
    const reply = await owner.call('POST', '/documents', { body: { ...letter, ...wrong } })
    expect([reply.status, reply.body['details']]).toMatchObject([400, [{ field }]])
  })

  it('takes a PDF of at most 10 MiB until it is signed', async () => {
    const one = await sent({ text: null })
    expect((await get(one.path)).status).toBe(409)
    const largest = pdf(10 * 1024 * 1024)
    expect((await upload(one, largest)).status).toBe(200)
    expect(await documentOf(one)).toMatchObject({ media_type: 'application/pdf', sha256: sha256(largest) })
    const down = await get(`${one.path}/file`)
    expect(down.headers.get('content-disposition')).toBe('attachment; filename="document.pdf"')
    expect(sha256(new Uint8Array(await down.arrayBuffer()))).toBe(sha256(largest))
    expect((await upload(one, pdf(10 * 1024 * 1024 + 1))).status).toBe(413)
    expect((await upload(one, new Uint8Array(Buffer.from('GIF89a')))).status).toBe(400)
    // What comes before the header may be a byte order mark or blank lines, within the first 1,024 bytes.
    const after = (before: string) => new Uint8Array(Buffer.concat([Buffer.from(before), pdf(20)]))
    expect((await upload(one, after(' '.repeat(1020)))).status).toBe(400)
    expect((await upload(one, after('\ufeff'))).status).toBe(200)
    expect((await upload(one, after('\r\n\n'))).status).toBe(200)
    expect((await upload(one, largest)).status).toBe(200)
    expect((await upload(one, pdf(20), 'text/html')).status).toBe(415)
    expect((await upload(one, new Uint8Array([0xff, 0xfe]), 'text/plain')).status).toBe(400)
    await post(one.path, { ...signature, sha256: sha256(largest) })
    expect((await upload(one, pdf(20))).status).toBe(409)
  })
})

describe('the page to sign on', () => {
  it('shows a text of 256 KiB, and offers a longer one as a file', async () => {
    const [shown, offered] = ['x'.repeat(256 * 1024), 'y'.repeat(256 * 1024 + 1)]
    const short = await sent({ text: null })
    expect((await upload(short, new TextEncoder().encode(shown), 'text/plain')).status).toBe(200)
    expect(await (await get(short.path)).text()).toContain(shown)
    const long = await sent({ text: null })
    expect((await upload(long, new TextEncoder().encode(offered), 'text/plain')).status).toBe(200)
    const page = await (await get(long.path)).text()
    expect(page).not.toContain('yyyy')
    expect(page).toContain(`href="${long.path}/file"`)
    expect(page).toContain('a long text')
    expect(await (await get(`${long.path}/file`)).text()).toBe(offered)
    const done = await post(long.path, { ...signature, sha256: sha256(offered) })
    expect([done.status, (await documentOf(long))['status']]).toEqual([303, 'signed'])
  })
})

describe('whose page it is', () => {
  // One pixel.
  const logo = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )

  it('stands on it, with the logo that is the firm’s now and nobody else’s', async () => {
    const one = await sent()
    expect(await (await get(one.path)).text()).not.toContain('<img')
    expect((await get(`${one.path}/logo`)).status).toBe(404)
    await one.owner.call('PATCH', '/firm', { body: { legal_name: 'Hale & Sons <LLP>' } })
    await fetch(`${api.origin}/dash/v1/live/firm/logo`, {
      method: 'PUT',
      headers: { cookie: one.owner.cookie, 'content-type': 'image/png' },
      body: logo,
    })
    const page = await (await get(one.path)).text()
    expect(page).toContain('Hale &amp; Sons &lt;LLP&gt; asks Jane Doe to sign')
    expect(page).toContain(`src="${one.path}/logo?v=${sha256(logo)}"`)
    const shown = await get(`${one.path}/logo`)
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(logo)
    expect((await get(`${(await sent()).path}/logo`)).status).toBe(404)
    expect((await get('/sign/nonsense/logo')).status).toBe(404)
  })

  it('has the type of the dashboard, from this server', async () => {
    const one = await sent()
    const page = await get(one.path)
    const font = /<link rel="preload" href="([^"]+)"/.exec(await page.text())?.[1] ?? ''
    expect(page.headers.get('content-security-policy')).toContain("font-src 'self'")
    const file = await get(font)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'font/woff2'])
    expect(file.headers.get('cache-control')).toContain('immutable')
  })
})

describe('what is signed', () => {
  it('can be read beside the place to sign, when it is a PDF', async () => {
    const one = await sent({ text: null })
    await upload(one, pdf(64))
    const page = await get(one.path)
    expect(await page.text()).toContain(`<iframe class="frame" src="${one.path}/read"`)
    expect(page.headers.get('content-security-policy')).toContain("frame-src 'self'")
    const { status, headers } = await get(`${one.path}/read`)
    expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      200,
      'application/pdf',
      'inline; filename="document.pdf"',
    ])
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
    expect((await get(`${(await sent()).path}/read`)).status).toBe(404)
  })

  it('can be kept by who signed it, with the signature, in the firm’s time', async () => {
    const one = await sent()
    await one.owner.call('PATCH', '/firm', { body: { time_zone: 'Asia/Tokyo', locale: 'en-US' } })
    await post(one.path, { ...signature, name: 'Jane <Doe>', drawing: 'M10 20L30 40' })
    const page = await (await get(one.path)).text()
    expect(page).toMatch(/This document was signed on [^<]+ GMT\+9\./)
    expect(page).toContain('Jane &lt;Doe&gt;')
    expect(page).toContain('d="M10 20L30 40"')
    expect(page).toContain(`href="${one.path}/file"`)
    expect(await (await get(`${one.path}/file`)).text()).toBe(letter.text)
  })
})

it('looks of one address are counted, whatever page they are at', async () => {
  const one = await sent()
  const asked: unknown[] = []
  limiter = {
    count: async (id, limit) => {
      asked.push([id, limit])
      return { allowed: false, used: limit, msLeft: 29_500 }
    },
    refund: async () => undefined,
  }
  for (const path of [one.path, `${one.path}/file`, '/sign/nonsense', '/intake/nonsense', '/intake/nonsense/thanks']) {
    const page = await get(path)
    expect([path, page.status, page.headers.get('retry-after')]).toEqual([path, 429, '30'])
    expect(await page.text()).toContain('Too many pages opened')
  }
  expect(asked).toEqual(asked.map(() => [expect.stringMatching(/^visit\/.*127\.0\.0\.1/), 300]))
  expect(asked).toHaveLength(5)
  const form = { 'content-type': 'application/x-www-form-urlencoded', origin: api.origin }
  for (const path of [one.path, `${one.path}/decline`, '/sign/nonsense', '/intake/nonsense']) {
    const reply = await api.request('POST', path, { headers: form, body: 'name=x' })
    expect([path, reply.status, reply.headers.get('retry-after')]).toEqual([path, 429, '30'])
  }
  // Links of every purpose, and what begins and ends sessions.
  for (const [method, path] of [
    ['GET', '/links/nonsense'],
    ['POST', '/links/nonsense'],
    ['POST', '/sign-in'],
    ['POST', '/sign-in/code'],
    ['POST', '/sign-in/recovery-code'],
    ['POST', '/sign-out'],
  ] as const) {
    const { status, headers, body } = await api.request(method, `/dash/v1${path}`, {
      ...(method === 'POST' && { body: {} }),
    })
    expect([path, status, headers.get('retry-after'), body.code]).toEqual([path, 429, '30', 'rate_limited'])
  }
  limiter = memoryRateLimiter()
})

describe('signing', () => {
  it('shows the document, takes the name and fires document.signed with the shape it always has', async () => {
    const one = await sent()
    const page = await get(one.path)
    const text = await page.text()
    expect([page.status, page.headers.get('set-cookie')]).toEqual([200, null])
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; font-src 'self'; img-src 'self'; frame-src 'self'; script-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    )
    for (const words of ['We agree: Żółć.', 'Jane Doe', 'Test asks']) expect(text).toContain(words)
    const done = await post(one.path, signature, { 'user-agent': 'Pen/1' })
    expect([done.status, done.headers.get('location')]).toEqual([303, one.path])
    const document = await documentOf(one)
    expect(document).toMatchObject({
      status: 'signed',
      signed_name: 'Jane Doe',
      signed_drawing: null,
      signer_ip: expect.stringMatching(/127\.0\.0\.1$/),
      signer_agent: 'Pen/1',
      viewed_at: expect.any(String),
    })
    expect(await signedEvents(one.id)).toEqual([
      {
        document_id: one.id,
        title: letter.title,
        case_id: null,
        client_id: null,
        status: 'signed',
        signer_name: 'Jane Doe',
        signer_email: 'jane@doe.example',
        signed_at: document['signed_at'],
        created_at: document.created_at,
      },
    ])
    expect(await (await get(one.path)).text()).toContain('This document was signed on')
  })

  it('happens once, however many sign at once', async () => {
    const one = await sent()
    const replies = await Promise.all(Array.from({ length: 6 }, () => post(one.path, signature)))
    expect(replies.every(({ status }) => status === 303)).toBe(true)
    expect(await signedEvents(one.id)).toHaveLength(1)
  })

  it('takes a drawing instead of a name, and no drawing that is none', async () => {
    const one = await sent()
    for (const drawing of ['M1 1', 'M1 1L2 2"/><script>', `M1 1${'L2 2'.repeat(20_000)}`])
      expect((await post(one.path, { ...signature, name: '', drawing })).status).toBe(400)
    expect((await post(one.path, { ...signature, name: '', drawing: 'M1 1L20 30L599 199' })).status).toBe(303)
    expect(await documentOf(one)).toMatchObject({ signed_name: null, signed_drawing: 'M1 1L20 30L599 199' })
  })

  it('needs consent, a name, and the document that was shown', async () => {
    const one = await sent()
    for (const [wrong, sentence] of [
      [{ consent: '' }, 'Please tick the box'],
      [{ name: ' ' }, 'Please type or draw your name'],
      [{ sha256: sha256('another text') }, 'The document was changed while you had it open'],
    ] as const) {
      const reply = await post(one.path, { ...signature, ...wrong })
      expect([reply.status, await reply.text()]).toEqual([400, expect.stringContaining(sentence)])
    }
    expect(await signedEvents(one.id)).toEqual([])
  })

  it('can be declined with a reason; then nobody can sign any more', async () => {
    const one = await sent()
    expect((await post(`${one.path}/decline`, { reason: 'Wrong name <b>' })).status).toBe(303)
    expect(await documentOf(one)).toMatchObject({
      status: 'declined',
      decline_reason: 'Wrong name <b>',
      signed_at: null,
    })
    await post(one.path, signature)
    expect(await signedEvents(one.id)).toEqual([])
    expect(await (await get(one.path)).text()).toContain('This document was declined on')
    const renewed = await one.owner.call('POST', `/documents/${one.id}/link`)
    expect(renewed.status).toBe(409)
  })

  it('is refused from another site, and after 20 forms in an hour', async () => {
    const one = await sent()
    expect((await post(one.path, signature, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    for (let at = 0; at < 20; at++) expect((await post(one.path, {})).status).toBe(400)
    expect((await post(one.path, signature)).status).toBe(429)
    expect(await documentOf(one)).toMatchObject({ status: 'sent' })
  })
})

describe('a link', () => {
  it('says when it has expired; one that is unknown, renewed or ended says the same as any other', async () => {
    const [one, two] = [await sent(), await sent()]
    await api.db.run`UPDATE documents SET sign_expires_at = now() - interval '1 s' WHERE document_id = ${one.id}`
    const expired = await get(one.path)
    expect([expired.status, await expired.text()]).toEqual([410, expect.stringContaining('This link has expired')])
    await post(one.path, signature)
    expect(await documentOf(one)).toMatchObject({ status: 'sent' })

    const unknown = await (await get('/sign/nonsense')).text()
    const renewed = await one.owner.call('POST', `/documents/${one.id}/link`)
    expect(await (await get(one.path)).text()).toBe(unknown)
    expect((await get(new URL(String(renewed.body['url'])).pathname)).status).toBe(200)
    await two.owner.call('DELETE', `/documents/${two.id}/link`)
    const ended = await get(two.path)
    expect([ended.status, await ended.text()]).toEqual([404, unknown])
    expect((await two.owner.call('GET', `/documents/${two.id}/link`)).body).toMatchObject({
      url: null,
      expires_at: null,
    })
  })

  it('that ends while the form is on its way signs nothing', async () => {
    const one = await sent()
    const halves = new TransformStream<Uint8Array, Uint8Array>()
    const writer = halves.writable.getWriter()
    const typed = new TextEncoder().encode(new URLSearchParams(signature).toString())
    const answer = fetch(api.origin + one.path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: halves.readable,
      duplex: 'half',
      redirect: 'manual',
    })
    await writer.write(typed.subarray(0, 10))
    await one.owner.call('DELETE', `/documents/${one.id}/link`)
    await writer.write(typed.subarray(10))
    await writer.close()
    expect((await answer).status).toBe(303)
    expect(await documentOf(one)).toMatchObject({ status: 'sent' })
  })

  it('is kept sealed: its token stands nowhere in the database', async () => {
    const one = await sent()
    const token = one.path.slice('/sign/'.length)
    const [row] = await api.db.rows({ found: bool })`
      SELECT position(${token} IN documents::text) > 0 OR position(convert_to(${token}, 'UTF8') IN sign_token) > 0 AS found
      FROM documents WHERE document_id = ${one.id}`
    expect(row?.found).toBe(false)
  })
})

describe('who may', () => {
  it('a lawyer sends, a reader reads but gets no link, a developer sees nothing', async () => {
    const one = await sent()
    const statuses = async (role: 'lawyer' | 'read-only' | 'developer') => {
      const member = await signedInAs(api, role, one.owner.account)
      return [
        (await member.call('GET', `/documents/${one.id}`)).status,
        (await member.call('GET', `/documents/${one.id}/file`)).status,
        (await member.call('GET', `/documents/${one.id}/link`)).status,
        (await member.call('POST', '/documents', { body: letter })).status,
        (await upload({ ...one, owner: member }, pdf(20))).status,
      ]
    }
    expect(await statuses('read-only')).toEqual([200, 200, 403, 403, 403])
    expect(await statuses('developer')).toEqual([403, 403, 403, 403, 403])
    expect(await statuses('lawyer')).toEqual([200, 200, 200, 201, 200])
  })

  it("another account's document is not there", async () => {
    const [one, stranger] = [await sent(), await signedInAs(api)]
    for (const path of ['', '/link', '/file'])
      expect((await stranger.call('GET', `/documents/${one.id}${path}`)).status).toBe(404)
    expect((await upload({ ...one, owner: stranger }, pdf(20))).status).toBe(404)
    expect((await stranger.call('DELETE', `/documents/${one.id}/link`)).status).toBe(404)
    expect((await api.request('GET', `/dash/v1/live/documents/${one.id}/file`)).status).toBe(401)
  })
})
