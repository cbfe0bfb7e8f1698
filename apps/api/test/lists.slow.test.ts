import { Prisma } from '@matterbase/db'
import {
  clientRelation,
  creditNoteContents,
  dashContract,
  invoiceContents,
  invoiceRelations,
  operations,
  recordContracts,
  takesPairs,
  takesRepeats,
  takesSeveral,
} from '@matterbase/schemas'
import type { Operation } from '@matterbase/schemas'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'
import { conditionsOf, nodesOf, orderedScan, plansOf, startRecorder } from './list-plans.ts'
import type { Recorder } from './list-plans.ts'
import { fillLists, idIn, rowCount, shownIdOf, sourceOf, vocabulary } from './list-rows.ts'
import type { ListRows, Row } from './list-rows.ts'
import { targetOf } from './new-record-body.ts'

const seed = 20_261_120

const sorts = ['id', '-id', 'created_at', '-created_at', 'updated_at', '-updated_at']

const lists = operations.filter(
  ({ method, params, query }) => method === 'get' && !params && query && Object.hasOwn(query.shape, 'limit'),
)
const named = lists.map((operation) => [operation.path, operation] as const)
const isSeveral = (path: string, name: string) =>
  lists.some((list) => list.path === path && takesSeveral(list.query?.shape[name])) && !isRepeatable(path, name)
/** Parameters whose values contain commas. external-ids.test.ts has several of them. */
const isRepeatable = (path: string, name: string) =>
  lists.some((list) => list.path === path && takesRepeats(list.query?.shape[name]))
/** The names that `expand` takes. */
const relationsOf = (path: string): string[] =>
  Object.keys(
    Object.values(recordContracts).find((one) => `/${one.path}` === path)?.relations ??
      (path === '/invoices' ? invoiceRelations : clientRelation),
  )
/** All names that `expand` takes. */
const expandableOf = (path: string): string[] => [
  ...relationsOf(path),
  ...Object.keys(path === '/invoices' ? invoiceContents : path === '/credit-notes' ? creditNoteContents : {}),
]
/** Parameters of the first and the last day of a range. */
const isFirstDay = (name: string) => name === 'from_date' || name.endsWith('_from')
const isLastDay = (name: string) => name === 'to_date' || name.endsWith('_to')
/** Filters by key, such as `metadata[key]`, have a test of their own. */
const parametersOf = ({ query }: Operation) =>
  Object.entries(query?.shape ?? {}).flatMap(([name, parameter]) => (takesPairs(parameter) ? [] : [name]))

let api: Api
let key: string
let epoch: string
let email: string
let stored: ListRows['stored']
let recorder: Recorder

beforeAll(async () => {
  api = await startApi()
  ;({ key, email, stored } = await fillLists(api, seed))
  ;({ epoch } = (await api.call('GET', '/me', { key })).body['workspace'] as { epoch: string })
  recorder = await startRecorder(api)
})
afterAll(async () => {
  await recorder.close()
  await api.close()
})

const alive = (path: string) => (stored.get(path) ?? []).filter((row) => row.deleted_at === null)

type Asked = Readonly<Record<string, string>>

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** The column that a parameter compares. */
function columnOf(path: string, name: string): string {
  const { id, columns = {} } = sourceOf(path)
  return name === 'ids' ? id : (columns[name] ?? name)
}

/** Whether a row's value is what a filter asks for. */
function fits(path: string, name: string, value: Row[string] | undefined, wanted: string): boolean {
  if (name.endsWith('user_id')) return wanted.split(',').includes(String(value ?? 'none'))
  if (name === 'email') return String(value).toLowerCase() === wanted.trim().toLowerCase()
  if (isFirstDay(name)) return typeof value === 'string' && value >= wanted
  if (isLastDay(name)) return typeof value === 'string' && value <= wanted
  return isSeveral(path, name) ? wanted.split(',').includes(String(value)) : String(value) === wanted
}

