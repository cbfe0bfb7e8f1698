import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedInAs, signIn } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api, Reply } from './harness.ts'

let api: Api

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const year = new Date().getUTCFullYear()
const strict = { prefer: 'handling=strict' }

/** A firm with this pattern of matter numbers. */
async function firm(pattern: string | null = '{yyyy}-{seq:4}') {
  const owner = await signIn(api)
  const key = await api.key({ email: owner.email })
  const setPattern = async (to: string | null) => {
    const { status, body } = await owner.call('PUT', '/live/matter-numbers', { body: { pattern: to } })
    expect([status, body]).toMatchObject([200, { data: { pattern: to } }])
    return body.data as unknown as { next: string | null }
  }
  if (pattern !== null) await setPattern(pattern)
  const send = (method: string, path: string, data?: object, headers = {}) =>
    api.call(method, path, { key, body: data, headers })
  const create = (data: object = {}) => send('POST', '/matters', { title: 'Hale', ...data })
  const numbers = async () => (await send('GET', '/matters?limit=200')).rows.map(({ number }) => number)
  return { owner, key, setPattern, send, create, numbers }
}

const numberOf = ({ body }: Reply) => body.data['number']
const counted = (count: number, from = 1) =>
  Array.from({ length: count }, (_, at) => `${year}-${String(from + at).padStart(4, '0')}`)
const times = <T>(count: number, make: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => make(at)))

