import { createTestDatabase } from '@matterbase/db/testing'
import { text } from '@matterbase/db'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedInAs } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let api: Api
/** Another process of the same installation. */
let other: Api

beforeAll(async () => {
  database = await createTestDatabase()
  const shared = { db: database.db, databaseUrl: database.url }
  api = await startApi({ database: shared })
  other = await startApi({ database: shared })
})
afterAll(async () => {
  await api.close()
  await other.close()
  await database.close()
})

const fields = [
  { key: 'court_date', label: 'Court date', type: 'date', is_filterable: true },
  {
    key: 'judge',
    label: 'Judge',
    type: 'select',
    options: [{ label: 'Adeyemi' }, { label: 'Roe' }],
    is_filterable: true,
  },
  {
    key: 'claims',
    label: 'Claims',
    type: 'multi_select',
    options: [{ label: 'A' }, { label: 'B' }],
    is_filterable: true,
  },
  { key: 'policy', label: 'Policy', type: 'text', is_filterable: true },
  { key: 'value', label: 'Value', type: 'money', is_filterable: true },
  { key: 'related', label: 'Related matter', type: 'matter' },
  { key: 'deputy', label: 'Deputy', type: 'user' },
]

/** A firm with these fields for matters, unless `defined` are others, and an API key. */
async function firm(defined: readonly object[] = fields) {
  const owner = await signedInAs(api)
  const ids: number[] = []
  for (const field of defined) {
    const reply = await owner.call('POST', '/custom-fields', { body: { resource: 'matters', ...field } })
    expect(reply.status, reply.text).toBe(201)
    ids.push(reply.body.data.id)
  }
  const key = await api.key({ email: owner.account })
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    other.call(method, path, { key, headers, ...(body !== undefined && { body }) })
  return { owner, ids, key, call }
}

const strict = { prefer: 'handling=strict' }