/** The rows that a list has, found by looking at every one, in their order. */
function sorted(path: string, asked: Asked): Row[] {
  const { id, texts = [], order: ownOrder } = sourceOf(path)
  const {
    updated_since,
    created_since,
    include_deleted,
    include_removed,
    q,
    sort,
    limit: _limit,
    offset: _offset,
    include: _include,
    expand: _expand,
    fields: _fields,
    epoch: _epoch,
    ...filters
  } = asked
  const isAfter = (since: string | undefined) => {
    const from = Date.parse(since ?? '')
    return (stamp: string) => since === undefined || Date.parse(stamp) > from
  }
  const [isUpdated, isCreated] = [isAfter(updated_since), isAfter(created_since)]
  const matching = (stored.get(path) ?? []).filter(
    (row) =>
      (include_deleted === 'true' || include_removed === 'true' || row.deleted_at === null) &&
      isUpdated(row.updated_at) &&
      isCreated(row.created_at) &&
      Object.entries(filters).every(([name, value]) => fits(path, name, row[columnOf(path, name)], value)) &&
      (q === undefined ||
        wordsOf(q).every((word) => texts.some((column) => wordsOf(String(row[column] ?? '')).includes(word)))),
  )
  const order = sort ?? ownOrder ?? (updated_since === undefined ? 'id' : 'updated_at')
  const column = order.replace('-', '')
  const way = order.startsWith('-') ? -1 : 1
  const isLess = (a: Row, b: Row, by: string) => (a[by] ?? '') < (b[by] ?? '')
  const compare = (a: Row, b: Row) => {
    const by = column === 'id' || a[column] === b[column] ? id : column
    return isLess(a, b, by) ? -1 : 1
  }
  return matching.toSorted((a, b) => way * compare(a, b))
}

/** What a list must answer. */
function expected(path: string, asked: Asked) {
  const { limit = '50', offset = '0', include } = asked
  const rows = sorted(path, asked)
  const size = Math.min(Number(limit), 200)
  const page = rows.slice(Number(offset), Number(offset) + size)
  return {
    status: 200,
    ids: page.map((row) => row[sourceOf(path).id]),
    count: page.length,
    limit: size,
    offset: Number(offset),
    has_more: Number(offset) + size < rows.length,
    total: include === 'total' ? rows.length : undefined,
  }
}

const queryText = (asked: Asked) => String(new URLSearchParams(asked))

async function answered(path: string, asked: Asked) {
  const { status, text, body } = await api.call('GET', `${path}?${queryText(asked)}`, { key })
  expect(status, text.slice(0, 500)).toBe(200)
  const rows = (body.data ?? body['leads']) as unknown as readonly Record<string, unknown>[]
  const { count, limit, offset, has_more, total } = body
  expect(typeof body['next_cursor']).toBe(has_more === true ? 'string' : 'object')
  return { status, ids: rows.map((row) => idIn(path, row)), count, limit, offset, has_more, total }
}

const isField = (path: string, name: string) =>
  Object.values(recordContracts).some((record) => `/${record.path}` === path && name in record.fields)