describe('a matter number', () => {
  it('is null without a pattern, which needs no other request than before', async () => {
    const { create } = await firm(null)
    expect(numberOf(await create())).toBeNull()
  })

  it('is consecutive for matters that are created in parallel, in every way', async () => {
    const { create, send, numbers } = await firm()
    const client = (await send('POST', '/clients', { company_name: 'Acme' })).body.data.id
    await times(20, () => create({ client_id: client }))
    expect((await numbers()).toSorted()).toEqual(counted(20))
    await Promise.all([
      ...Array.from({ length: 5 }, () => create()),
      ...Array.from({ length: 5 }, (_, at) => send('PUT', '/matters', { external_id: `p${at}`, title: 'Put' })),
      send('POST', '/matters/bulk', {
        data: Array.from({ length: 10 }, (_, at) => ({ external_id: `b${at}`, title: 'Bulk' })),
      }),
    ])
    expect((await numbers()).toSorted()).toEqual(counted(40))
  })

  it('is consecutive over several API processes', async () => {
    const { key, numbers } = await firm()
    const other = await startApi({ database: api })
    try {
      const create = (at: number) => (at % 2 ? api : other).call('POST', '/matters', { key, body: { title: `M${at}` } })
      const replies = await times(40, create)
      expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 201))
    } finally {
      await other.close()
    }
    expect((await numbers()).toSorted()).toEqual(counted(40))
  })

  it('is not lost with a matter that is refused', async () => {
    const { create, send } = await firm()
    expect(numberOf(await create({ external_id: 'a' }))).toBe(counted(1)[0])
    const refused = await Promise.all([
      create({ external_id: 'a' }),
      create({ client_id: 987_654 }),
      create({ title: '' }),
      create({ start_date: '2026-02-02', end_date: '2026-02-01' }),
    ])
    expect(refused.map(({ status }) => status)).toEqual([409, 400, 400, 400])
    const bulk = await send('POST', '/matters/bulk', {
      data: [
        { external_id: 'b', title: 'B' },
        { external_id: 'c', title: 'C', client_id: 987_654 },
        { external_id: 'd', title: 'D' },
      ],
    })
    expect(bulk.body['results']).toMatchObject([
      { data: { number: counted(1, 2)[0] } },
      { status: 400 },
      { data: { number: counted(1, 3)[0] } },
    ])
    const atomic = await send('POST', '/matters/bulk?atomic=true', {
      data: [
        { external_id: 'e', title: 'E' },
        { external_id: 'f', title: 'F', client_id: 987_654 },
      ],
    })
    expect(atomic.body['code']).toBe('bulk_failed')
    expect(numberOf(await create())).toBe(counted(1, 4)[0])
  })

  it('of a deleted matter is not used again', async () => {
    const { create, send } = await firm()
    const first = await create({ external_id: 'x' })
    await send('DELETE', `/matters/${first.body.data.id}`)
    expect(numberOf(await create())).toBe(counted(1, 2)[0])
    const again = await create({ number: counted(1)[0] })
    expect([again.status, again.body]).toMatchObject([
      409,
      { code: 'number_taken', existing_id: first.body.data.id, error: expect.stringContaining('deleted') },
    ])
  })

  it('of a matter that got another number is not used again, but by that matter', async () => {
    const { create, send } = await firm()
    const first = (await create({})).body.data.id
    const rename = (number: string) => send('PATCH', `/matters/${first}`, { number })
    expect((await rename('other')).status).toBe(200)
    const had = { code: 'number_taken', existing_id: first, error: expect.stringContaining('before') }
    const again = await create({ number: counted(1)[0] })
    expect([again.status, again.body]).toMatchObject([409, had])
    const second = (await create({ external_id: 'b', number: counted(1, 3)[0] })).body.data.id
    // The count skips it as well.
    expect((await send('PATCH', `/matters/${second}`, { number: 'b' })).status).toBe(200)
    expect([numberOf(await create()), numberOf(await create())]).toEqual([counted(1, 2)[0], counted(1, 4)[0]])
    expect((await rename(counted(1)[0] ?? '')).body['data']).toMatchObject({ number: counted(1)[0] })
    expect((await rename('other')).status).toBe(200)
    // A program of the version before changes it without a word.
    await api.db.run`UPDATE matters SET number = 'changed' WHERE id = ${first}`
    expect((await create({ number: 'other' })).body).toMatchObject(had)
  })

  it('that is sent is kept, trimmed, and skipped by the count', async () => {
    const { create } = await firm()
    expect(numberOf(await create({ number: ` ${counted(1, 2)[0]} ` }))).toBe(counted(1, 2)[0])
    // A new count continues after the highest number.
    const made = [await create(), await create({ number: counted(1, 5)[0] }), await create(), await create()]
    expect(made.map(numberOf)).toEqual([counted(1, 3)[0], counted(1, 5)[0], counted(1, 4)[0], counted(1, 6)[0]])
  })

  it.each([
    ['blank', ' ', 'blank'],
    ['too long', 'x'.repeat(101), 'too_long'],
    ['of two lines', 'a\nb', 'invalid_characters'],
    ['a number', 7, 'invalid_type'],
  ])('that is %s is refused', async (_what, number, code) => {
    const { create } = await firm()
    const { status, body } = await create({ number })
    expect([status, body['details']]).toMatchObject([400, [{ field: 'number', code }]])
  })

  it('is compared without invisible characters, encodings and widths', async () => {
    const { create, send } = await firm(null)
    const first = await create({ number: 'Ä-1\u200b' })
    expect(numberOf(first)).toBe('Ä-1')
    const same = ['A\u0308-1', 'Ä\u00ad-1', 'Ä－1', '\u2060Ä-１']
    for (const number of same)
      expect([number, await create({ number })]).toMatchObject([
        number,
        { status: 409, body: { code: 'number_taken' } },
      ])
    expect((await create({ number: '\u200b' })).body['details']).toMatchObject([{ field: 'number', code: 'blank' }])
    const data = same.map((number, at) => ({
      external_id: `${at}`,
      title: 'x',
      number: number.replace('1', '2').replace('１', '２'),
    }))
    const { body } = await send('POST', '/matters/bulk', { data })
    expect((body['results'] as { status: number }[]).map(({ status }) => status)).toEqual([201, 409, 409, 409])
    const kept = await send('PATCH', `/matters/${first.body.data.id}`, { number: 'Ä－1' })
    expect([kept.status, kept.body['data']]).toMatchObject([200, { number: 'Ä－1' }])
  })

  it('is not one that another record of the same bulk request gets', async () => {
    const { send, numbers } = await firm()
    await send('PUT', '/matters', { external_id: 'old', title: 'Old', number: 'A' })
    const data = [
      { external_id: 'new', title: 'New' },
      { external_id: 'old', number: counted(1)[0] },
    ]
    const { status, body } = await send('POST', '/matters/bulk', { data })
    expect([status, body['results']]).toMatchObject([200, [{ status: 201 }, { status: 200 }]])
    expect((await numbers()).toSorted()).toEqual(counted(2))
  })

  it('that another matter has is refused with the ID of that matter', async () => {
    const { create, send } = await firm(null)
    const first = (await create({ number: 'A/1', external_id: 'a' })).body.data.id
    const second = (await create({ number: 'A/2', external_id: 'b' })).body.data.id
    const taken = { code: 'number_taken', existing_id: first, error: expect.stringContaining('A/1') }
    for (const [method, path, body] of [
      ['POST', '/matters', { title: 'C', number: 'A/1' }],
      ['PUT', '/matters', { external_id: 'c', title: 'C', number: 'A/1' }],
      ['PUT', '/matters', { external_id: 'b', number: 'A/1' }],
      ['PATCH', `/matters/${second}`, { number: 'A/1' }],
    ] as const) {
      const reply = await send(method, path, body)
      expect([reply.status, reply.body]).toMatchObject([409, taken])
    }
    const bulk = await send('POST', '/matters/bulk', {
      data: [
        { external_id: 'd', title: 'D', number: 'A/1' },
        { external_id: 'e', title: 'E', number: 'A/3' },
        { external_id: 'f', title: 'F', number: 'A/3' },
        { external_id: 'a', number: 'A/1' },
      ],
    })
    const results = bulk.body['results'] as { data?: { id: number } }[]
    expect(results).toMatchObject([
      { status: 409, ...taken },
      { status: 201, data: { number: 'A/3' } },
      { status: 409, code: 'number_taken', existing_id: results[1]?.data?.id },
      { status: 200, outcome: 'unchanged' },
    ])
    // Many at once take it only once.
    const replies = await times(10, () => create({ number: 'A/9' }))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 9 }, () => 409)])
  })

  it('has each token as often as the pattern names it', async () => {
    const { create, send } = await firm('{client}-{yyyy}/{client}-{seq}-{yyyy}')
    const acme = (await send('POST', '/clients', { company_name: 'Acme' })).body.data.id
    expect(numberOf(await create({ client_id: acme }))).toBe(`${acme}-${year}/${acme}-1-${year}`)
    expect(numberOf(await create({ client_id: acme }))).toBe(`${acme}-${year}/${acme}-2-${year}`)
  })

  it('is counted by client, and continues when the pattern changes', async () => {
    const { create, send, setPattern } = await firm('{client}.{seq:3}')
    const add = async (name: string) => (await send('POST', '/clients', { company_name: name })).body.data.id
    const [acme, roe] = [await add('Acme'), await add('Roe')]
    const made = [
      await create({ client_id: acme }),
      await create({ client_id: roe }),
      await create({ client_id: acme }),
      await create(),
    ]
    expect(made.map(numberOf)).toEqual([`${acme}.001`, `${roe}.001`, `${acme}.002`, '0.001'])
    await setPattern('{client}/{seq}')
    expect(numberOf(await create({ client_id: acme }))).toBe(`${acme}/3`)
    await setPattern('M{seq}')
    expect(numberOf(await create({ client_id: acme }))).toBe('M1')
    await setPattern(null)
    expect(numberOf(await create())).toBeNull()
  })

  it('is given to no other workspace, and does not need one', async () => {
    const [one, other] = [await firm(), await firm()]
    await Promise.all([
      ...Array.from({ length: 10 }, () => one.create()),
      ...Array.from({ length: 10 }, () => other.create({ number: null })),
      other.create({ number: 'Own' }),
    ])
    expect((await one.numbers()).toSorted()).toEqual(counted(10))
    expect((await other.numbers()).toSorted()).toEqual([...counted(10), 'Own'])
  })

  it('stays when a record is sent back as it was read', async () => {
    const { create, send } = await firm()
    const record = (await create({ external_id: 'r', billing_method: 'contingency' })).body.data
    const same = await send('PUT', '/matters', record, strict)
    expect([same.status, same.body['data']]).toEqual([200, record])
    const renamed = await send('PUT', '/matters', { external_id: 'r', title: 'Hale v. Roe' })
    expect(numberOf(renamed)).toBe(record['number'])
  })

  it('and the other fields are filters, and q finds the number', async () => {
    const { create, send } = await firm()
    const made = (await create({ billing_method: 'flat_fee' })).body.data
    await create({ billing_method: 'hourly' })
    await create()
    for (const query of [
      `number=${String(made['number'])}`,
      'billing_method=flat_fee,other',
      `q=${String(made['number'])}`,
    ])
      expect((await send('GET', `/matters?${query}`)).rows.map(({ id }) => id)).toEqual([made.id])
    expect((await send('GET', '/matters?responsible_user_id=unknown')).status).toBe(400)
  })
})

