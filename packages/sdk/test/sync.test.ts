import { describe, expect, it } from 'vitest'

import { ConfigError, DecodeError, type SyncCheckpoint } from '../src/index.ts'
import { client, failure, json } from './service.ts'

interface Row {
  id: number
  external_id: string
  title: string
  updated_at: string
  deleted_at?: string
}

/** A workspace on a change clock, listed as the service lists it. */
function workspace() {
  const rows = new Map<number, Row>()
  const asked: string[] = []
  let clock = Date.parse('2026-01-01T00:00:00Z')
  const stamp = () => new Date((clock += 1)).toISOString()
  const put = (id: number, title: string) => rows.set(id, { id, external_id: `e-${id}`, title, updated_at: stamp() })
  const remove = (id: number) => {
    const updated_at = stamp()
    const { external_id } = rows.get(id) ?? { external_id: '' }
    rows.set(id, { id, external_id, title: '', deleted_at: updated_at, updated_at })
  }
  const fetch = async (url: string) => {
    const query = new URL(url).searchParams
    asked.push(String(query))
    const since = query.get('updated_since') ?? ''
    const fitting = [...rows.values()]
      .filter(
        ({ updated_at, deleted_at }) => updated_at > since && (!deleted_at || query.get('include_deleted') === 'true'),
      )
      .toSorted((a, b) => a.updated_at.localeCompare(b.updated_at))
    const limit = Math.min(200, Number(query.get('limit')))
    const data = fitting.slice(0, limit).map(({ title, ...row }) => (row.deleted_at ? row : { ...row, title }))
    return json({ count: data.length, limit, offset: 0, data, has_more: fitting.length > limit, next_cursor: null })
  }
  return { rows, asked, put, remove, fetch }
}

