import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedInAs } from './dash-browser.ts'
import type { Member } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api
let owner: Member
let key: string

beforeAll(async () => {
  api = await startApi()
  owner = await signedInAs(api)
  key = await api.key({ email: owner.account })
})
afterAll(() => api.close())

const get = (path: string, as = key) => api.call('GET', path, { key: as })

describe('invoices and credit notes', () => {
  it('are found by the number on a bank statement, one or several', async () => {
    const client = (await owner.call('POST', '/clients', { body: { company_name: 'Hale' } })).body.data.id
    const issue = async (number: string) => {
      const body = { client_user_id: client, lines: [{ description: 'Fee', net: 10 }] }
      const id = Number((await owner.call('POST', '/invoices', { body })).body.data['invoice_id'])
      const issued = await owner.call('POST', `/invoices/${id}/issue`, { body: { invoice_number: number } })
      expect(issued.status, issued.text).toBe(200)
      return id
    }
    const [first, second] = [await issue('S-1004'), await issue('S-1005')]
    const found = async (query: string) =>
      (await get(`/invoices?${query}`)).rows.map((row) => Number(row['invoice_id']))
    expect(await found('invoice_number=S-1004')).toEqual([first])
    expect(await found('invoice_number=S-1004,S-1005,S-9')).toEqual([first, second])
    expect(await found('invoice_number=S-1005&invoice_number=S-1004')).toEqual([first, second])
    expect(await found(`invoice_number=${encodeURIComponent(' S-1004\u200B ')}`)).toEqual([first])
    expect(await found('invoice_number=S-9')).toEqual([])
    expect(await found('invoice_number=')).toEqual([])
    const page = (await get('/invoices?invoice_number=S-1004,S-1005&limit=1')).body
    const next = await get(`/invoices?invoice_number=S-1004,S-1005&limit=1&cursor=${String(page['next_cursor'])}`)
    expect(next.rows.map((row) => row['invoice_id'])).toEqual([second])
    const credited = await owner.call('POST', `/invoices/${first}/credit-notes`, {
      body: { lines: [{ line: 0, net: 1 }] },
    })
    expect(credited.status).toBe(201)
    const [note] = (await get('/credit-notes')).rows
    const notes = await get(`/credit-notes?number=${String(note?.['number'])},X-1`)
    expect(notes.rows.map(({ id }) => id)).toEqual([note?.id])
  })
})

describe('matters', () => {
  it('are found by several numbers, also by one with a comma', async () => {
    const made = async (number: string) =>
      (await api.call('POST', '/matters', { key, body: { title: 'Hale', number } })).body.data.id
    const ids = [await made('2026-0111'), await made('2026-0112'), await made('12,7')]
    const found = async (number: string) => (await get(`/matters?number=${number}`)).rows.map(({ id }) => id)
    expect(await found('2026-0111,2026-0112')).toEqual(ids.slice(0, 2))
    expect(await found('12,7')).toEqual(ids.slice(2))
    expect(await found('2026-0112')).toEqual([ids[1]])
    expect((await get(`/matters?number=${Array.from({ length: 201 }, (_, at) => at).join(',')}`)).status).toBe(400)
  })
})

describe('user_id=me', () => {
  it('is the member that the API key acts for, in every list with users', async () => {
    const made = await owner.call('POST', '/keys', {
      body: { name: 'Phone', scopes: ['matters:write', 'matters:read'], acts_for: owner.userId },
    })
    const own = String(made.body['key'])
    const mine = (await api.call('POST', '/time-entries', { key: own, body: { duration: 1 } })).body.data
    await api.call('POST', '/time-entries', { key, body: { duration: 2 } })
    expect((await get('/time-entries?user_id=me', own)).rows.map(({ id }) => id)).toEqual([mine.id])
    expect((await get('/time-entries?user_id=me,none', own)).rows).toHaveLength(2)
    const matter = { title: 'Mine', responsible_user_id: owner.userId }
    const { id } = (await api.call('POST', '/matters', { key, body: matter })).body.data
    expect((await get('/matters?responsible_user_id=me', own)).rows.map((row) => row.id)).toEqual([id])
    expect((await get('/expenses?user_id=me', own)).rows).toEqual([])
    expect((await owner.call('GET', '/time-entries?user_id=me')).rows.map((row) => row.id)).toEqual([mine.id])
  })

  it('is refused with an API key that acts for no member', async () => {
    for (const [path, field] of [
      ['/time-entries', 'user_id'],
      ['/matters', 'originating_user_id'],
    ] as const) {
      const { status, body } = await get(`${path}?${field}=me`)
      expect([status, body['details']]).toEqual([
        400,
        [
          {
            field,
            code: 'not_found',
            message: 'cannot be me, because this API key acts for no member. Send the ID of a user, as in GET /users',
          },
        ],
      ])
    }
  })
})