describe('the custom fields of a record', () => {
  it('are the fields that have a value', async () => {
    const { call } = await firm()
    const { body } = await call('POST', '/matters', { title: 'Hale' })
    expect(body.data['custom_fields']).toEqual({})
    expect((await call('POST', '/clients', { company_name: 'Hale' })).body.data['custom_fields']).toEqual({})
    expect((await call('GET', `/matters/${body.data.id}?fields=custom_fields`)).body.data).toEqual({
      id: body.data.id,
      custom_fields: {},
    })
  })

  it('merge by key, take options by ID or label, and are cleared by null', async () => {
    const { owner, call } = await firm()
    const sent = { court_date: '2026-12-14', judge: 'Roe', claims: [2, 'A'], policy: 'P-7', value: 12.5 }
    const made = await call('POST', '/matters', { title: 'Hale', custom_fields: { ...sent, deputy: owner.userId } })
    expect(made.status, made.text).toBe(201)
    const { id } = made.body.data
    const stored = {
      court_date: '2026-12-14',
      judge: { id: 2 },
      claims: [{ id: 2 }, { id: 1 }],
      policy: 'P-7',
      value: 12.5,
      deputy: owner.userId,
    }
    expect(made.body.data['custom_fields']).toEqual(stored)
    for (const path of [`/matters/${id}`, '/matters', '/matters?ids=' + String(id)]) {
      const { body, rows } = await call('GET', path)
      expect(
        path.endsWith(String(id)) && !path.includes('?') ? body.data['custom_fields'] : rows[0]?.['custom_fields'],
      ).toEqual(stored)
    }
    const changed = await call('PATCH', `/matters/${id}`, { custom_fields: { judge: 1, policy: null, related: id } })
    const { policy: _policy, ...others } = stored
    expect(changed.body.data['custom_fields']).toEqual({ ...others, judge: { id: 1 }, related: id })
    const renamed = await call('PATCH', `/matters/${id}`, { title: 'Hale v. Roe' })
    expect(renamed.body.data['custom_fields']).toEqual(changed.body.data['custom_fields'])
    const cleared = await call('PATCH', `/matters/${id}`, { custom_fields: null })
    expect(cleared.body.data['custom_fields']).toEqual({})
  })

  it('do not change when a record is sent back as it was read', async () => {
    const { call } = await firm()
    const custom = { judge: 2, claims: [1], policy: 'P-7', court_date: '2026-12-14' }
    await call('PUT', '/matters', { external_id: 'a', title: 'Hale', custom_fields: custom })
    const read = (await call('GET', '/matters?external_id=a')).rows[0]
    const again = await call('PUT', '/matters', read)
    expect(again.status, again.text).toBe(200)
    expect(again.body.data).toEqual(read)
    expect(again.headers.get('x-ignored-fields')).toBeNull()
    const bulk = await call('POST', '/matters/bulk', { data: [read] })
    expect(bulk.body['results']).toMatchObject([{ outcome: 'unchanged', data: read }])
  })

  it('name unknown keys, which strict handling refuses', async () => {
    const { call } = await firm()
    const body = { title: 'Hale', custom_fields: { foo: 1, policy: 'P-7' } }
    const made = await call('POST', '/matters', body)
    expect(made.headers.get('x-ignored-fields')).toBe('custom_fields.foo')
    expect(made.body.data['custom_fields']).toMatchObject({ policy: 'P-7' })
    const refused = await call('POST', '/matters', body, strict)
    expect(refused.body['details']).toMatchObject([{ field: 'custom_fields.foo', code: 'unknown_field' }])
    expect((await call('GET', '/matters')).rows).toHaveLength(1)
  })

  it.each([
    ['a date', { court_date: '14.12.2026' }, 'court_date', 'invalid_format'],
    ['an option', { judge: 'Moss' }, 'judge', 'invalid_value'],
    ['a number', { value: '12.5' }, 'value', 'invalid_type'],
    ['a matter', { related: 2_000_000_000 }, 'related', 'not_found'],
    ['a member', { deputy: '7d2f9c1e-1f0a-4d59-9d0b-3c2f6a1b8e57' }, 'deputy', 'not_found'],
  ])('refuse what is not %s', async (_type, custom, name, code) => {
    const { call } = await firm()
    for (const [method, path, more] of [
      ['POST', '/matters', {}],
      ['PUT', '/matters', { external_id: 'a' }],
    ] as const) {
      const { status, body } = await call(method, path, { title: 'Hale', custom_fields: custom, ...more })
      expect([status, body['details']]).toMatchObject([400, [{ field: `custom_fields.${name}`, code }]])
    }
    expect((await call('GET', '/matters')).rows).toEqual([])
  })

  it('of another workspace are unknown, and its matters are not found', async () => {
    const { call } = await firm()
    const { id } = (await call('POST', '/matters', { title: 'Hale', custom_fields: { policy: 'P-7' } })).body.data
    const stranger = await firm([{ key: 'related', label: 'Related', type: 'matter' }])
    const refused = await stranger.call('POST', '/matters', { title: 'Roe', custom_fields: { related: id } })
    expect(refused.body['details']).toMatchObject([{ field: 'custom_fields.related', code: 'not_found' }])
    const ignored = await stranger.call('POST', '/matters', { title: 'Roe', custom_fields: { policy: 'P-7' } })
    expect(ignored.body.data['custom_fields']).toEqual({})
  })

  it('stay with an archived field, which takes values as before', async () => {
    const { owner, ids, call } = await firm()
    const { id } = (await call('POST', '/matters', { title: 'Hale', custom_fields: { policy: 'P-7' } })).body.data
    await owner.call('PATCH', `/custom-fields/${ids[3]}`, { body: { archived: true } })
    expect((await call('GET', `/matters/${id}`)).body.data['custom_fields']).toEqual({ policy: 'P-7' })
    const changed = await call('PATCH', `/matters/${id}`, { custom_fields: { policy: 'P-8' } })
    expect(changed.body.data['custom_fields']).toEqual({ policy: 'P-8' })
    expect(changed.headers.get('x-ignored-fields')).toBeNull()
  })

  it('leave the records with a deleted field, and return with a restored one', async () => {
    const { owner, ids, call } = await firm()
    const make = async (policy: string) =>
      (await call('POST', '/matters', { title: 'Hale', custom_fields: { policy, value: 1 } })).body.data
    const [first, second] = [await make('P-7'), await make('P-8')]
    const since = second.updated_at
    await owner.call('DELETE', `/custom-fields/${ids[3]}`)
    const changed = await call('GET', `/matters?updated_since=${since}`)
    expect(changed.rows).toMatchObject([
      { id: first.id, custom_fields: { value: 1 } },
      { id: second.id, custom_fields: { value: 1 } },
    ])
    expect(new Set(changed.rows.map((row) => row['updated_at'])).size).toBe(2)
    expect(changed.rows[0]?.['custom_fields']).toEqual({ value: 1 })
    expect(changed.rows[0]?.['etag']).not.toBe(first['etag'])
    const ignored = await call('PATCH', `/matters/${first.id}`, { custom_fields: { policy: 'P-9', value: 2 } })
    expect(ignored.headers.get('x-ignored-fields')).toBe('custom_fields.policy')
    await call('DELETE', `/matters/${second.id}`)

    await owner.call('PATCH', `/custom-fields/${ids[3]}`, { body: { deleted: false } })
    expect((await call('GET', '/matters')).rows).toMatchObject([
      { id: first.id, custom_fields: { value: 2, policy: 'P-7' } },
    ])
    expect((await call('GET', '/matters?custom_fields[policy]=P-7')).rows).toMatchObject([{ id: first.id }])
  })

  it('are required in the API only with enforce_in_api', async () => {
    const court = { key: 'court', label: 'Court', type: 'text', is_required: true }
    const { owner, ids, call } = await firm([court])
    expect((await call('POST', '/matters', { title: 'A' })).status).toBe(201)
    await owner.call('PATCH', `/custom-fields/${ids[0]}`, { body: { enforce_in_api: true } })
    const missing = [{ field: 'custom_fields.court', code: 'required' }]
    expect((await call('POST', '/matters', { title: 'B' })).body['details']).toMatchObject(missing)
    expect((await call('PUT', '/matters', { title: 'B', external_id: 'b' })).body['details']).toMatchObject(missing)
    const bulk = await call('POST', '/matters/bulk', { data: [{ title: 'B', external_id: 'b' }] })
    expect(bulk.body['results']).toMatchObject([{ status: 400, details: missing }])
    const made = await call('PUT', '/matters', { title: 'B', external_id: 'b', custom_fields: { court: 'Kiel' } })
    expect(made.status, made.text).toBe(201)
    const { id } = made.body.data
    expect((await call('PATCH', `/matters/${id}`, { title: 'C' })).status).toBe(200)
    const cleared = await call('PATCH', `/matters/${id}`, { custom_fields: { court: null } })
    expect(cleared.body['details']).toMatchObject(missing)
    expect((await owner.call('POST', '/matters', { body: { title: 'D' } })).status).toBe(201)
  })

  it.each(['  ', '\u3000', '', null, []])(
    'have no value when %j is sent, so that a required field is missing',
    async (blank) => {
      const court = { key: 'court', label: 'Court', type: 'text', is_required: true, enforce_in_api: true }
      const { call } = await firm([court])
      const custom = { custom_fields: { court: blank } }
      for (const [method, path, body] of [
        ['POST', '/matters', { title: 'A', ...custom }],
        ['PUT', '/matters', { title: 'A', external_id: 'a', ...custom }],
      ] as const) {
        const refused = await call(method, path, body)
        expect([refused.status, refused.body['details']]).toMatchObject([
          400,
          [{ field: 'custom_fields.court', code: 'required' }],
        ])
      }
      const made = (await call('POST', '/matters', { title: 'A', custom_fields: { court: ' Kiel ' } })).body.data
      expect(made['custom_fields']).toEqual({ court: ' Kiel ' })
      expect((await call('PATCH', `/matters/${made.id}`, custom)).status).toBe(400)
    },
  )

  it('keep a number as it was sent, or refuse it', async () => {
    const { call } = await firm()
    const send = (value: string) =>
      call('POST', '/matters', `{"title": "A", "custom_fields": {"value": ${value}}}` as never)
    for (const value of [
      '0.1',
      '12.345678',
      '0.3000000001',
      '999999999999.99',
      '-1e-10',
      '1e12',
      '123456.7890123456'.slice(0, 16),
    ]) {
      const { status, body } = await send(value)
      expect([value, status, body.data?.['custom_fields']]).toEqual([value, 201, { value: Number(value) }])
    }
    for (const value of [
      '999999999999.9999999999',
      '1e-11',
      '0.30000000000000004',
      '12345678901.12345678901',
      '1e400',
    ]) {
      const { status, body } = await send(value)
      expect([value, status, body['details']]).toMatchObject([value, 400, [{ field: 'custom_fields.value' }]])
    }
  })

  it('take no archived option, by ID or label, except in a record that has it', async () => {
    const { owner, ids, call } = await firm()
    const had = (await call('POST', '/matters', { title: 'A', custom_fields: { judge: 'Roe', claims: ['A', 'B'] } }))
      .body.data
    await owner.call('PATCH', `/custom-fields/${ids[1]}`, { body: { options: [{ id: 1, label: 'Adeyemi' }] } })
    await owner.call('PATCH', `/custom-fields/${ids[2]}`, { body: { options: [{ id: 1, label: 'A' }] } })
    for (const custom of [{ judge: 'Roe' }, { judge: 2 }, { judge: { id: 2 } }, { judge: '2' }, { claims: ['B'] }]) {
      const { status, body } = await call('POST', '/matters', { title: 'B', custom_fields: custom })
      expect([status, body['details']]).toMatchObject([400, [{ code: 'invalid_value' }]])
    }
    const back = await call('PATCH', `/matters/${had.id}`, { ...had, title: 'C' }, strict)
    expect([back.status, back.body.data['custom_fields']]).toEqual([
      200,
      { judge: { id: 2 }, claims: [{ id: 1 }, { id: 2 }] },
    ])
    expect((await call('GET', '/matters?custom_fields[judge]=Roe')).rows.map(({ id }) => id)).toEqual([had.id])
  })

  it('are in the events of their record, with the former values of the changed keys', async () => {
    const { call } = await firm()
    await call('POST', '/webhooks', { url: 'https://example.com/hook', events: ['matter.created', 'matter.updated'] })
    const made = await call('POST', '/matters', { title: 'Hale', custom_fields: { judge: 1, policy: 'P-7' } })
    const changed = await call('PATCH', `/matters/${made.body.data.id}`, { custom_fields: { judge: 2, value: 3 } })
    await call('PATCH', `/matters/${made.body.data.id}`, { custom_fields: { judge: { id: 2 } } })
    const events = await database.db.rows({ data: text, previous: text })`
      SELECT data::text AS data, coalesce(previous::text, 'null') AS previous FROM events
      WHERE workspace_id > 0 AND (data->>'id')::bigint = ${made.body.data.id} ORDER BY created_at`
    expect(events.map(({ data, previous }) => [JSON.parse(data), JSON.parse(previous)])).toEqual([
      [made.body.data, null],
      [changed.body.data, { custom_fields: { judge: { id: 1 }, value: null } }],
    ])
  })

  it('keep both values of two writes at once', async () => {
    const { key, call } = await firm()
    const { id } = (await call('POST', '/matters', { title: 'Hale' })).body.data
    const set = (from: Api, custom: object) =>
      from.call('PATCH', `/matters/${id}`, { key, body: { custom_fields: custom } })
    await Promise.all([
      ...[1, 2, 3].map((value) => set(api, { value })),
      set(other, { policy: 'P-7' }),
      set(api, { judge: 1 }),
    ])
    const { custom_fields: custom } = (await call('GET', `/matters/${id}`)).body.data
    expect(custom).toMatchObject({ policy: 'P-7', judge: { id: 1 }, value: expect.any(Number) })
  })

  it('are found by the words of their texts', async () => {
    const { call } = await firm()
    const { id } = (await call('POST', '/matters', { title: 'Hale', custom_fields: { policy: 'Northgate 77' } })).body
      .data
    await call('PATCH', `/matters/${id}`, { title: 'Roe' })
    expect((await call('GET', '/matters?q=northgate')).rows).toMatchObject([{ id }])
    await call('PATCH', `/matters/${id}`, { custom_fields: { policy: null } })
    expect((await call('GET', '/matters?q=northgate')).rows).toEqual([])
  })
})