/** Values for each parameter, mostly ones that some row has. */
function parameterValues(path: string, name: string): fc.Arbitrary<string> {
  const rows = stored.get(path) ?? []
  const row = fc.constantFrom(...rows)
  const { rareStatus = '' } = sourceOf(path)
  const another = rareValue(path, name)
  const ofRow = row.map((one) => String(one[columnOf(path, name)] ?? another))
  const someOf = (one: fc.Arbitrary<string>) =>
    isSeveral(path, name) ? fc.array(one, { minLength: 1, maxLength: 4 }).map((values) => values.join(',')) : one
  const stamp = (column: 'created_at' | 'updated_at') =>
    fc.tuple(row, fc.constantFrom(-1, 0, 1), fc.constantFrom('Z', '', '+00:00')).map(([one, shift, zone]) => {
      const text = new Date(Date.parse(one[column]) + shift).toISOString()
      return text.replace('Z', zone)
    })
  const ofMember = someOf(fc.oneof({ weight: 4, arbitrary: ofRow }, { weight: 1, arbitrary: fc.constant('none') }))
  const kinds: Readonly<Record<string, fc.Arbitrary<string>>> = {
    limit: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 190, max: 300 })).map(String),
    offset: fc
      .oneof(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0.8 * rowCount, max: 1.2 * rowCount }))
      .map(String),
    include: fc.constant('total'),
    epoch: fc.constant(epoch),
    expand: fc.constantFrom(...relationsOf(path), relationsOf(path).join(',')),
    fields: fc.constantFrom('created_at', `updated_at,${shownIdOf(path)}`),
    sort: fc.constantFrom(...sorts),
    updated_since: stamp('updated_at'),
    created_since: stamp('created_at'),
    include_deleted: fc.constantFrom('true', 'false'),
    include_removed: fc.constantFrom('true', 'false'),
    external_id: fc.oneof({ weight: 9, arbitrary: ofRow }, { weight: 1, arbitrary: fc.constant('CRM none') }),
    status: someOf(fc.oneof({ weight: 4, arbitrary: ofRow }, { weight: 1, arbitrary: fc.constant(rareStatus) })),
    ids: someOf(fc.oneof({ weight: 9, arbitrary: ofRow }, { weight: 1, arbitrary: fc.constant('99999999999') })),
    client_id: someOf(
      fc.oneof({ weight: 9, arbitrary: ofRow }, { weight: 1, arbitrary: fc.constant('9007199254740991') }),
    ),
    case_id: someOf(fc.oneof({ weight: 9, arbitrary: ofRow }, { weight: 1, arbitrary: fc.constant('99999999999') })),
    invoice_id: someOf(ofRow),
    number: ofRow,
    invoice_number: ofRow,
    user_id: ofMember,
    responsible_user_id: ofMember,
    originating_user_id: ofMember,
    email: fc
      .tuple(fc.integer({ min: 0, max: rowCount }), fc.constantFrom('ada.#@moss.example', ' ADA.#@Moss.Example '))
      .map(([n, form]) => form.replace('#', String(n))),
    q: fc
      .array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 2 })
      .map((some) => some.join(' ').toLowerCase()),
  }
  const isOfRow = isField(path, name) || isFirstDay(name) || isLastDay(name)
  const values = kinds[name] ?? (isOfRow ? ofRow : undefined)
  if (!values) throw new Error(`This test has no values for the parameter ${name}`)
  return values
}

const pageParameters = 'limit offset cursor include sort include_deleted include_removed expand fields epoch'.split(' ')
const filtersOf = (operation: Operation) => parametersOf(operation).filter((name) => !pageParameters.includes(name))

/** A value that few rows have, so that an index on it pays. */
const rareValue = (path: string, name: string): string => rareValues(path, name)[0] ?? ''

/** Such values, the rarest first. */
function rareValues(path: string, name: string): string[] {
  if (name === 'q') return ['rarum']
  const values = alive(path)
    .map((row) => row[columnOf(path, name.replace('_since', '_at'))])
    .filter((value) => value !== null)
  if (name.endsWith('_since') || isFirstDay(name)) return [String(values.toSorted().at(-5))]
  if (isLastDay(name)) return [String(values.toSorted().at(5))]
  const counts = Map.groupBy(values, String)
  return [...counts.keys()].toSorted((a, b) => (counts.get(a)?.length ?? 0) - (counts.get(b)?.length ?? 0))
}

const badMoments = [
  '',
  'yesterday',
  '2025-01-01',
  '2025-02-30T00:00:00Z',
  '2025-01-01T25:00:00Z',
  '1735689600',
  '10000-01-01T00:00:00Z',
]
const badDays = ['', 'today', '2026-02-30', '2026-1-1', '1899-12-31', '2201-01-01', '2026-01-01T00:00:00Z']
const badIds = ['', 'abc', '0', '-1', '1.0', '1e3', '0x1', '９', '99999999999999999999']
const tooMany = Array.from({ length: 201 }, (_, n) => n + 1).join(',')
const badLists = ['1,', ',1', '1,,2', '1, 2', '1;2', '1,abc,def', ','.repeat(5000), tooMany]
const badFlags = ['', '1', 'TRUE', 'yes', 'null']
const badMembers = ['', 'abc', '1', 'None', '7d2f9c1e-1f0a-4d59-9d0b', 'none,', ...badLists]

