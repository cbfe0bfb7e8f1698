import { describe, expect, it } from 'vitest'

import { AbortError, BadRequestError, ConfigError, DecodeError, ServerError } from '../src/index.ts'
import { client, failure, json } from './service.ts'

interface Sent {
  external_id: string
  title?: string
}

/** What is not under way after this waits for something else. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

/** The bulk endpoint: refuses rows titled BAD, knows the rest, and tells what it was sent; held, it answers when let go. */
function bulk({ held = false } = {}) {
  let letGo = () => {}
  const answering = held ? new Promise<void>((resolve) => (letGo = resolve)) : Promise.resolve()
  const batches: Sent[][] = []
  let underWay = 0
  let most = 0
  const fetch = async (_url: string, init: { body?: string; headers: { get(name: string): string | null } }) => {
    const { data } = JSON.parse(init.body ?? '') as { data: Sent[] }
    batches.push(data)
    most = Math.max(most, (underWay += 1))
    await answering
    await settled()
    underWay -= 1
    return json({
      results: data.map((row, index) =>
        row.title === 'BAD'
          ? {
              index,
              status: 400,
              error: 'Invalid',
              code: 'validation_failed',
              details: [{ field: 'title', code: 'bad', message: 'is bad' }],
            }
          : { index, status: 201, created: true, data: { id: Number(row.external_id), ...row } },
      ),
    })
  }
  return { fetch, batches, most: () => most, letGo: () => letGo() }
}

const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ external_id: String(index), title: `t${index}` }))

