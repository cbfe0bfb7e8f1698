import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedInAs } from './dash-browser.ts'
import type { Member } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api
let lawyer: Member

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

async function begin(body?: object) {
  lawyer = await signedInAs(api)
  return lawyer.call('PUT', '/timer', { body })
}

const entriesOf = async (member: Member) => (await member.call('GET', '/time-entries')).rows

it('starts once and goes on with what it is told while it runs', async () => {
  const { body } = await begin({ description: 'Call' })
  const matter = await lawyer.call('POST', '/matters', { body: { title: 'Doe v. Roe' } })
  const again = await lawyer.call('PUT', '/timer', { body: { case_id: matter.body.data.id } })
  expect(again.body['timer']).toEqual({
    ...(body['timer'] as object),
    case_id: matter.body.data.id,
    case_title: 'Doe v. Roe',
    description: 'Call',
  })
  const { body: shown } = await lawyer.call('GET', '/timer')
  expect(shown['timer']).toEqual(again.body['timer'])
})

it('becomes a time entry with its times when it is stopped', async () => {
  const { body } = await begin({ description: 'Call' })
  const { started_at: startedAt } = body['timer'] as { started_at: string }
  const stopped = await lawyer.call('POST', '/timer/stop', { body: { description: 'Call with Doe' } })
  expect(stopped.status).toBe(200)
  expect(stopped.body.data).toMatchObject({ description: 'Call with Doe', start_time: startedAt, status: 'pending' })
  expect(stopped.body.data['duration']).toBeTypeOf('number')
  expect(await entriesOf(lawyer)).toEqual([stopped.body.data])
  expect((await lawyer.call('GET', '/timer')).body['timer']).toBeNull()
})

it('makes one entry when it is stopped eight times at once', async () => {
  await begin()
  const replies = await Promise.all(Array.from({ length: 8 }, () => lawyer.call('POST', '/timer/stop')))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
  expect(await entriesOf(lawyer)).toHaveLength(1)
})

it('is one timer when it is started eight times at once', async () => {
  lawyer = await signedInAs(api)
  const replies = await Promise.all(Array.from({ length: 8 }, () => lawyer.call('PUT', '/timer')))
  const starts = replies.map(({ body }) => (body['timer'] as { started_at: string }).started_at)
  expect(new Set(starts).size).toBe(1)
})

it('keeps running when the entry cannot be made', async () => {
  await begin()
  const refused = await lawyer.call('POST', '/timer/stop', { body: { case_id: 999_999 } })
  expect([refused.status, refused.body['details']]).toEqual([
    400,
    [
      {
        field: 'case_id',
        code: 'not_found',
        message: 'there is no matter 999999 in this workspace. IDs differ between live and test',
      },
    ],
  ])
  expect((await lawyer.call('GET', '/timer')).body['timer']).not.toBeNull()
})

it('keeps the time of a matter that was deleted meanwhile', async () => {
  await begin()
  const { body } = await lawyer.call('POST', '/matters', { body: { title: 'Short-lived' } })
  await lawyer.call('PATCH', '/timer', { body: { case_id: body.data.id } })
  await lawyer.call('DELETE', `/matters/${body.data.id}`)
  const stopped = await lawyer.call('POST', '/timer/stop')
  expect([stopped.status, stopped.body.data['case_id']]).toEqual([200, null])
})

it('is not started again by a change that comes too late', async () => {
  await begin()
  await lawyer.call('POST', '/timer/stop')
  expect((await lawyer.call('PATCH', '/timer', { body: { description: 'Late' } })).status).toBe(409)
  expect((await lawyer.call('GET', '/timer')).body['timer']).toBeNull()
})

it('goes on when the server is started again', async () => {
  const { body } = await begin({ description: 'Long' })
  const restarted = await startApi({ database: api })
  const again = await signedInAs(restarted, 'owner', lawyer.account)
  expect((await again.call('GET', '/timer')).body['timer']).toEqual(body['timer'])
  await restarted.close()
})

it('can be thrown away, once', async () => {
  await begin()
  expect((await lawyer.call('DELETE', '/timer')).body).toEqual({ success: true })
  expect((await lawyer.call('DELETE', '/timer')).status).toBe(409)
  expect(await entriesOf(lawyer)).toEqual([])
})