describe('sync', () => {
  it('gives everything at first, then what changed and what was deleted', async () => {
    const { fetch, put, remove } = workspace()
    for (let id = 1; id <= 5; id += 1) put(id, `t${id}`)
    const { matters } = client({ fetch })
    let checkpoint: SyncCheckpoint | undefined
    const titles: string[] = []
    for await (const batch of matters.sync({ limit: 2 })) {
      titles.push(...batch.items.map(({ title }) => title))
      checkpoint = JSON.parse(JSON.stringify(batch.checkpoint))
    }
    expect(titles).toEqual(['t1', 't2', 't3', 't4', 't5'])
    put(2, 'new')
    remove(3)
    const batches = await Array.fromAsync(matters.sync({ checkpoint }))
    expect(batches).toHaveLength(1)
    expect(batches[0]?.items.map(({ title }) => title)).toEqual(['new'])
    expect(batches[0]?.deleted).toEqual([{ id: 3, external_id: 'e-3', deleted_at: expect.any(String) }])
    expect(await Array.fromAsync(matters.sync({ checkpoint: batches[0]?.checkpoint }))).toEqual([])
  })

  it('loses and repeats nothing while others write and it crashes at every checkpoint', async () => {
    const { rows, fetch, put, remove } = workspace()
    let seed = 7
    const random = (below: number) => (seed = (seed * 16_807) % 2_147_483_647) % below
    for (let id = 1; id <= 300; id += 1) put(id, 'first')
    const copy = new Map<number, string>()
    const versions = new Set<string>()
    let checkpoint: SyncCheckpoint | undefined
    let repeated = 0
    const { matters } = client({
      fetch: async (url) => {
        // Someone writes between any two pages.
        for (let n = random(4); n > 0; n -= 1) {
          const id = 1 + random(320)
          if (rows.has(id) && random(3) === 0) remove(id)
          else put(id, `v${seed}`)
        }
        return fetch(url)
      },
    })
    const run = async (crashes: boolean) => {
      for await (const batch of matters.sync({ checkpoint, limit: 7 })) {
        for (const { id, title, updated_at } of batch.items) {
          repeated += versions.has(`${id}@${updated_at}`) ? 1 : 0
          versions.add(`${id}@${updated_at}`)
          copy.set(id, title)
        }
        for (const { id } of batch.deleted) copy.delete(id)
        checkpoint = JSON.parse(JSON.stringify(batch.checkpoint))
        if (crashes) return
      }
    }
    for (let n = 0; n < 60; n += 1) await run(true)
    // The last walk, with nobody writing any more.
    const quiet = client({ fetch })
    for await (const batch of quiet.matters.sync({ checkpoint })) {
      for (const { id, title } of batch.items) copy.set(id, title)
      for (const { id } of batch.deleted) copy.delete(id)
    }
    const alive = [...rows.values()].filter(({ deleted_at }) => !deleted_at).map(({ id, title }) => [id, title])
    expect(new Map(copy)).toEqual(new Map(alive as [number, string][]))
    expect(repeated).toBe(0)
  })

  it('starts after a moment, and at a checkpoint rather than there', async () => {
    const { fetch, asked } = workspace()
    const { matters, invoices } = client({ fetch })
    await Array.fromAsync(matters.sync({ since: new Date(0) }))
    await Array.fromAsync(
      matters.sync({
        since: '2020-01-01',
        checkpoint: { version: 1, resource: 'matters', updated_since: '2026-01-01T00:00:00.000Z' },
      }),
    )
    await Array.fromAsync(invoices.sync({ since: '2020-01-01' }))
    expect(asked).toEqual([
      'updated_since=1970-01-01T00%3A00%3A00.000Z&include_deleted=true&limit=200',
      'updated_since=2026-01-01T00%3A00%3A00.000Z&include_deleted=true&limit=200',
      'updated_since=2020-01-01T00%3A00%3A00Z&include_deleted=true&limit=200',
    ])
  })

  it.each([
    ['2026-01-01', '2026-01-01T00:00:00Z'],
    ['2026-01-01T00:00:00', '2026-01-01T00:00:00Z'],
    ['2026-01-01T01:00:00.5+01:00', '2026-01-01T01:00:00.5+01:00'],
    [new Date(Date.UTC(2026, 0, 1)), '2026-01-01T00:00:00.000Z'],
  ])('takes a moment without a zone as one of UTC, wherever it runs: %s', async (since, expected) => {
    const asked: (string | null)[] = []
    const fetch = async (url: string) => {
      asked.push(new URL(url).searchParams.get('updated_since'))
      return json({ data: [{ id: 1, updated_at: '2026-01-01T00:00:00.501Z' }], has_more: false })
    }
    expect(await Array.fromAsync(client({ fetch }).matters.sync({ since }))).toHaveLength(1)
    expect(asked).toEqual([expected])
  })

  it('takes null, as databases say it, for no checkpoint yet, and refuses a date that is none', async () => {
    const { fetch, asked } = workspace()
    const { matters } = client({ fetch })
    await Array.fromAsync(matters.sync({ checkpoint: null }))
    expect(asked[0]).toContain('updated_since=1970')
    await expect(matters.sync({ since: new Date('never') }).next()).rejects.toBeInstanceOf(ConfigError)
    await expect(matters.list({ created_since: new Date('never') })).rejects.toBeInstanceOf(ConfigError)
  })

  it.each([
    { version: 1, resource: 'clients', updated_since: 'x' },
    { version: 2, resource: 'matters', updated_since: 'x' },
    'text',
  ])('refuses %j as a checkpoint of matters', async (checkpoint) => {
    await expect(
      client()
        .matters.sync({ checkpoint: checkpoint as SyncCheckpoint })
        .next(),
    ).rejects.toBeInstanceOf(ConfigError)
  })

  it.each([
    ['ignores updated_since', ['2019-01-01T00:00:00.000Z']],
    ['orders otherwise', ['2021-01-02T00:00:00.000Z', '2021-01-01T00:00:00.000Z']],
    ['hands out a stamp twice', ['2021-01-02T00:00:00.000Z', '2021-01-02T00:00:00.000Z']],
  ])('throws rather than lose records when the service %s', async (_name, stamps) => {
    const fetch = async () => json({ data: stamps.map((updated_at, id) => ({ id, updated_at })), has_more: true })
    const batches = client({ fetch }).matters.sync({ since: '2020-01-01T00:00:00.000Z' })
    await expect(batches.next()).rejects.toBeInstanceOf(DecodeError)
  })

  it('passes on errors, and goes on from the last checkpoint', async () => {
    const { fetch, put } = workspace()
    for (let id = 1; id <= 4; id += 1) put(id, `t${id}`)
    let calls = 0
    const flaky = async (url: string) => ((calls += 1) === 2 ? failure(403) : fetch(url))
    const { matters } = client({ fetch: flaky })
    const seen: number[] = []
    let checkpoint: SyncCheckpoint | undefined
    const run = async () => {
      for await (const batch of matters.sync({ checkpoint, limit: 2 })) {
        seen.push(...batch.items.map(({ id }) => id))
        checkpoint = batch.checkpoint
      }
    }
    await expect(run()).rejects.toMatchObject({ status: 403 })
    await run()
    expect(seen).toEqual([1, 2, 3, 4])
  })
})
