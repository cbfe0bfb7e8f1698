import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { text } from '@matterbase/db'
import { memoryRateLimiter } from '../src/http/access/memory-rate-limit.ts'
import { signedInAs } from './dash-browser.ts'
import type { Member } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api
let count = 0

beforeAll(async () => {
  // Each test counts by itself.
  api = await startApi({
    formLimiter: { ...memoryRateLimiter(), count: (id, limit, ms) => limiter.count(id, limit, ms) },
  })
})
afterAll(() => api.close())

let limiter = memoryRateLimiter()

const newSlug = () => `smith-law-${++count}`
const form = {
  title: 'Ask us',
  introduction: 'We <b>answer</b> soon.',
  practice_areas: ['Family', 'Tax'],
  is_open: true,
}

async function withForm(more: object = {}): Promise<{ owner: Member; slug: string }> {
  limiter = memoryRateLimiter()
  const [owner, slug] = [await signedInAs(api), newSlug()]
  const reply = await owner.call('PUT', '/intake-form', { body: { ...form, slug, ...more } })
  expect(reply.status).toBe(200)
  return { owner, slug }
}

const send = (slug: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${api.origin}/intake/${slug}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers,
    redirect: 'manual',
  })

const board = async (owner: Member) => (await owner.call('GET', '/lead-board')).rows

async function leadEvents(owner: Member): Promise<string[]> {
  const leads = await board(owner)
  const rows = await api.db.rows({ data: text })`
    SELECT data::text AS data FROM events WHERE kind = 'lead.created' AND data->>'lead_id' = ANY (${leads.map(({ lead_id: id }) => String(id))})`
  return rows.map(({ data }) => data)
}

describe('the settings', () => {
  it('make the form and say where it is', async () => {
    const { owner, slug } = await withForm()
    const got = await owner.call('GET', '/intake-form')
    expect(got.body.data).toEqual({ ...form, slug, url: `http://localhost/intake/${slug}` })
    expect((await owner.call('GET', '/intake-form', { environment: 'test' })).body.data).toBeNull()
  })

  it('refuse a place that is taken or cannot be one', async () => {
    const { slug } = await withForm()
    const other = await signedInAs(api)
    const taken = await other.call('PUT', '/intake-form', { body: { ...form, slug } })
    expect([taken.status, taken.body['details']]).toMatchObject([400, [{ field: 'slug', code: 'taken' }]])
    for (const bad of ['', 'ab', 'Smith', 'a b c', '-abc', 'a'.repeat(64)])
      expect((await other.call('PUT', '/intake-form', { body: { ...form, slug: bad } })).status).toBe(400)
  })

  it('refuse a place that is taken without waiting for the workspace that has it', async () => {
    const { slug } = await withForm()
    const other = await signedInAs(api)
    const holder = await api.db.pool.connect()
    try {
      await holder.query('BEGIN')
      await holder.query('SELECT FROM intake_forms WHERE slug = $1 FOR UPDATE', [slug])
      expect((await other.call('PUT', '/intake-form', { body: { ...form, slug } })).status).toBe(400)
    } finally {
      await holder.query('ROLLBACK')
      holder.release()
    }
  })

  it('are for those who manage leads', async () => {
    const { owner, slug } = await withForm()
    const reader = await signedInAs(api, 'read-only', owner.account)
    const developer = await signedInAs(api, 'developer', owner.account)
    expect((await reader.call('GET', '/intake-form')).status).toBe(200)
    expect((await reader.call('PUT', '/intake-form', { body: { ...form, slug } })).status).toBe(403)
    expect((await developer.call('GET', '/intake-form')).status).toBe(403)
  })

  it('of the firm name it on the form, before and after it is sent', async () => {
    const { owner, slug } = await withForm()
    await owner.call('PATCH', '/firm', { body: { legal_name: 'Smith & Partners' } })
    for (const path of [slug, `${slug}/thanks`])
      expect(await (await fetch(`${api.origin}/intake/${path}`)).text()).toContain('<span>Smith &amp; Partners</span>')
    expect((await fetch(`${api.origin}/intake/${slug}/logo`)).status).toBe(404)
    expect((await fetch(`${api.origin}/intake/no-such-form/logo`)).status).toBe(404)
  })
})