describe('upsertMany', () => {
  it('sends batches and tells of every row in order', async () => {
    const { fetch, batches } = bulk()
    const results = await Array.fromAsync(client({ fetch }).matters.upsertMany(rows(450)))
    expect(batches.map(({ length }) => length)).toEqual([200, 200, 50])
    expect(results.map(({ index }) => index)).toEqual(rows(450).map((_, index) => index))
    expect(results[449]).toMatchObject({
      index: 449,
      external_id: '449',
      outcome: 'created',
      created: true,
      data: { external_id: '449', title: 't449' },
    })
  })

  it('reads a generator no faster than it sends, with so many requests at a time', async () => {
    const { fetch, batches, most, letGo } = bulk({ held: true })
    let read = 0
    const source = async function* () {
      for (const row of rows(100)) {
        read += 1
        yield row
      }
    }
    const results = client({ fetch }).matters.upsertMany(source(), { batchSize: 10, concurrency: 3 })
    const first = results.next()
    await settled()
    expect({ batches: batches.length, most: most() }).toEqual({ batches: 3, most: 3 })
    expect(read).toBeLessThanOrEqual(41)
    letGo()
    await first
    expect((await Array.fromAsync(results)).length).toBe(99)
    expect({ most: most(), batches: batches.length }).toEqual({ most: 3, batches: 10 })
  })

  it('gives a refused row its error and goes on', async () => {
    const { fetch } = bulk()
    const [first, second, third] = await Array.fromAsync(
      client({ fetch }).matters.upsertMany([
        { external_id: '1' },
        { external_id: '2', title: 'BAD' },
        { external_id: '3' },
      ]),
    )
    expect([first?.created, third?.created]).toEqual([true, true])
    expect(second?.error).toBeInstanceOf(BadRequestError)
    expect(second).toMatchObject({
      index: 1,
      external_id: '2',
      outcome: 'failed',
      error: { code: 'validation_failed', details: [{ field: 'title' }] },
    })
  })

  it('gives every row of a failed request that error, and goes on', async () => {
    const { fetch } = bulk()
    let calls = 0
    const failing = async (...args: Parameters<typeof fetch>) => ((calls += 1) === 2 ? failure(500) : fetch(...args))
    const results = await Array.fromAsync(
      client({ fetch: failing, maxRetries: 0 }).matters.upsertMany(rows(6), { batchSize: 2, concurrency: 1 }),
    )
    expect(results.map(({ error }) => error?.name)).toEqual([
      undefined,
      undefined,
      'ServerError',
      'ServerError',
      undefined,
      undefined,
    ])
    expect(results[2]?.error).toBeInstanceOf(ServerError)
    expect(results[2]).toMatchObject({ index: 2, external_id: '2', outcome: 'failed' })
  })

  it('repeats a failed request with the same key, so that nothing is done twice', async () => {
    const { fetch } = bulk()
    const keys: (string | null)[] = []
    const flaky = async (...[url, init]: Parameters<typeof fetch>) => {
      keys.push(init.headers.get('idempotency-key'))
      return keys.length === 1 ? failure(503, { 'retry-after': '0' }) : fetch(url, init)
    }
    await Array.fromAsync(client({ fetch: flaky }).matters.upsertMany(rows(2)))
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
  })

  it('keeps requests below the largest body the service takes', async () => {
    const { fetch, batches } = bulk()
    const large = Array.from({ length: 40 }, (_, index) => ({
      external_id: String(index),
      description: 'é'.repeat(60_000),
    }))
    const results = await Array.fromAsync(client({ fetch }).matters.upsertMany(large))
    expect(results).toHaveLength(40)
    const bytes = batches.map((data) => Buffer.byteLength(JSON.stringify({ data })))
    expect(Math.max(...bytes)).toBeLessThan(1024 * 1024)
    expect(batches).toHaveLength(5)
  })

  it('does not let two rows of one external_id overtake each other', async () => {
    const { fetch, batches, most } = bulk()
    const twice = [...rows(4), ...rows(4)]
    await Array.fromAsync(client({ fetch }).matters.upsertMany(twice, { batchSize: 4 }))
    expect({ most: most(), batches: batches.length }).toEqual({ most: 1, batches: 2 })
  })

  it('throws when it is aborted, and tells of what was sent before the rows broke off', async () => {
    const { fetch } = bulk()
    await expect(
      Array.fromAsync(client({ fetch }).matters.upsertMany(rows(3), { signal: AbortSignal.abort() })),
    ).rejects.toBeInstanceOf(AbortError)
    const source = async function* () {
      yield* rows(2)
      throw new Error('the file ended early')
    }
    const results: number[] = []
    const run = async () => {
      for await (const { index } of client({ fetch }).matters.upsertMany(source(), { batchSize: 1 }))
        results.push(index)
    }
    await expect(run()).rejects.toThrow('the file ended early')
    expect(results).toEqual([0])
  })

  it('tells what was updated from what was so already, as far as the service says', async () => {
    const results = [
      { index: 0, status: 200, created: false, outcome: 'unchanged', data: {} },
      { index: 1, status: 200, created: false, outcome: 'updated', data: {} },
      { index: 2, status: 200, created: false, data: {} },
    ]
    const told = await Array.fromAsync(client({ fetch: async () => json({ results }) }).matters.upsertMany(rows(3)))
    expect(told.map(({ external_id, outcome }) => [external_id, outcome])).toEqual([
      ['0', 'unchanged'],
      ['1', 'updated'],
      ['2', 'updated'],
    ])
  })

  it('sends dates as everywhere', async () => {
    const { fetch, batches } = bulk()
    const dated = [{ external_id: '1', start_date: new Date('2026-03-14'), description: '2026-03-14' }]
    await Array.fromAsync(client({ fetch }).matters.upsertMany(dated))
    expect(batches).toEqual([[{ external_id: '1', start_date: '2026-03-14', description: '2026-03-14' }]])
  })

  it('marks rows the answer forgot, and refuses senseless options', async () => {
    const fetch = async () => json({ results: [] })
    const [result] = await Array.fromAsync(client({ fetch }).matters.upsertMany(rows(1)))
    expect(result?.error).toBeInstanceOf(DecodeError)
    await expect(client({ fetch }).matters.upsertMany(rows(1), { batchSize: 0 }).next()).rejects.toBeInstanceOf(
      ConfigError,
    )
    expect(await Array.fromAsync(client({ fetch }).matters.upsertMany([]))).toEqual([])
    const wrong = client({ fetch }).matters.upsertMany([{ external_id: '1' }, 'text' as never])
    await expect(Array.fromAsync(wrong)).rejects.toThrow('Row 1 must be an object')
  })
})