describe('a list filtered by custom fields', () => {
  it('has the records with the value, and those of a range', async () => {
    const { owner, ids, call } = await firm()
    const values = [
      { judge: 1, court_date: '2026-12-01', value: 10, claims: [1, 2], policy: 'P-7' },
      { judge: 2, court_date: '2026-12-14', value: 20, claims: [2], policy: 'p-7' },
      {},
    ]
    for (const custom of values) await call('POST', '/matters', { title: 'Hale', custom_fields: custom })
    const found = async (query: string) => {
      const { status, rows, body } = await call('GET', `/matters?${query}&fields=custom_fields`)
      return status === 200
        ? rows.map((row) => (row['custom_fields'] as { value?: number }).value)
        : (body['details'] as { field: string; code: string }[]).map(({ field, code }) => [field, code])
    }
    expect(await found('custom_fields[judge]=1')).toEqual([10])
    expect(await found('custom_fields[judge]=Roe')).toEqual([20])
    expect(await found('custom_fields[claims]=2')).toEqual([10, 20])
    expect(await found('custom_fields[policy]=P-7')).toEqual([10])
    expect(await found('custom_fields[value_from]=10.5')).toEqual([20])
    expect(await found('custom_fields[court_date_from]=2026-12-01&custom_fields[court_date_to]=2026-12-13')).toEqual([
      10,
    ])
    expect(await found('custom_fields[judge]=2&custom_fields[value]=10')).toEqual([])
    expect(await found('custom_fields[judge]=9')).toEqual([['custom_fields[judge]', 'invalid_value']])
    expect(await found('custom_fields[foo]=9&custom_fields[related]=1')).toEqual([
      ['custom_fields[foo]', 'unknown_field'],
      ['custom_fields[related]', 'not_filterable'],
    ])
    for (const query of ['custom_fields[__proto__]=1', 'custom_fields[judge]=1&custom_fields[__proto__]=1'])
      expect(await found(query)).toEqual([['custom_fields', 'invalid_format']])
    expect(await found('custom_fields[constructor]=1')).toEqual([['custom_fields[constructor]', 'unknown_field']])
    expect(await found('custom_fields[value_undefined]=10')).toEqual([
      ['custom_fields[value_undefined]', 'unknown_field'],
    ])
    const first = await call('GET', '/matters?custom_fields[claims]=2&limit=1')
    const rest = await call('GET', `/matters?limit=1&cursor=${String(first.body['next_cursor'])}`)
    expect(rest.rows).toHaveLength(1)

    // A filter that is switched on later has the values of before.
    await owner.call('PATCH', `/custom-fields/${ids[0]}`, { body: { is_filterable: false } })
    expect(await found('custom_fields[court_date]=2026-12-14')).toEqual([
      ['custom_fields[court_date]', 'not_filterable'],
    ])
    await owner.call('PATCH', `/custom-fields/${ids[0]}`, { body: { is_filterable: true } })
    expect(await found('custom_fields[court_date]=2026-12-14')).toEqual([20])
  })
})