describe('in the dashboard', () => {
  it('the matter of a lead gets a number, and is found and called by it', async () => {
    const { owner, key } = await firm()
    const { body } = await api.call('POST', '/leads', {
      key,
      body: { leadData: { first_name: 'Jane', company: 'Doe' } },
    })
    const path = `/live/lead-board/${(body['lead'] as { lead_id: string }).lead_id}`
    await owner.call('POST', `${path}/conflicts`, { body: { decision: 'clear', note: 'Checked' } })
    expect((await owner.call('POST', `${path}/convert`, { body: {} })).status).toBe(201)
    const [number = ''] = counted(1)
    const [matter] = (await owner.call('GET', `/live/matters?number=${number}`)).rows
    const name = `${number} · ${String(matter?.title)}`
    const found = await owner.call('GET', `/live/search?q=${number}`)
    expect(found.rows[0]).toMatchObject({ kind: 'matter', id: String(matter?.id), title: name })
    const names = await owner.call('GET', `/live/names?matters=${matter?.id}`)
    expect(names.body['matters']).toEqual([{ id: matter?.id, name }])
  })
})

it('expands the lawyers of a matter', async () => {
  const { owner, create, send } = await firm()
  const { userId } = await signedInAs(api, 'owner', owner.email)
  const { id } = (await create({ responsible_user_id: userId })).body.data
  const expanded = await send('GET', `/matters/${id}?expand=responsible_user,originating_user`)
  expect(expanded.body['data']).toMatchObject({ responsible_user: { id: userId }, originating_user: null })
  const filtered = await send('GET', `/matters?responsible_user_id=${userId.toUpperCase()},${crypto.randomUUID()}`)
  expect(filtered.rows.map((row) => row.id)).toEqual([id])
})

