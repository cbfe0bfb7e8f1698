import { afterEach, describe, expect, it, vi } from 'vitest'

import type { LogFields } from '../src/index.ts'
import { route, startService } from './mock-server.ts'
import { client, fetchOf, json, matter } from './service.ts'

const serve = startService()
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const ignoring = (names: string, more: Record<string, string> = {}) =>
  json({ data: matter }, 200, { 'x-ignored-fields': names, ...more })

function recorder() {
  const lines: [string, LogFields][] = []
  return { lines, logger: { debug() {}, info() {}, warn: (...line: [string, LogFields]) => lines.push(line) } }
}

describe('strict', () => {
  it('asks the service to refuse what it does not know, and is off by default', async () => {
    const { handler, seen } = route('get', '/matters/7', { data: matter })
    serve(handler)
    await client().matters.get(7)
    await client({ strict: true }).matters.get(7)
    await client({ strict: true }).matters.get(7, { headers: { prefer: null } })
    expect(seen.map(({ headers }) => headers.get('prefer'))).toEqual([null, 'handling=strict', null])
  })
})

describe('what the service ignored', () => {
  it('is listed beside the data, by its names', async () => {
    const { fetch } = fetchOf(ignoring('titel, data[3].a%2Cb, %E4, stauts'), ignoring(''))
    const { ignoredFields } = await client({ fetch, logger: recorder().logger }).matters.get(7).withResponse()
    expect(ignoredFields).toEqual(['titel', 'data[3].a,b', '%E4', 'stauts'])
    const none = await client({ fetch }).matters.get(7).withResponse()
    expect(none.ignoredFields).toEqual([])
  })

  it('is listed with a list too', async () => {
    const { fetch } = fetchOf(json({ data: [matter], has_more: false }, 200, { 'x-ignored-fields': 'stauts' }))
    const list = client({ fetch, logger: recorder().logger }).matters.list({ stauts: 'Settled' } as object)
    expect((await list.withResponse()).ignoredFields).toEqual(['stauts'])
  })

  it('is warned of, once for each call and name', async () => {
    const { fetch } = fetchOf(
      ignoring('titel'),
      ignoring('titel'),
      ignoring('data[0].titel, data[1].titel'),
      ignoring('titel, stauts'),
    )
    const { lines, logger } = recorder()
    const { matters } = client({ fetch, logger })
    await matters.update(7, {})
    await matters.update(8, {})
    await matters.bulk([])
    await matters.update(9, {})
    expect(lines.map(([message]) => message)).toEqual([
      'matterbase: PATCH /matters/{id}: the server ignored the unknown titel. Set strict: true to refuse it',
      'matterbase: POST /matters/bulk: the server ignored the unknown titel. Set strict: true to refuse it',
      'matterbase: PATCH /matters/{id}: the server ignored the unknown titel, stauts. Set strict: true to refuse it',
    ])
    expect(lines[0]?.[1]).toMatchObject({ method: 'PATCH', path: '/matters/7', status: 200, ignored: ['titel'] })
  })

  it('is warned of on the console by default, and not when that is switched off', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const { fetch } = fetchOf(ignoring('titel'))
    await client({ fetch }).matters.get(7)
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('titel'), expect.any(Object))
    vi.stubEnv('MATTERBASE_LOG', 'off')
    await client({ fetch }).matters.get(7)
    expect(warn).toHaveBeenCalledOnce()
  })

  it('fills no memory, however many names come', async () => {
    let calls = 0
    const fetch = async () => ignoring(`name${(calls += 1)}`)
    const { lines, logger } = recorder()
    const { matters } = client({ fetch, logger })
    for (let at = 0; at < 1100; at++) await matters.get(7)
    expect(lines).toHaveLength(1000)
  })
})