describe('the public form', () => {
  it('is a page that sets no cookie, runs no script and escapes what the owner wrote', async () => {
    const { slug } = await withForm()
    const response = await fetch(`${api.origin}/intake/${slug}`)
    const page = await response.text()
    expect(response.status).toBe(200)
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; font-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'$/,
    )
    expect(page).toContain('We &lt;b&gt;answer&lt;/b&gt; soon.')
    expect(page).toContain('<option value="Tax">Tax</option>')
    expect(page).not.toContain('<script')
  })

  it('makes a lead of the source "form", with lead.created', async () => {
    const { owner, slug } = await withForm()
    const response = await send(slug, {
      first_name: 'Ann',
      email: 'ann@example.com',
      practice_area: 'Tax',
      urgency: 'high',
      description: 'a\r\nb',
      company: '',
    })
    expect([response.status, response.headers.get('location')]).toEqual([303, `/intake/${slug}/thanks`])
    const [lead] = await board(owner)
    expect(lead).toMatchObject({
      first_name: 'Ann',
      source: 'form',
      status: 'new',
      score: 80,
      company: null,
      description: 'a\nb',
    })
    expect(await leadEvents(owner)).toHaveLength(1)
  })

  it('merges somebody who is known, and nobody outside can tell', async () => {
    const { owner, slug } = await withForm()
    const first = await send(slug, { email: 'ann@example.com' })
    const second = await send(slug, { email: 'ANN@example.com', first_name: 'Ann' })
    expect([second.status, second.headers.get('location'), await second.text()]).toEqual([
      first.status,
      first.headers.get('location'),
      await first.text(),
    ])
    expect(await board(owner)).toMatchObject([{ email: 'ann@example.com', first_name: 'Ann' }])
    expect(await leadEvents(owner)).toHaveLength(1)
  })

  it('says what is wrong at its field and keeps what was typed', async () => {
    const { owner, slug } = await withForm()
    const response = await send(slug, { email: 'nope', last_name: '"><script>alert(1)</script>' })
    const page = await response.text()
    expect(response.status).toBe(400)
    expect(page).toContain('Email must be an email address such as name@example.com')
    expect(page).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
    expect((await send(slug, { last_name: 'Only' })).status).toBe(400)
    expect(await board(owner)).toEqual([])
  })

  it('takes as long a description as a browser lets a visitor type, and no longer', async () => {
    const { owner, slug } = await withForm()
    const longest = `${'x'.repeat(9_000)}${'\r\n'.repeat(1_000)}`
    expect((await send(slug, { email: 'a@example.com', description: longest })).status).toBe(303)
    const longer = await send(slug, { email: 'b@example.com', description: `${longest}x` })
    expect(longer.status).toBe(400)
    expect(await longer.text()).toContain('must be at most 10,000 characters long')
    expect(await board(owner)).toHaveLength(1)
  })

  it('thanks programs that fill in every field, and keeps nothing of theirs', async () => {
    const { owner, slug } = await withForm()
    const page = await (await fetch(`${api.origin}/intake/${slug}`)).text()
    const [, label = '', name = ''] = /<label>([^<]*)<input\s+name="([^"]*)"\s+tabindex="-1"/.exec(page) ?? []
    // Password managers fill what has a name or a label that they know.
    for (const word of [label, name])
      expect(word).toMatch(/^(?!.*(?:website|url|name|mail|phone|company|address|street|city|user|login)).*\S/i)
    const response = await send(slug, { email: 'bot@example.com', [name]: 'https://spam.example' })
    expect(response.headers.get('location')).toBe(`/intake/${slug}/thanks`)
    expect(await board(owner)).toEqual([])
  })

  it('takes 20 an hour from one address; the next is told when to come back and keeps what was typed', async () => {
    const { owner, slug } = await withForm()
    const begun = Date.now()
    for (let at = 0; at < 20; at++) expect((await send(slug, { email: `p${at}@example.com` })).status).toBe(303)
    const late = await send(slug, { email: 'late@example.com' })
    expect(late.status).toBe(429)
    const end = Date.now() + Number(late.headers.get('retry-after')) * 1000
    expect(end).toBeGreaterThanOrEqual(begun + 3_600_000)
    expect(await late.text()).toContain('value="late@example.com"')
    expect(await board(owner)).toHaveLength(20)
  })

  it.each([
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['an origin of another site', { origin: 'https://evil.example' }, 403],
    ['JSON', { 'content-type': 'application/json' }, 415],
  ])('refuses %s', async (_name, headers, status) => {
    const { owner, slug } = await withForm()
    expect((await send(slug, { email: 'x@example.com' }, headers)).status).toBe(status)
    expect(await board(owner)).toEqual([])
  })

  it('says so when it is closed or not there, and takes nothing', async () => {
    const { owner, slug } = await withForm({ is_open: false })
    const closed = await fetch(`${api.origin}/intake/${slug}`)
    expect([closed.status, await closed.text()]).toEqual([410, expect.stringContaining('closed at the moment')])
    await send(slug, { email: 'x@example.com' })
    expect(await board(owner)).toEqual([])
    expect((await fetch(`${api.origin}/intake/no-such-form`)).status).toBe(404)
  })
})

describe('every source', () => {
  it('goes through one function: the API, the form and the board merge into one lead with one event', async () => {
    const { owner, slug } = await withForm()
    const key = await api.key({ email: owner.account })
    const captured = await Promise.all([
      api.call('POST', '/leads', { key, body: { leadData: { email: 'one@example.com', phone: '1' } } }),
      send(slug, { email: 'One@example.com', first_name: 'One' }),
      owner.call('POST', '/leads', { body: { leadData: { email: ' ONE@example.com', company: 'One Ltd' } } }),
    ])
    expect(captured.every(({ status }) => status < 400)).toBe(true)
    expect(await board(owner)).toMatchObject([{ first_name: 'One', phone: '1', company: 'One Ltd' }])
    expect(await leadEvents(owner)).toHaveLength(1)
  })
})