describe('options whose labels are numbers', () => {
  const chambers = ['10', '20', '1', '2', 'Grand']
  const field = { key: 'chamber', label: 'Chamber', type: 'select', is_filterable: true }

  it('mean the same in a write, a filter and as an ID', async () => {
    const { call } = await firm([{ ...field, options: chambers.map((label) => ({ label })) }])
    for (const label of chambers.slice(0, 4)) {
      await call('POST', '/matters', { title: `as string ${label}`, custom_fields: { chamber: label } })
      await call('POST', '/matters', { title: `as number ${label}`, custom_fields: { chamber: Number(label) } })
    }
    for (const label of chambers.slice(0, 4)) {
      const { rows } = await call('GET', `/matters?custom_fields[chamber]=${label}`)
      expect(rows.map(({ title }) => title)).toEqual([`as string ${label}`, `as number ${label}`])
      for (const row of rows) expect(row['custom_fields']).toEqual({ chamber: { id: Number(label) } })
    }
  })

  it('of an earlier version are read by label first, then by ID, in a write and a filter alike', async () => {
    const { ids, call } = await firm([{ ...field, options: chambers.map((label) => ({ label })) }])
    const options = chambers.map((label, at) => ({ id: at + 1, label, archived: false }))
    await api.db.customFieldDefinition.updateMany({ where: { id: ids[0] ?? 0 }, data: { options } })
    const write = async (chamber: unknown) => {
      const { body } = await call('POST', '/matters', { title: String(chamber), custom_fields: { chamber } })
      return body.data['custom_fields']
    }
    expect(await write('1')).toEqual({ chamber: { id: 3 } })
    expect(await write('5')).toEqual({ chamber: { id: 5 } })
    expect(await write(1)).toEqual({ chamber: { id: 1 } })
    expect(await write({ id: 2 })).toEqual({ chamber: { id: 2 } })
    const found = async (wanted: string) => (await call('GET', `/matters?custom_fields[chamber]=${wanted}`)).rows
    expect(await found('1')).toMatchObject([{ custom_fields: { chamber: { id: 3 } } }])
    expect(await found('5')).toMatchObject([{ custom_fields: { chamber: { id: 5 } } }])
    expect(await found('10')).toMatchObject([{ custom_fields: { chamber: { id: 1 } } }])
  })
})

