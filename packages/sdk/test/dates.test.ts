import { describe, expect, it } from 'vitest'

import { ConfigError } from '../src/index.ts'
import { client, fetchOf, json, matter } from './service.ts'

/** What is sent for a call. */
async function sent(call: (mb: ReturnType<typeof client>) => unknown) {
  const { fetch, calls } = fetchOf(json({ data: [], results: [], ...matter, has_more: false }))
  await call(client({ fetch }))
  const { url = '', init } = calls[0] ?? {}
  return { query: Object.fromEntries(new URL(url).searchParams), body: init?.body && JSON.parse(init.body) }
}

const moments = [
  [new Date('2026-03-14T09:26:53.589Z'), '2026-03-14T09:26:53.589Z'],
  ['2026-03-14T09:26:53Z', '2026-03-14T09:26:53Z'],
  ['2026-03-14T09:26:53+02:00', '2026-03-14T09:26:53+02:00'],
  ['2026-03-14T09:26:53', '2026-03-14T09:26:53Z'],
  ['2026-03-14T09:26', '2026-03-14T09:26Z'],
  ['2026-03-14t09:26:53z', '2026-03-14t09:26:53z'],
  ['2026-03-14', '2026-03-14T00:00:00Z'],
  ['last week', 'last week'],
] as const

describe('a moment', () => {
  it.each(moments)('%s is sent as %s, in filters and in bodies', async (moment, text) => {
    const list = await sent((mb) => mb.matters.list({ updated_since: moment, created_since: moment }))
    expect(list.query).toEqual({ updated_since: text, created_since: text })
    const deliveries = await sent((mb) => mb.webhooks.deliveries(1, { created_since: moment }))
    expect(deliveries.query).toEqual({ created_since: text })
    const replay = await sent((mb) => mb.webhooks.replay(1, { from: moment, to: moment }))
    expect(replay.body).toEqual({ from: text, to: text })
    const entry = await sent((mb) => mb.timeEntries.create({ start_time: moment, end_time: moment }))
    expect(entry.body).toEqual({ start_time: text, end_time: text })
    const bulk = await sent((mb) => mb.timeEntries.bulk([{ external_id: 'a', start_time: moment }]))
    expect(bulk.body).toEqual({ data: [{ external_id: 'a', start_time: text }] })
    const raw = await sent((mb) => mb.request('POST', '/x', { query: { created_since: moment }, body: { to: moment } }))
    expect(raw).toEqual({ query: { created_since: text }, body: { to: text } })
  })
})

describe('a calendar date', () => {
  it.each([
    ['2026-03-14', '2026-03-14'],
    [new Date('2026-03-14'), '2026-03-14'],
    [new Date(Date.UTC(2026, 2, 14)), '2026-03-14'],
    [null, null],
  ])('%s is sent as %s', async (date, text) => {
    const { body } = await sent((mb) => mb.matters.update(7, { start_date: date, end_date: date }))
    expect(body).toEqual({ start_date: text, end_date: text })
  })

  it('that has a time of day is refused, since it is another day elsewhere', async () => {
    const late = new Date('2026-03-13T23:00:00Z')
    const call = sent((mb) => mb.matters.create({ title: 'A', start_date: late }))
    await expect(call).rejects.toBeInstanceOf(ConfigError)
    await expect(call).rejects.toThrow(
      "start_date must be a string such as '2026-03-14' or a Date at 00:00 UTC, not 2026-03-13T23:00:00.000Z",
    )
  })
})

describe('what cannot be sent', () => {
  it('is refused by name: an invalid Date, and numbers that JSON would turn into null', async () => {
    const invalid = new Date('soon')
    await expect(sent((mb) => mb.matters.list({ updated_since: invalid }))).rejects.toThrow(
      'updated_since must be a valid Date',
    )
    await expect(sent((mb) => mb.timeEntries.update(1, { start_time: invalid }))).rejects.toThrow(
      'start_time must be a valid Date',
    )
    await expect(sent((mb) => mb.timeEntries.update(1, { duration: Number.NaN }))).rejects.toThrow(
      'duration must be a finite number, not NaN',
    )
    await expect(sent((mb) => mb.matters.update(1, { estimated_hours: 1n as never }))).rejects.toBeInstanceOf(
      ConfigError,
    )
  })

  it('is left alone in metadata and custom fields, whose keys are those of the caller', async () => {
    const values = { last_sync_at: '2026-03-14', from: '2026-03-14', due_date: '2026-03-14' }
    const body = { title: 'A', metadata: values, custom_fields: values, start_date: new Date('2026-03-14') }
    expect((await sent((mb) => mb.matters.create(body))).body).toEqual({ ...body, start_date: '2026-03-14' })
    const data = [{ external_id: 'a', ...body, start_date: '2026-03-14' }]
    expect((await sent((mb) => mb.matters.bulk(data))).body).toEqual({ data })
  })

  it('is left alone where it is no date: a text in a text field', async () => {
    const { body } = await sent((mb) => mb.matters.create({ title: '2026-03-14', description: '2026-03-14' }))
    expect(body).toEqual({ title: '2026-03-14', description: '2026-03-14' })
  })
})
