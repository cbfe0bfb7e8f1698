import type { Router } from 'express'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDrawings } from '../src/drawing/drawings.ts'
import { memoryRateLimiter } from '../src/http/access/memory-rate-limit.ts'
import { intakePages } from '../src/public/intake/index.ts'
import { invoicePages } from '../src/public/invoice/index.ts'
import { signPages } from '../src/public/sign/index.ts'
import { signedInAs } from './dash-browser.ts'
import type { Member } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api
let limiter = memoryRateLimiter()
const drawings = createDrawings({})

beforeAll(async () => {
  // Each test counts its own visits.
  api = await startApi({
    formLimiter: { ...memoryRateLimiter(), count: (id, limit, ms) => limiter.count(id, limit, ms) },
  })
})
afterAll(async () => {
  await drawings.close()
  await api.close()
})

const deps = () => ({
  db: api.db,
  formLimiter: limiter,
  drawings,
  publicUrl: 'http://localhost',
  sealer: api.sealer,
  canMail: false,
})

interface Call {
  readonly method: 'GET' | 'POST'
  /** Below the address of the link. */
  readonly path: string
}

/** Every route with this parameter, read from the router: a new route is in it. */
function routesOf(router: Router, parameter: string): readonly Call[] {
  const routes = router.stack.flatMap(({ route }) => (route ? [route] : []))
  return routes
    .filter(({ path }) => path.startsWith(`/:${parameter}`))
    .flatMap(({ path, stack }) =>
      stack.map(({ method }) => ({
        method: method === 'post' ? ('POST' as const) : ('GET' as const),
        path: path.slice(parameter.length + 2),
      })),
    )
}

const signature = { name: 'Jane Doe', consent: 'yes' }

function ask(link: string, { method, path }: Call) {
  return fetch(api.origin + link + path, {
    method,
    redirect: 'manual',
    ...(method === 'POST' && { body: new URLSearchParams(signature) }),
  })
}

const secret = 'PRIVILEGED CONTENT'

async function documentOf(owner: Member) {
  limiter = memoryRateLimiter()
  const body = { title: 'Settlement', signer_name: 'Jane', signer_email: 'jane@doe.example' }
  const made = await owner.call('POST', '/documents', { body })
  const id = Number(made.body.data['document_id'])
  const uploaded = await fetch(`${api.origin}/dash/v1/live/documents/${id}/content`, {
    method: 'PUT',
    headers: { cookie: owner.cookie, 'content-type': 'application/pdf' },
    body: `%PDF-1.7 ${secret}`,
  })
  expect(uploaded.status).toBe(200)
  const { sha256 } = (await owner.call('GET', `/documents/${id}`)).body.data
  return { id, sha256: String(sha256), link: new URL(String(made.body['url'])).pathname }
}

type Document = Awaited<ReturnType<typeof documentOf>>

async function sign({ link, sha256 }: Document) {
  const body = new URLSearchParams({ ...signature, sha256 })
  const reply = await fetch(api.origin + link, { method: 'POST', body, redirect: 'manual' })
  expect(reply.status).toBe(303)
}

const signedDaysAgo = (id: number, days: number) =>
  api.db
    .run`UPDATE documents SET signed_at = now() - ${days}::int * interval '1 day', sign_expires_at = now() + interval '1 day' WHERE document_id = ${id}`

const endings: Readonly<Record<string, (owner: Member, document: Document) => Promise<unknown>>> = {
  expired: (_owner, { id }) =>
    api.db.run`UPDATE documents SET sign_expires_at = now() - interval '1 s' WHERE document_id = ${id}`,
  declined: (_owner, { link }) =>
    fetch(`${api.origin}${link}/decline`, { method: 'POST', body: new URLSearchParams() }),
  'signed longer ago than 30 days': async (_owner, document) => {
    await sign(document)
    await signedDaysAgo(document.id, 31)
  },
  'signed longer ago than the firm set': async (owner, document) => {
    await sign(document)
    await signedDaysAgo(document.id, 3)
    await owner.call('PATCH', '/firm', { body: { signed_copy_days: 2 } })
  },
}