const badValues: Readonly<Record<string, readonly string[]>> = {
  limit: ['', '0', '-1', '1.5', '1e2', 'abc', ' 5', '٣', 'Infinity'],
  offset: ['', '-1', '1.0', '2147483648', '9'.repeat(400), 'abc'],
  cursor: ['', 'abc', '0', 'A'.repeat(200)],
  expand: ['', 'nobody', 'client,nobody', 'client,', 'Client', 'client_id', ','.repeat(5000)],
  fields: ['', 'colour', 'created_at,', 'created_at,colour', 'Created_at', 'json', 'deleted_at', ','.repeat(5000)],
  include: ['', 'all', 'TOTAL', 'total,total'],
  epoch: ['', '1', 'today', '7d3c1f52-9a0e-4b6d-8f21', '7d3c1f52-9a0e-4b6d-8f21-5c4e6a7b8d9g'],
  sort: ['', 'title', '+id', '--id', 'ID', 'id,created_at', 'workspace_id', 'invoice_id'],
  updated_since: badMoments,
  created_since: badMoments,
  include_deleted: badFlags,
  include_removed: badFlags,
  external_id: ['x'.repeat(256), 'a\0b'],
  status: ['', 'open', 'in progress', 'null', ...badLists],
  ids: [...badIds, ...badLists],
  client_id: [...badIds, ...badLists],
  case_id: [...badIds, ...badLists],
  user_id: badMembers,
  responsible_user_id: badMembers,
  originating_user_id: badMembers,
  number: ['x'.repeat(256), 'a\0b', tooMany],
  invoice_number: ['x'.repeat(256), `1,${'x'.repeat(256)}`, 'a\0b', tooMany],
  invoice_id: [...badIds, ...badLists],
  ...Object.fromEntries(
    ['from_date', 'to_date', ...['issued', 'due', 'paid'].flatMap((what) => [`${what}_from`, `${what}_to`])].map(
      (name) => [name, badDays],
    ),
  ),
  email: ['', 'ada', 'ada@', 'a@example.com,b@example.com', `${'x'.repeat(250)}@example.com`],
  q: ['', ' ', '!?', 'a\0b', 'x'.repeat(256)],
}

const asking = (operation: Operation) => {
  const values = parametersOf(operation)
    .filter((name) => name !== 'cursor')
    .map((name) => [name, parameterValues(operation.path, name)] as const)
  return fc
    .record(Object.fromEntries(values), { requiredKeys: [] })
    .filter(
      (asked) => asked['include_deleted'] !== 'true' || asked['updated_since'] !== undefined,
    ) as fc.Arbitrary<Asked>
}

const statementsOf = (path: string, asked: Asked) =>
  recorder.statementsOf(sourceOf(path).table, `${path}?${queryText(asked)}`, key)