describe('the custom fields of a lead', () => {
  const ofLeads = [
    { key: 'insurer', label: 'Insurer', type: 'text', is_filterable: true },
    { key: 'judge', label: 'Judge', type: 'select', options: [{ label: 'Roe' }, { label: 'Moss' }] },
  ].map((field) => ({ ...field, resource: 'leads' }))
  const email = 'jane@example.com'

  it('are captured, completed and changed', async () => {
    const { owner, call } = await firm(ofLeads)
    const capture = (custom: object | null, headers = {}) =>
      call('POST', '/leads', { leadData: { email, custom_fields: custom } }, headers)
    const made = await capture({ insurer: 'Northgate', foo: 1 })
    expect(made.body['lead']).toMatchObject({ custom_fields: { insurer: 'Northgate' } })
    expect(made.headers.get('x-ignored-fields')).toBe('leadData.custom_fields.foo')
    const again = await capture({ insurer: 'Other', judge: 'Moss' })
    expect(again.body['lead']).toMatchObject({ custom_fields: { insurer: 'Northgate', judge: { id: 2 } } })
    const refused = await capture({ judge: 'Hale' })
    expect(refused.body['details']).toMatchObject([{ field: 'leadData.custom_fields.judge', code: 'invalid_value' }])
    expect((await capture({ foo: 1 }, strict)).body['details']).toMatchObject([
      { field: 'leadData.custom_fields.foo', code: 'unknown_field' },
    ])

    const { lead_id: id } = made.body['lead'] as { lead_id: string }
    const change = (custom: object | null) =>
      owner.call('PATCH', `/lead-board/${id}`, { body: { custom_fields: custom } })
    expect((await change({ judge: 1 })).body.data).toMatchObject({
      custom_fields: { insurer: 'Northgate', judge: { id: 1 } },
    })
    const found = async (query: string) => (await call('GET', `/leads?${query}`)).body['leads']
    expect(await found('custom_fields[insurer]=Northgate')).toMatchObject([{ lead_id: id }])
    expect((await change(null)).body.data).toMatchObject({ custom_fields: {} })
    expect(await found('custom_fields[insurer]=Northgate')).toEqual([])
    expect((await call('GET', '/leads?custom_fields[judge]=1')).status).toBe(400)
    expect((await owner.call('GET', '/lead-board?custom_fields[insurer]=Northgate')).rows).toEqual([])
  })

  it('that an API key may not read are those that it sent', async () => {
    const { owner, call } = await firm(ofLeads)
    await call('POST', '/leads', { leadData: { email, custom_fields: { insurer: 'Northgate' } } })
    const key = await api.key({ email: owner.account })
    const leadData = { email, custom_fields: { insurer: 'Other', judge: 'Roe' } }
    const { body } = await api.call('POST', '/leads', { key, body: { leadData } })
    expect(body['lead']).toMatchObject({ custom_fields: { insurer: 'Other', judge: { id: 1 } }, status: null })
  })
})

