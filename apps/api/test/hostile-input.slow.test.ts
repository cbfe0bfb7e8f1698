import { int, orNull } from '@matterbase/db'
import { everyOperation, hostileForms, hostileRequests } from '@matterbase/schemas/testing'
import type { HostileRequest } from '@matterbase/schemas/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dashCall, signIn } from './dash-browser.ts'
import type { Browser } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

const kibibyte = 1024

let api: Api
let key: string
let owner: Browser
const seen = new Set<string>()

beforeAll(async () => {
  api = await startApi()
  owner = await signIn(api)
  // The first key is one of the records that are asked for: it is rotated and revoked.
  await api.key({ email: owner.email })
  key = await api.key({ email: owner.email })
})
afterAll(() => api.close())

let sent = 0
// In a page, of 4 KiB each, or in a bulk request, with a result of 1 KiB each.
const mostRecords = 200

async function faultsOf({ shape, method, path, headers, body, isTaken }: HostileRequest): Promise<string[]> {
  const response = await fetch(api.origin + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(path.startsWith('/api/') ? { authorization: `Bearer ${key}` } : { cookie: owner.cookie }),
      ...(method === 'POST' && { 'idempotency-key': `hostile-${sent++}` }),
      ...headers,
    },
    ...(body && { body }),
  })
  const text = await response.text()
  // Nobody was sent away before what was sent was looked at.
  const isRefused =
    response.status >= 400 && response.status < 500 && (response.status !== 401 || path.includes('/sign-in'))
  // What was ignored was ignored; of records in bulk each is answered for itself.
  const isFine = isRefused || (isTaken && response.status < 400)
  // A page repeats what can be typed, 10,000 characters of 6 bytes when they are escaped.
  const type = response.headers.get('content-type')
  const isPage = type?.startsWith('text/html')
  const isJson = type?.startsWith('application/json') && text !== ''
  const mostBytes = (64 + (isPage ? 8 : 0) + (isTaken ? mostRecords * (method === 'GET' ? 4 : 1) : 0)) * kibibyte
  const headerBytes = [...response.headers].reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  const at = `${method} ${path.slice(0, 100)}, ${shape}`
  const { details = [], details_omitted: omitted } = (isJson ? JSON.parse(text) : {}) as {
    details?: unknown[]
    details_omitted?: number
  }
  return [
    ...(isFine ? [] : [`${at}: ${response.status} ${text.slice(0, 200)}`]),
    ...(text.length <= mostBytes ? [] : [`${at}: answered ${text.length} bytes`]),
    ...(headerBytes <= 4 * kibibyte ? [] : [`${at}: answered ${headerBytes} bytes of headers`]),
    ...(details.length <= 100 ? [] : [`${at}: ${details.length} details`]),
    ...(omitted === undefined || details.length === 100 ? [] : [`${at}: counts ${omitted} but has ${details.length}`]),
  ]
}

it.each(
  everyOperation.map(
    (mounted) =>
      [`${mounted.operation.method.toUpperCase()} ${mounted.base}${mounted.operation.path}`, mounted] as const,
  ),
)('%s refuses what is large or deep in few words', async (_name, mounted) => {
  const faults = []
  for (const request of hostileRequests(mounted, seen)) faults.push(...(await faultsOf(request)))
  expect(faults).toEqual([])
})

it('the public forms and the ways in refuse it, too', async () => {
  const { slug, token } = await publicPages()
  const form = 'application/x-www-form-urlencoded'
  const json = 'application/json'
  const requests = hostileForms([
    { path: `/intake/${slug}`, type: form, field: 'description' },
    { path: `/sign/${token}`, type: form, field: 'name' },
    { path: `/sign/${token}/decline`, type: form, field: 'reason', isCut: true },
    { path: '/dash/v1/sign-in', type: json, field: '' },
    { path: '/dash/v1/sign-in/code', type: json, field: '' },
    { path: '/dash/v1/sign-in/recovery-code', type: json, field: '' },
    { path: '/dash/v1/links/unknown', type: json, field: '' },
  ])
  const faults = []
  for (const request of requests) faults.push(...(await faultsOf(request)))
  expect(faults).toEqual([])
})

async function publicPages() {
  const form = { slug: 'hostile-input', title: 'Get in touch' }
  expect((await owner.call('PUT', '/live/intake-form', { body: form })).status).toBe(200)
  const document = { title: 'Engagement', signer_name: 'Ada', signer_email: 'ada@example.com', text: 'I agree.' }
  const { url } = (await owner.call('POST', '/live/documents', { body: document })).body as unknown as { url: string }
  return { slug: form.slug, token: url.split('/').at(-1) ?? '' }
}

it('of all these answers no large error was stored', async () => {
  const [largest] = await api.db.rows({ bytes: orNull(int) })`
    SELECT max(octet_length(answer))::int AS bytes FROM idempotency_keys WHERE status >= 400`
  expect(largest?.bytes).toBeGreaterThan(0)
  // With its headers, and sealed.
  expect(largest?.bytes).toBeLessThan(10 * kibibyte)
})

it('went on serving others', async () => {
  expect((await dashCall(api, 'GET', '/session', {}, owner.cookie)).status).toBe(200)
  expect((await api.call('GET', '/me', { key })).status).toBe(200)
})