it('belongs to its user and workspace alone', async () => {
  await begin({ description: 'Mine' })
  const colleague = await signedInAs(api, 'lawyer', lawyer.account)
  expect((await colleague.call('GET', '/timer')).body['timer']).toBeNull()
  expect((await lawyer.call('GET', '/timer', { environment: 'test' })).body['timer']).toBeNull()
  expect((await colleague.call('POST', '/timer/stop')).status).toBe(409)
})

it('refuses matters of another workspace and what is no description', async () => {
  await begin()
  const other = await lawyer.call('POST', '/matters', { body: { title: 'In test' }, environment: 'test' })
  for (const body of [{ case_id: other.body.data.id }, { case_id: 'x' }, { description: 'a\0b' }, { description: 7 }])
    expect([body, (await lawyer.call('PUT', '/timer', { body })).status]).toEqual([body, 400])
})

it('is for owners and lawyers, not for those who only read or only develop', async () => {
  const { account } = await signedInAs(api)
  for (const [role, status] of [
    ['lawyer', 200],
    ['read-only', 403],
    ['developer', 403],
  ] as const) {
    const member = await signedInAs(api, role, account)
    expect([role, (await member.call('PUT', '/timer')).status]).toEqual([role, status])
  }
})

it('shows the entries of a day by when they start, or else by when they were recorded', async () => {
  lawyer = await signedInAs(api)
  const matter = await lawyer.call('POST', '/matters', { body: { title: 'Doe' } })
  const make = (body: object) => lawyer.call('POST', '/time-entries', { body })
  await make({ description: 'second', start_time: '2026-03-14T12:00:00Z', duration: 1, case_id: matter.body.data.id })
  await make({ description: 'first', start_time: '2026-03-14T00:00:00Z', duration: 1 })
  await make({ description: 'the day after', start_time: '2026-03-15T00:00:00Z', duration: 1 })
  await make({ description: 'today', duration: 2 })
  const sheet = (from: string, to: string) => lawyer.call('GET', `/time-sheet?from=${from}&to=${to}`)
  const day = await sheet('2026-03-14T00:00:00Z', '2026-03-15T00:00:00Z')
  expect(day.rows.map((row) => [row['description'], row['case_title']])).toEqual([
    ['first', null],
    ['second', 'Doe'],
  ])
  const now = Date.now()
  const recent = await sheet(new Date(now - 60_000).toISOString(), new Date(now + 60_000).toISOString())
  expect(recent.rows.map((row) => row['description'])).toEqual(['today'])
  expect((await sheet('2026-03-15T00:00:00Z', '2026-03-14T00:00:00Z')).status).toBe(400)
  expect((await lawyer.call('GET', '/time-sheet')).status).toBe(400)
})

it('adds up what is unbilled to the cent, entry by entry, as an invoice does', async () => {
  lawyer = await signedInAs(api)
  const client = await lawyer.call('POST', '/clients', { body: { company_name: 'Doe Ltd' } })
  const rates = [{ hourly_rate: 99.99 }, { rate: 120, hourly_rate: 33.333 }, { rate: 50 }, {}]
  for (const rate of rates)
    await lawyer.call('POST', '/time-entries', { body: { duration: 1.2345, client_id: client.body.data.id, ...rate } })
  await lawyer.call('POST', '/time-entries', { body: { duration: 9, rate: 9, is_billable: false } })
  await lawyer.call('POST', '/time-entries', { body: { duration: 9, rate: 9, status: 'billed' } })
  const { body } = await lawyer.call('GET', '/unbilled')
  expect(body).toEqual({
    entries: 4,
    hours: 4.938,
    recorded: 4.938,
    expenses: 0,
    amount: 123.44 + 41.15 + 61.73,
    without_rate: 1,
  })
  expect((await lawyer.call('GET', `/unbilled?client_id=${client.body.data.id}`)).body).toEqual(body)
  expect((await lawyer.call('GET', '/unbilled?case_id=1')).body).toEqual({
    entries: 0,
    hours: 0,
    recorded: 0,
    expenses: 0,
    amount: 0,
    without_rate: 0,
  })
})