describe.each(named)('GET %s', (path, operation) => {
  it('answers what looking at every row would, for any parameters together', async () => {
    const property = fc.asyncProperty(asking(operation), async (asked) => {
      expect(await answered(path, asked)).toEqual(expected(path, asked))
    })
    await fc.assert(property, { seed, numRuns: 60 })
  })

  it('answers what looking at every row would, for each parameter alone', async () => {
    for (const name of parametersOf(operation).filter((one) => one !== 'cursor' && one !== 'include_deleted'))
      for (const value of new Set(fc.sample(parameterValues(path, name), { numRuns: 6, seed }))) {
        const asked = { [name]: value, include: 'total' }
        expect([name, value, await answered(path, asked)]).toEqual([name, value, expected(path, asked)])
      }
  })

  it('gives every row in its order to a walk by cursor, rows with the same stamp too', async () => {
    const hasOrders = parametersOf(operation).includes('sort')
    const queries: readonly Asked[] = hasOrders ? [{}, { sort: 'created_at' }, { sort: '-updated_at' }] : [{}]
    for (const query of queries) {
      const ids = []
      let asked: Asked | undefined = query
      while (asked) {
        const { body } = await api.call('GET', `${path}?${queryText({ limit: '200', ...asked })}`, { key })
        for (const row of (body.data ?? body['leads']) as unknown as Row[]) ids.push(idIn(path, row))
        asked = typeof body['next_cursor'] === 'string' ? { cursor: body['next_cursor'] } : undefined
      }
      expect(ids).toEqual(sorted(path, query).map((row) => row[sourceOf(path).id]))
    }
  })

  it('reads the index of every filter, and never the whole table', async () => {
    for (const name of filtersOf(operation))
      for (const statement of await statementsOf(path, { [name]: rareValue(path, name), include: 'total' })) {
        // Parts of words are looked for in so many of the newest records: here these are the whole table.
        if (name === 'q' && statement.text.includes('LIMIT 10000')) continue
        const [forValue, forAny] = await plansOf(api.db, statement)
        const column =
          name === 'q' ? 'words' : (sourceOf(path).indexed?.[name] ?? columnOf(path, name.replace('_since', '_at')))
        expect(
          [name, conditionsOf(forValue)],
          `${column} needs an @@index in prisma/schema.prisma and a migration`,
        ).toEqual([name, expect.stringMatching(`\\b${column}\\b`)])
        expect([...nodesOf(forValue), ...nodesOf(forAny)].map((node) => node['Node Type'])).not.toContain('Seq Scan')
      }
  })

  it('takes several values of a filter with commas between them, in any order and repeated too', async () => {
    for (const name of filtersOf(operation).filter((one) => isSeveral(path, one))) {
      const [first = '', second = ''] = rareValues(path, name)
      const ids = async (query: string) =>
        (await api.call('GET', `${path}?limit=200&${query}`, { key })).rows.map((row) => idIn(path, row))
      const both = sorted(path, { [name]: `${first},${second}` }).map((row) => row[sourceOf(path).id])
      const [one, other] = [encodeURIComponent(first), encodeURIComponent(second)]
      for (const query of [`${one},${other}`, `${other}%2C${one},${one}`, `${one}&${name}=${other}`])
        expect([name, query, await ids(`${name}=${query}`)]).toEqual([name, query, both.slice(0, 200)])
      for (const statement of await statementsOf(path, { [name]: `${first},${second}` }))
        for (const plan of await plansOf(api.db, statement))
          expect(nodesOf(plan).map((node) => node['Node Type'])).not.toContain('Seq Scan')
    }
  })

  it('finds what records refer to by its ids, in the statement of the page', async () => {
    if (!parametersOf(operation).includes('expand')) return
    const statements = await statementsOf(path, { expand: expandableOf(path).join(','), limit: '50' })
    expect(statements).toHaveLength(1)
    const filled = lists.map((list) => sourceOf(list.path).table)
    for (const statement of statements)
      for (const plan of await plansOf(api.db, statement)) {
        const scanned = nodesOf(plan).filter((node) => node['Node Type'] === 'Seq Scan')
        // A table without rows is scanned whether it has an index or not.
        expect(scanned.map((node) => node['Relation Name']).filter((name) => filled.includes(String(name)))).toEqual([])
      }
  })

  it.skipIf(sourceOf(path).isSmall)('reads rows in the order of an index, on every page', async () => {
    const orders = parametersOf(operation).includes('sort') ? sorts : ['-created_at']
    for (const sort of orders) {
      const first = { limit: '20', ...(orders.length > 1 && { sort }) }
      const { body } = await api.call('GET', `${path}?${queryText(first)}`, { key })
      const next = { ...first, cursor: String(body['next_cursor']) }
      const column = sort === 'id' || sort === '-id' ? sourceOf(path).id : sort.replace('-', '')
      for (const asked of [first, next])
        for (const statement of await statementsOf(path, asked))
          for (const plan of await plansOf(api.db, statement)) {
            const scan = orderedScan(plan)
            expect([sort, scan?.['Index Name']]).toEqual([
              sort,
              expect.stringMatching(sort.endsWith('id') ? /_pkey$/ : column),
            ])
            if ('cursor' in asked) expect(scan?.['Index Cond']).toMatch(new RegExp(`\\b${column}\\b`))
          }
    }
  })

  it.each(parametersOf(operation))('answers 400 to a bad or a repeated %s, and says what it must be', async (name) => {
    // No field that lists are narrowed by can be this.
    const bad = badValues[name] ?? (isField(path, name) ? ['?'] : [])
    for (const value of bad) {
      const reply = await api.call('GET', `${path}?${queryText({ [name]: value })}`, { key })
      expect([value, reply.status, reply.body.code]).toEqual([value, 400, 'validation_failed'])
      const details = reply.body['details'] as readonly { field: string; message: string }[]
      expect(details.map(({ field }) => field)).toEqual([name])
      expect(details[0]?.message).toMatch(/^(?:must|is not) /)
      expect(details[0]?.message).not.toMatch(/pattern|Invalid/)
    }
    expect(bad.length).toBeGreaterThan(0)
    const good = name === 'cursor' ? 'any' : (fc.sample(parameterValues(path, name), { numRuns: 1, seed })[0] ?? '')
    const twice = `${queryText({ [name]: good })}&${queryText({ [name]: good })}`
    const repeated = await api.call('GET', `${path}?${twice}`, { key })
    if (isSeveral(path, name) || isRepeatable(path, name))
      return expect([repeated.status, repeated.headers.get('x-ignored-fields')]).toEqual([200, null])
    expect([repeated.status, repeated.body['details']]).toEqual([
      400,
      expect.arrayContaining([expect.objectContaining({ field: name, code: 'repeated' })]),
    ])
  })

  it('names every bad parameter at once, and ignores unknown ones', async () => {
    const reply = await api.call('GET', `${path}?limit=0&offset=-1&include=all`, { key })
    expect(reply.body['details']).toMatchObject([{ field: 'limit' }, { field: 'offset' }, { field: 'include' }])
    const unknown = await api.call('GET', `${path}?limit=1&Limit=2&order=id`, { key })
    expect([unknown.status, unknown.headers.get('x-ignored-fields')]).toEqual([200, 'Limit, order'])
    expect(unknown.body).toMatchObject({ count: 1, limit: 1 })
  })
})

