import { once } from 'node:events'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { accountContract, contract, dashContract, roles } from '@matterbase/schemas'
import type { Operation, Resource, Role } from '@matterbase/schemas'
import { validBody } from '@matterbase/schemas/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dashCall, join } from './dash-browser.ts'
import type { Browser } from './dash-browser.ts'
import { makers, newPlace } from './dash-records.ts'
import type { Place } from './dash-records.ts'
import { startApi } from './harness.ts'
import type { Api, CallOptions } from './harness.ts'
import { tableDigests } from './table-digests.ts'

/** An operation and where it stands below `/dash/v1`. */
interface Mounted {
  readonly operation: Operation<string>
  readonly prefix: string
}

const { me: _ofKeys, ...shared } = contract
// What leaves the dashboard as a file does so by operations of its own, which the audit log notes.
const isExport = ({ lines }: Operation<string>) => lines !== undefined
const mountedUnder = (prefix: string, resources: Readonly<Record<string, Resource<string>>>): Mounted[] =>
  Object.values(resources).flatMap((resource) =>
    Object.values(resource)
      .filter((operation) => !isExport(operation))
      .map((operation) => ({ operation, prefix })),
  )

// Everything that the dashboard can ask; what is new in a contract is visited by itself.
const all = [...mountedUnder('/live', { ...shared, ...dashContract }), ...mountedUnder('', accountContract)]

const which = (select: (operation: Operation<string>) => unknown) =>
  all
    .filter(({ operation }) => select(operation))
    .map((mounted) => {
      const { method, path } = mounted.operation
      return [`${method.toUpperCase()} ${mounted.prefix}${path}`, mounted] as const
    })

/** Of a change that somebody without a session asks for. `fetch` sets Host by itself. */
async function statusOf(origin: string, headers: Readonly<Record<string, string>>) {
  const asked = request(`${origin}/dash/v1/live/matters`, { method: 'POST', headers }).end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode
}

const isUnsafe = ({ method }: Operation<string>) => method !== 'get'

let api: Api
let key: string
let places: readonly [Place, Place]
let members: Readonly<Record<Role, Browser>>
/** Of every table. */
let everything: Awaited<ReturnType<typeof tableDigests>>

beforeAll(async () => {
  api = await startApi()
  everything = await tableDigests(api.db)
  places = [await newPlace(api), await newPlace(api)]
  const [{ owner }] = places
  key = await api.key({ email: owner.email })
  members = {
    owner,
    lawyer: await join(api, owner, 'lawyer'),
    developer: await join(api, owner, 'developer'),
    'read-only': await join(api, owner, 'read-only'),
  }
})
afterAll(() => api.close())

type Caller = (method: string, path: string, options?: CallOptions) => ReturnType<Browser['call']>

function send(
  as: Caller,
  { operation, prefix }: Mounted,
  options: CallOptions & { ids?: readonly (string | number)[] } = {},
) {
  const { ids = [], ...rest } = options
  let at = 0
  const path = operation.path.replaceAll(/\{\w+\}/g, () => String(ids[at++] ?? 1))
  const body = validBody(operation)
  return as(operation.method.toUpperCase(), prefix + path, { ...(body && { body }), ...rest })
}

const nobody: Caller = (method, path, options) => dashCall(api, method, path, options)

/** The records that a path names, one within the other. */
async function make(of: Place, path: string): Promise<(number | string)[]> {
  const ids: (number | string)[] = []
  for (const [at, part] of path.split('/').entries()) {
    if (!part.startsWith('{')) continue
    const kind = path.split('/')[at - 1] ?? ''
    const maker = makers[kind]
    if (!maker) throw new Error(`Say in dash-records.ts how one of the ${kind} is made`)
    ids.push(await maker(of, ids))
  }
  return ids
}

/** An id of the same kind that nothing has. */
function neverWas(id: number | string): number | string {
  if (typeof id === 'number') return 987_654_321
  if (/^[\da-f]{64}$/.test(id)) return 'f'.repeat(64)
  return '00000000-0000-4000-8000-000000000000'
}