describe('a link to sign by', () => {
  const routes = () => routesOf(signPages(deps()), 'token')

  it('has routes to try', () => {
    expect(routes().map(({ method, path }) => `${method} ${path}`)).toEqual(
      expect.arrayContaining(['GET ', 'GET /file', 'GET /read', 'POST ', 'POST /decline']),
    )
  })

  it.each(Object.entries(endings))('gives out nothing on any route once %s', async (_what, end) => {
    const owner = await signedInAs(api)
    const document = await documentOf(owner)
    expect(await (await ask(document.link, { method: 'GET', path: '/file' })).text()).toContain(secret)
    await end(owner, document)
    const before = (await owner.call('GET', `/documents/${document.id}`)).body.data
    limiter = memoryRateLimiter()
    const pages = new Set<string>()
    for (const route of routes()) {
      const reply = await ask(document.link, route)
      const page = await reply.text()
      expect([route, reply.status, reply.headers.get('content-type')]).toEqual([route, 410, 'text/html; charset=utf-8'])
      for (const kept of [secret, 'Settlement', document.sha256]) expect(page).not.toContain(kept)
      pages.add(page)
    }
    expect(pages.size).toBe(1)
    expect((await owner.call('GET', `/documents/${document.id}`)).body.data).toEqual(before)
  })

  it('is the same as an unknown one on every route once it is revoked', async () => {
    const owner = await signedInAs(api)
    const { id, link } = await documentOf(owner)
    await owner.call('DELETE', `/documents/${id}/link`)
    for (const route of routes()) {
      const [revoked, unknown] = [await ask(link, route), await ask('/sign/nonsense', route)]
      expect([route, revoked.status, await revoked.text()]).toEqual([route, 404, await unknown.text()])
    }
  })

  it('gives the signer a copy for the days that the firm sets', async () => {
    const owner = await signedInAs(api)
    const document = await documentOf(owner)
    await sign(document)
    const copy = async () => (await ask(document.link, { method: 'GET', path: '/file' })).status
    await signedDaysAgo(document.id, 29)
    expect(await copy()).toBe(200)
    await signedDaysAgo(document.id, 31)
    expect(await copy()).toBe(410)
    await owner.call('PATCH', '/firm', { body: { signed_copy_days: 40 } })
    expect(await copy()).toBe(200)
    for (const days of [0, -1, 1.5, 3651])
      expect((await owner.call('PATCH', '/firm', { body: { signed_copy_days: days } })).status).toBe(400)
  })
})

describe('the link of an invoice', () => {
  const routes = () => routesOf(invoicePages(deps()), 'token')

  it.each([
    ['revoked', (owner: Member, id: number) => owner.call('DELETE', `/invoices/${id}/link`)],
    [
      'expired',
      (_owner: Member, id: number) =>
        api.db.run`UPDATE invoice_shares SET expires_at = now() - interval '1 s' WHERE invoice_id = ${id}`,
    ],
  ])('is the same as an unknown one on every route once %s', async (_what, end) => {
    limiter = memoryRateLimiter()
    const owner = await signedInAs(api)
    const lines = [{ description: secret, net: 120 }]
    const made = await owner.call('POST', '/invoices', { body: { lines } })
    const id = Number(made.body.data['invoice_id'])
    await owner.call('POST', `/invoices/${id}/issue`, { body: {} })
    const { body } = await owner.call('POST', `/invoices/${id}/link`)
    const link = new URL(String(body['url'])).pathname
    await end(owner, id)
    expect(routes().length).toBeGreaterThan(3)
    for (const route of routes()) {
      const [ended, unknown] = [await ask(link, route), await ask('/invoice/nonsense', route)]
      expect([route, ended.status, await ended.text()]).toEqual([route, 404, await unknown.text()])
    }
  })
})

// The page of thanks opens for a form that was sent before it was closed.
const closed: Readonly<Record<string, number>> = { 'GET ': 410, 'GET /thanks': 200, 'GET /logo': 404, 'POST ': 303 }

it('a closed intake form takes nothing and shows only that it is closed', async () => {
  limiter = memoryRateLimiter()
  const owner = await signedInAs(api)
  const form = { slug: 'closed-form', title: 'Ask us', introduction: secret, practice_areas: ['Tax'], is_open: false }
  expect((await owner.call('PUT', '/intake-form', { body: form })).status).toBe(200)
  for (const route of routesOf(intakePages(deps()), 'slug')) {
    const reply = await ask('/intake/closed-form', route)
    expect(await reply.text()).not.toContain(secret)
    expect([route, reply.status]).toEqual([route, closed[`${route.method} ${route.path}`]])
  }
  expect((await owner.call('GET', '/lead-board')).rows).toEqual([])
})