it('exports a column for each custom field, with the labels of options', async () => {
  const { owner, call } = await firm()
  const custom = { judge: 'Roe', claims: ['A', 'B'], policy: '=1+1', value: -2 }
  await call('POST', '/matters', { title: 'Hale', custom_fields: custom })
  const { text: csv } = await owner.call('POST', '/matters/export')
  const [head, row] = csv.split('\r\n')
  const columns = fields.map(({ key }) => `custom_fields.${key}`)
  expect(head).toContain(`,${columns.join(',')}`)
  expect(row).toContain(`,,Roe,A; B,"'=1+1",-2,,`)
})

it('refuses the key __proto__ in a body, and names other keys that no field has', async () => {
  const { call } = await firm()
  const create = (fields: string) => call('POST', '/matters', `{"title": "A", "custom_fields": ${fields}}` as never)
  const refused = await create('{"__proto__": {"a": 1}}')
  expect([refused.status, refused.body.error]).toEqual([
    400,
    'custom_fields: has the key __proto__, which is reserved. Use another key',
  ])
  const made = await create('{"constructor": 1, "hasOwnProperty": 2}')
  expect(made.status).toBe(201)
  expect(made.headers.get('x-ignored-fields')).toBe('custom_fields.constructor, custom_fields.hasOwnProperty')
})