it('counts as far as it is told to, and says of more that their total is an estimate', async () => {
  const most = 20
  await api.db.run(Prisma.sql`ANALYZE`)
  const database = { db: api.db, databaseUrl: api.databaseUrl }
  const none = await startApi({ database, counting: { records: most, cost: 0 } })
  const few = await startApi({ database, counting: { records: most, cost: 1e9 } })
  try {
    for (const [path, operation] of named.filter(([one]) => !sourceOf(one).isSmall)) {
      const all = alive(path).length
      const list = await few.call('GET', `${path}?limit=1&include=total`, { key })
      expect([path, list.body['total_is_estimate']]).toEqual([path, true])
      expect(Math.abs(Number(list.body['total']) - all) / all).toBeLessThan(0.1)
      expect((await few.call('GET', `${path}?limit=1`, { key })).body).not.toHaveProperty('total_is_estimate')
      for (const name of filtersOf(operation)) {
        const asked = { [name]: rareValue(path, name), include: 'total' }
        const { body } = await few.call('GET', `${path}?${queryText(asked)}`, { key })
        const exact = sorted(path, asked).length
        if (exact > most) expect([name, body['total_is_estimate']]).toEqual([name, true])
        else expect([name, body]).toEqual([name, expect.not.objectContaining({ total_is_estimate: true })])
        if (exact <= most) expect([name, body['total']]).toEqual([name, exact])
        else expect(body['total']).toBeGreaterThan(most)
      }
    }
    const [path, asked] = ['/matters', { client_id: rareValue('/matters', 'client_id'), include: 'total' }] as const
    const { body } = await none.call('GET', `${path}?${queryText(asked)}`, { key })
    expect(body['total_is_estimate']).toBe(true)
    expect(Math.abs(Number(body['total']) - sorted(path, asked).length)).toBeLessThan(100)
  } finally {
    await few.close()
    await none.close()
  }
})