describe('every operation', () => {
  it.each(which(() => true))(
    '%s answers 401 without a session, and to a key in place of one',
    async (_name, mounted) => {
      const without = await send(nobody, mounted)
      expect([without.status, without.body.code]).toEqual([401, 'signed_out'])
      const withKey = await send(nobody, mounted, { key })
      expect([withKey.status, withKey.body.code]).toEqual([401, 'signed_out'])
      const ended = { cookie: '__Host-mb_session=of-nobody' }
      expect((await send(nobody, mounted, { headers: ended })).status).toBe(401)
    },
  )

  it.each(which(isUnsafe))('%s is refused when another site’s page asks for it', async (_name, mounted) => {
    const before = await api.db.auditEntry.count()
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ] as Record<string, string>[]) {
      const reply = await send(members.owner.call, mounted, { headers })
      expect([reply.status, reply.body.code]).toEqual([403, 'cross_site'])
    }
    expect(await api.db.auditEntry.count()).toBe(before)
  })

  it('is carried out for our own page, also when a proxy hands on Host without the port', async () => {
    const own = await startApi({ publicUrl: 'https://firm.example:8443' })
    for (const [headers, status] of [
      [{ origin: 'https://firm.example:8443', host: 'firm.example' }, 401],
      [{ origin: 'https://firm.example:9443', host: 'firm.example' }, 403],
      [{ origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' }, 401],
    ] as const)
      expect([headers.origin, await statusOf(own.origin, headers)]).toEqual([headers.origin, status])
    await own.close()
  })

  it.each(which(({ scope }) => scope))('%s answers 403 to every role that may not', async (_name, mounted) => {
    for (const [role, browser] of Object.entries(members) as [Role, Browser][]) {
      const held: readonly string[] = roles[role]
      if (held.includes(mounted.operation.scope ?? '')) continue
      const reply = await send(browser.call, mounted)
      expect([role, reply.status, reply.body.code]).toEqual([role, 403, 'insufficient_scope'])
      expect(reply.body.error).toContain(mounted.operation.scope)
    }
  })

  it.each(which(({ params }) => params))(
    '%s answers the same 404 to another account’s record as to one that never was',
    async (_name, mounted) => {
      const [mine, theirs] = places
      const own = await make(mine, mounted.operation.path)
      const foreign = await make(theirs, mounted.operation.path)
      const headers = { 'x-request-id': 'the-same' }
      for (const [at, id] of own.entries()) {
        const before = await everything()
        // An answer may name the ID that was asked for, and nothing else.
        const ask = async (other: string | number) => {
          const { status, text } = await send(mine.owner.call, mounted, { headers, ids: own.with(at, other) })
          return { status, text: text.replaceAll(String(other), 'ID') }
        }
        const another = await ask(foreign[at] ?? 0)
        const missing = await ask(neverWas(id))
        expect(another).toEqual({ status: 404, text: missing.text })
        expect(await everything()).toEqual(before)
      }
      const reply = await send(mine.owner.call, mounted, { ids: own })
      expect(reply.status, `the caller's own: ${reply.text}`).not.toBe(404)
      expect(reply.status, reply.text).toBeLessThan(500)
    },
  )

  it.each(which(({ method }) => method === 'get'))('%s changes nothing', async (_name, mounted) => {
    const [mine] = places
    const ids = await make(mine, mounted.operation.path)
    const before = await everything()
    const reply = await send(mine.owner.call, mounted, { ids })
    expect(reply.status, reply.text).toBeLessThan(500)
    // Only the audit log: a link to sign is worth a signature and a journal has all money, so reading one is noted.
    const isNoted = ['/documents/{id}/link', '/accounting/journal'].includes(mounted.operation.path)
    expect(await everything()).toEqual({ ...before, ...(isNoted && { audit_entries: expect.any(String) }) })
  })

  it.each(which(isUnsafe))('%s cannot be had by GET unless that is another operation', async (_name, mounted) => {
    const isListed = all.some(
      ({ operation: { method, path }, prefix }) =>
        method === 'get' && path === mounted.operation.path && prefix === mounted.prefix,
    )
    if (isListed) return
    const { operation } = mounted
    const reply = await send(
      members.owner.call,
      { ...mounted, operation: { ...operation, method: 'get' } },
      { body: undefined },
    )
    // A path with a parameter in that place may answer instead: it finds nothing there.
    expect([404, 405]).toContain(reply.status)
  })
})

it.each(
  which(() => true).filter(
    ([, { prefix, operation }]) =>
      prefix !== '' &&
      Object.values(shared).some((resource) => (Object.values(resource) as Operation<string>[]).includes(operation)),
  ),
)('%s of the REST API takes no cookie in place of a key', async (_name, { operation }) => {
  const { cookie } = members.owner
  const reply = await send(
    (method, path, options) => api.call(method, path, options),
    { operation, prefix: '' },
    { headers: { cookie } },
  )
  expect([reply.status, reply.body.code]).toEqual([401, 'missing_key'])
})

it('takes requests of its own pages and of what is no browser', async () => {
  for (const headers of [
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { origin: api.origin },
    {},
  ] as Record<string, string>[]) {
    const reply = await members.owner.call('PATCH', '/account', { body: { name: 'Firm' }, headers })
    expect([headers, reply.status]).toEqual([headers, 200])
  }
})
