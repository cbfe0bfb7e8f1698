import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api
let live: string
let test: string
let other: string
beforeAll(async () => {
  api = await startApi()
  const email = await api.account()
  live = await api.key({ email })
  test = await api.key({ email, environment: 'test' })
  other = await api.key({ email: await api.account() })
})
afterAll(() => api.close())

const errorOf = async (method: string, path: string, key: string, body?: object) => {
  const reply = await api.call(method, path, { key, ...(body && { body }) })
  return [reply.status, reply.body.error, reply.body['code']]
}

it('names the record that does not exist, and its workspace', async () => {
  for (const [method, path, error] of [
    ['GET', '/matters/999', 'No matter 999 in this test workspace. IDs differ between live and test.'],
    ['PATCH', '/time-entries/999', 'No time entry 999 in this test workspace. IDs differ between live and test.'],
    ['DELETE', '/expenses/999', 'No expense 999 in this test workspace. IDs differ between live and test.'],
    ['GET', '/credit-notes/7', 'No credit note 7 in this test workspace. IDs differ between live and test.'],
    ['GET', '/matters/abc', 'No matter abc in this test workspace. IDs differ between live and test.'],
    [
      'GET',
      `/matters/${'9'.repeat(99)}`,
      `No matter ${'9'.repeat(64)} in this test workspace. IDs differ between live and test.`,
    ],
    ['POST', '/webhooks/5/test', 'No webhook endpoint 5 in this test workspace. IDs differ between live and test.'],
  ] as const)
    expect(await errorOf(method, path, test, method === 'PATCH' ? {} : undefined)).toEqual([404, error, 'not_found'])
})

it('answers a record of another workspace or account as one that does not exist', async () => {
  const { body } = await api.call('POST', '/matters', { key: live, body: { title: 'Secret' } })
  const { id } = body.data
  for (const [method, more] of [['GET'], ['PATCH', { title: 'x' }], ['DELETE']] as const) {
    const expected = (environment: string) => [
      404,
      `No matter ${id} in this ${environment} workspace. IDs differ between live and test.`,
      'not_found',
    ]
    expect(await errorOf(method, `/matters/${id}`, test, more)).toEqual(expected('test'))
    expect(await errorOf(method, `/matters/${id}`, other, more)).toEqual(expected('live'))
  }
})

const all = 'All endpoints: http://localhost/api/v1/openapi.json'

it.each([
  ['/matter', 'No endpoint GET /matter. Did you mean /matters?'],
  ['/matter/5', 'No endpoint GET /matter/5. Did you mean /matters?'],
  ['/Matters', 'No endpoint GET /Matters. Did you mean /matters?'],
  ['/time_entries', 'No endpoint GET /time_entries. Did you mean /time-entries?'],
  ['/invoice/5/lines', 'No endpoint GET /invoice/5/lines. Did you mean /invoices?'],
  ['/matters/5/notes', `No endpoint GET /matters/5/notes. ${all}`],
  ['/documents-and-more', `No endpoint GET /documents-and-more. ${all}`],
  [`/${'m'.repeat(5_000)}`, `No endpoint GET /${'m'.repeat(63)}. ${all}`],
])('%s has an error that names the path that is like it', async (path, error) => {
  expect(await errorOf('GET', path, test)).toEqual([404, error, 'not_found'])
})