describe.each(named.filter(([, operation]) => parametersOf(operation).includes('ids')))('GET %s?ids=', (path) => {
  it('answers up to 200 records by their ids from page to page, and leaves out what is deleted or of others', async () => {
    const { id } = sourceOf(path)
    const rows = alive(path)
      .map((row) => Number(row[id]))
      .toSorted((a, b) => a - b)
    const wanted = rows.slice(-198)
    const gone = (stored.get(path) ?? []).find((row) => row.deleted_at !== null)?.[id]
    const asked = [...wanted.toReversed(), Number(gone ?? 9_007_199_254_740_990), 9_007_199_254_740_991].join(',')
    const first = await api.call('GET', `${path}?limit=150&include=total&ids=${asked}`, { key })
    expect(first.body).toMatchObject({ count: 150, has_more: true, total: 198 })
    const second = await api.call('GET', `${path}?limit=150&cursor=${String(first.body['next_cursor'])}`, { key })
    expect([...first.rows, ...second.rows].map((row) => idIn(path, row))).toEqual(wanted)

    const foreign = await api.call('GET', `${path}?ids=${wanted.join(',')}`, { key: await api.key() })
    expect([foreign.status, foreign.rows]).toEqual([200, []])
    const refused = await api.call('GET', `${path}?ids=${tooMany}`, { key })
    expect([refused.status, refused.body['details']]).toEqual([
      400,
      [{ field: 'ids', code: 'too_long', message: 'must be at most 200 values, separated by commas' }],
    ])
  })
})

// Of those that a key can delete.
const deletable = operations.filter(({ method }) => method === 'delete').map(({ path }) => path.replace('/{id}', ''))

describe.each(named.filter(([path]) => deletable.includes(path)))('GET %s', (path) => {
  it('answers tombstones only when asked, and only to those who follow changes', async () => {
    const own = await api.key()
    const put = async (external_id: string) =>
      (
        await api.call('PUT', path, {
          key: own,
          body: {
            external_id,
            title: 'a',
            company_name: 'a',
            description: 'a',
            ...(await targetOf(api, own, path.slice(1))),
          },
        })
      ).body.data
    const [kept, gone] = [await put('kept'), await put('gone')]
    await api.call('DELETE', `${path}/${gone.id}`, { key: own })
    const again = await put('gone')
    const since = `updated_since=${kept.updated_at}`

    const all = await api.call('GET', `${path}?${since}&include_deleted=true`, { key: own })
    expect(all.rows.map(({ id }) => id)).toEqual([gone.id, again.id])
    const [tombstone] = all.rows
    expect(tombstone).toEqual({
      id: gone.id,
      external_id: 'gone',
      deleted_at: tombstone?.updated_at,
      updated_at: expect.stringMatching(/Z$/),
    })
    expect(String(tombstone?.updated_at) > gone.updated_at).toBe(true)

    for (const query of [
      since,
      `${since}&include_deleted=false`,
      'external_id=gone',
      'created_since=2020-01-01T00:00:00Z',
    ])
      expect((await api.call('GET', `${path}?${query}`, { key: own })).text).not.toContain(`"id":${gone.id},`)
    for (const query of ['include_deleted=true', 'include_deleted=true&created_since=2020-01-01T00:00:00Z']) {
      const reply = await api.call('GET', `${path}?${query}`, { key: own })
      expect([reply.status, reply.body['details']]).toMatchObject([
        400,
        [{ field: 'include_deleted', code: 'needs_updated_since' }],
      ])
    }
    expect((await api.call('GET', `${path}?include_deleted=false`, { key: own })).status).toBe(200)
  })
})

describe('q', () => {
  it.each([
    ['a word longer than an entry of the index', 'x'.repeat(200)],
    ['one outside the first 65,536 characters of Unicode', `a${'𐐨'.repeat(60)}`],
    ['an accent that is typed as a character of its own', 'Cafe\u0301'],
    ['a vowel sign of Devanagari', 'न्याय'],
    ['letters that get longer in lower case', 'İSTANBUL'],
  ])('finds %s', async (_name, word) => {
    const own = await api.key()
    const { status, body } = await api.call('POST', '/matters', { key: own, body: { title: `before-${word}.After` } })
    expect(status).toBe(201)
    await api.call('POST', '/matters', { key: own, body: { title: 'before After' } })
    for (const q of [word, word.toLowerCase(), word.normalize('NFC'), word.normalize('NFD'), `after ${word}`]) {
      const { rows } = await api.call('GET', `/matters?${queryText({ q })}`, { key: own })
      expect([q, rows.map(({ id }) => id)]).toEqual([q, [body.data.id]])
    }
  })
})