describe('the pattern of matter numbers', () => {
  it('shows the next number before and after it is set, and takes none', async () => {
    const { owner, create, setPattern } = await firm(null)
    await create({ number: 'M-041' })
    const preview = async (pattern: string) =>
      (await owner.call('GET', `/live/matter-numbers?pattern=${encodeURIComponent(pattern)}`)).body
    expect((await preview('M-{seq:3}')).data).toEqual({ pattern: 'M-{seq:3}', next: 'M-042' })
    expect((await preview('{client}/{seq}')).data).toMatchObject({ next: '0/1' })
    expect((await owner.call('GET', '/live/matter-numbers')).body.data).toEqual({ pattern: null, next: null })
    expect((await setPattern('M-{seq:3}')).next).toBe('M-042')
    expect(numberOf(await create())).toBe('M-042')
    expect((await setPattern('{yy}/{seq:3}')).next).toBe(`${String(year).slice(2)}/001`)
  })

  it.each([
    '2026',
    '{seq}{seq}',
    '{seq:10}',
    '{year}-{seq}',
    '{client}{seq}',
    '{seq:3}{client}',
    'a\nb{seq}',
    `${'x'.repeat(60)}{seq}`,
  ])('is not %j', async (pattern) => {
    const { owner } = await firm(null)
    const set = await owner.call('PUT', '/live/matter-numbers', { body: { pattern } })
    expect([set.status, set.body['details']]).toMatchObject([400, [{ field: 'pattern' }]])
    const tried = await owner.call('GET', `/live/matter-numbers?pattern=${encodeURIComponent(pattern)}`)
    expect([tried.status, tried.body['details']]).toMatchObject([400, [{ field: 'pattern' }]])
  })

  it('is set by those who may change the settings', async () => {
    const { owner } = await firm()
    const lawyer = await signedInAs(api, 'lawyer', owner.email)
    expect((await lawyer.call('PUT', '/matter-numbers', { body: { pattern: null } })).status).toBe(403)
  })
})
