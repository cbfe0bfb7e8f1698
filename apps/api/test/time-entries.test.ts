import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api
let key: string

beforeAll(async () => {
  api = await startApi()
  key = await api.key()
})
afterAll(() => api.close())

const create = (body: object) => api.call('POST', '/time-entries', { key, body })

describe('time entries', () => {
  it('have their defaults', async () => {
    expect((await create({ description: 'Call' })).body.data).toMatchObject({
      is_billable: true,
      status: 'pending',
      case_id: null,
      client_id: null,
      duration: null,
      updated_at: expect.any(String),
    })
  })

  it.each([
    [{}, 'case_id', 'required'],
    [{ is_billable: null, duration: 1 }, 'is_billable', 'not_nullable'],
    [{ is_billable: 'true', duration: 1 }, 'is_billable', 'invalid_type'],
    [{ end_time: '2024-05-01T10:00:00Z', duration: 1 }, 'end_time', 'needs_another'],
    [{ start_time: '2024-05-01T10:00:00Z', end_time: '2024-05-01T09:59:59Z' }, 'end_time', 'out_of_order'],
    [{ start_time: '2024-05-01' }, 'start_time', 'invalid_format'],
    [{ start_time: '2024-02-30T10:00:00Z' }, 'start_time', 'invalid_format'],
    [{ start_time: '2016-12-31T23:59:60Z' }, 'start_time', 'leap_second'],
    [{ start_time: '1899-12-31T23:59:59Z' }, 'start_time', 'out_of_range'],
    [{ start_time: '2201-01-01T00:00:00Z' }, 'start_time', 'out_of_range'],
    [{ duration: -1 }, 'duration', 'out_of_range'],
    [{ case_id: 99999999999 }, 'case_id', 'not_found'],
    [{ case_id: 1.5 }, 'case_id', 'invalid_type'],
    [{ duration: 1, status: 'open' }, 'status', 'invalid_value'],
  ])('answer 400 to %j', async (body, field, code) => {
    const reply = await create(body)
    expect(reply.status).toBe(400)
    expect(reply.body['details']).toMatchObject([{ field, code }])
  })

  it('read a moment without a zone as UTC, and answer it with milliseconds', async () => {
    const { body } = await create({ start_time: '2024-05-01T10:00:00', end_time: '2024-05-01T13:30:00.1239+02:00' })
    expect(body.data).toMatchObject({
      start_time: '2024-05-01T10:00:00.000Z',
      end_time: '2024-05-01T11:30:00.123Z',
      duration: 1.500034,
    })
  })

  it.each([
    ['2026-03-14T09:26Z', '2026-03-14T09:26:00.000Z'],
    ['2026-03-14T09:26+01:00', '2026-03-14T08:26:00.000Z'],
    ['2026-03-14T09:26', '2026-03-14T09:26:00.000Z'],
    ['2026-03-14t09:26:53z', '2026-03-14T09:26:53.000Z'],
    ['2026-03-14t09:26:53.5+05:30', '2026-03-14T03:56:53.500Z'],
  ])('take %s for %s', async (start_time, moment) => {
    expect((await create({ start_time })).body.data['start_time']).toBe(moment)
  })

  it.each([
    [{ start_time: '2016-12-31T23:59:60Z' }, 'must not be a leap second. Seconds are 00 to 59'],
    [{ start_time: 1_710_400_000 }, 'must be an RFC 3339 date-time such as 2026-03-14T09:26:53Z, not a number'],
    [{ start_time: '2024-05-01T10:00Z', end_time: '2024-05-01T09:59Z' }, 'must not be before start_time'],
    [{ start_time: '1899-12-31T23:59:59Z' }, 'must be in the years 1900 to 2200'],
    [{ duration: '1:30' }, 'must be a number such as 1.5, not a string'],
    [{ case_id: 1.5 }, 'must be a whole number, not 1.5'],
  ])('say what is wrong with %j', async (body, message) => {
    expect((await create(body)).body['details']).toMatchObject([{ message }])
  })

  it('bill 20 minutes at 300 as 100.00', async () => {
    const times = { start_time: '2024-05-01T10:00:00Z', end_time: '2024-05-01T10:20:00Z' }
    const { duration } = (await create({ ...times, hourly_rate: 300 })).body.data
    expect((Number(duration) * 300).toFixed(2)).toBe('100.00')
  })

  it('work the duration out from both times, in hours to 6 places, unless it is sent', async () => {
    const times = { start_time: '2024-05-01T10:00:00Z', end_time: '2024-05-01T10:20:00Z' }
    expect((await create(times)).body.data['duration']).toBe(0.333333)
    const rounded = (await create({ ...times, duration: 0.5 })).body.data
    expect(rounded['duration']).toBe(0.5)
    const { body } = await api.call('PATCH', `/time-entries/${rounded.id}`, {
      key,
      body: { end_time: '2024-05-01T11:00:00Z' },
    })
    expect(body.data['duration']).toBe(0.5)
  })

  it('work it out when a timer stops', async () => {
    const running = (await create({ start_time: '2024-05-01T10:00:00Z' })).body.data
    const { body } = await api.call('PATCH', `/time-entries/${running.id}`, {
      key,
      body: { end_time: '2024-05-01T10:45:00Z' },
    })
    expect(body.data['duration']).toBe(0.75)
    const again = await api.call('PATCH', `/time-entries/${running.id}`, { key, body: { duration: null } })
    expect(again.body.data).toEqual(body.data)
  })

  it('take the client of their matter', async () => {
    const client = (await api.call('POST', '/clients', { key, body: { company_name: 'C' } })).body.data
    const matter = (await api.call('POST', '/matters', { key, body: { title: 'M', client_id: client.id } })).body.data
    const filled = (await create({ case_id: matter.id })).body.data
    expect(filled['client_id']).toBe(client.id)
    expect((await create({ case_id: matter.id, client_id: null })).body.data['client_id']).toBe(client.id)
    const bare = (await create({ duration: 1 })).body.data
    const { body } = await api.call('PATCH', `/time-entries/${bare.id}`, { key, body: { case_id: matter.id } })
    expect(body.data['client_id']).toBe(client.id)
  })

  it('are upserted without drifting', async () => {
    const put = () =>
      api.call('PUT', '/time-entries', {
        key,
        body: { external_id: 't', start_time: '2024-05-01T10:00:00+02:00', end_time: '2024-05-01T11:00:00+02:00' },
      })
    const [first, second] = [await put(), await put()]
    expect([first.status, second.status]).toEqual([201, 200])
    expect(second.body.data).toEqual(first.body.data)
  })
})