/** As people look names up: whatever the case, and letters with accents beside those without. */
const nameKey = (...texts: readonly (Row[string] | undefined)[]) => {
  const text = texts.find((one) => typeof one === 'string') ?? ''
  return Array.from(text.normalize('NFKD').toLowerCase()).slice(0, 100).join('')
}

const fullName = ({ first_name: first, last_name: last }: Row) =>
  typeof first === 'string' && typeof last === 'string' ? `${first} ${last}` : null

/** What the dashboard sorts by, where it is not the column of that name. */
const sortedBy: Readonly<Record<string, (row: Row) => string | number>> = {
  title: (row) => nameKey(row['title']),
  name: (row) =>
    nameKey(
      row['company_name'],
      row['contact_person'],
      fullName(row),
      row['first_name'],
      row['last_name'],
      row['company'],
      row['email'],
    ),
  duration: (row) => Number(row['duration'] ?? -1),
  day: (row) => Date.parse(String(row['start_time'] ?? row.created_at)),
  date: (row) => String(row['date'] ?? '9'),
  amount: ({ quantity, unit_price: price }) =>
    price === null ? -1 : Number((Number(quantity ?? 1) * Number(price)).toPrecision(13)),
  issue_date: (row) => String(row['issue_date'] ?? '9'),
  due_date: (row) => String(row['due_date'] ?? '9'),
}

const inList = (path: string, id: unknown) => stored.get(path)?.find((row) => row['id'] === id)
/** The name of what a row refers to, also once that is deleted. */
const byRelated: Readonly<Record<string, (row: Row) => string>> = {
  client: (row) => {
    const client = inList('/clients', row['client_user_id'] ?? row['client_id'])
    return client ? nameKey(client['company_name'], client['contact_person'], client['email']) : ''
  },
  matter: (row) => nameKey(inList('/matters', row['case_id'])?.['title']),
}

const { leadBoard, documents } = dashContract
const ofScreens = [leadBoard.list, documents.list].map(({ path, query }) => {
  const sorts: readonly string[] = query.shape.sort.unwrap().options
  return { path, sortedBy: sorts.filter((sort) => !sort.startsWith('-')) }
})
const dashSorts = [...lists, ...ofScreens].flatMap(({ path, sortedBy: names = [] }) =>
  names.map((name) => [path, name] as const),
)

const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0)

it.each(dashSorts)('the dashboard walks %s by %s both ways, in the order of an index', async (path, name) => {
  const { id, table } = sourceOf(path)
  const valueOf = sortedBy[name] ?? byRelated[name] ?? ((row: Row) => row[name] as string | number)
  const owner = await signIn(api, { email })
  for (const [sort, way] of [
    [name, 1],
    [`-${name}`, -1],
  ] as const) {
    const rows = alive(path).map((row) => ({ id: row[id] as string | number, value: valueOf(row) }))
    rows.sort((a, b) => way * (compare(a.value, b.value) || compare(a.id, b.id)))
    const first = await owner.call('GET', `/live${path}?sort=${sort}&limit=20`)
    const pages: readonly Asked[] = [{ sort }, { cursor: String(first.body['next_cursor']) }]
    for (const asked of pages)
      for (const statement of await recorder.statementsOf(
        table,
        `${path}?${queryText({ ...asked, limit: '20' })}`,
        owner,
      ))
        for (const plan of await plansOf(api.db, statement))
          expect([sort, asked, orderedScan(plan)]).toEqual([sort, asked, expect.anything()])
    const walked = []
    let asked: Asked | undefined = { sort, limit: '200' }
    while (asked) {
      const reply = await owner.call('GET', `/live${path}?${queryText(asked)}`)
      expect(reply.status, reply.text.slice(0, 500)).toBe(200)
      walked.push(...reply.rows.map((row) => row[id]))
      const { next_cursor: next } = reply.body
      asked = typeof next === 'string' ? { cursor: next, limit: '200' } : undefined
    }
    expect(walked).toEqual(rows.map((row) => row.id))
  }
  const reply = await owner.call('GET', `/live${path}?sort=workspace_id`)
  expect([reply.status, reply.body.code]).toEqual([400, 'validation_failed'])
})
