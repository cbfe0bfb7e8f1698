import { describe, expect, it } from 'vitest'

import { type Matter, type SyncBatch, type SyncCheckpoint, SyncResetError } from '../src/index.ts'
import { client, failure, json, matter } from './service.ts'

const moment = '2026-08-02T10:00:00.000Z'
const [first, second] = ['7d3c1f52-9a0e-4b6d-8f21-5c4e6a7b8d90', 'b0a1c2d3-4e5f-4a6b-9c8d-7e6f5a4b3c2d']

/** A service whose workspace has one matter in each epoch. */
function service(options: { epoch?: string; epochOfExport?: () => string } = {}) {
  const state = { epoch: options.epoch, asked: [] as string[] }
  const fetch = async (url: string) => {
    const { pathname, searchParams } = new URL(url)
    const isExport = pathname.endsWith('/export')
    state.asked.push(`${isExport ? 'export' : 'list'} ${searchParams.get('epoch') ?? 'none'}`)
    if (isExport && options.epochOfExport) state.epoch = options.epochOfExport()
    const headers: Record<string, string> = state.epoch === undefined ? {} : { 'x-workspace-epoch': state.epoch }
    if (searchParams.has('epoch') && searchParams.get('epoch') !== state.epoch)
      return failure(410, headers, 'sync_reset')
    const row = { ...matter, id: state.epoch === second ? 8 : 7 }
    if (isExport) {
      const lines = [row, { _export: { count: 1, updated_since: moment, epoch: state.epoch } }]
      const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
      return new Response(text, {
        headers: { ...headers, 'content-type': 'application/x-ndjson', 'x-updated-since': moment },
      })
    }
    const data = (searchParams.get('updated_since') ?? '') < matter.updated_at ? [row] : []
    return json({ count: data.length, limit: 200, offset: 0, data, has_more: false, next_cursor: null }, 200, headers)
  }
  return { state, mb: client({ fetch, maxRetries: 0 }) }
}

const checkpoint = (more: Partial<SyncCheckpoint> = {}): SyncCheckpoint => ({
  version: 1,
  resource: 'matters',
  updated_since: moment,
  ...more,
})

async function batchesOf(walk: AsyncIterable<SyncBatch<Matter>>) {
  const batches: SyncBatch<Matter>[] = []
  for await (const batch of walk) batches.push(batch)
  return batches
}

const ids = ({ items }: SyncBatch<Matter>) => items.map(({ id }) => id)

describe('a checkpoint', () => {
  it('has the epoch that was read, which goes with each later request', async () => {
    const { mb, state } = service({ epoch: first })
    const [batch] = await batchesOf(mb.matters.sync())
    expect(batch?.checkpoint).toEqual({ ...checkpoint(), updated_since: matter.updated_at, epoch: first })
    expect(batch).not.toHaveProperty('reset')
    expect(await batchesOf(mb.matters.sync({ checkpoint: batch?.checkpoint }))).toEqual([])
    expect(state.asked).toEqual(['list none', `list ${first}`])
  })

  it('has that of an export, from its first batch on', async () => {
    const { mb, state } = service({ epoch: first })
    const batches = await batchesOf(mb.matters.sync({ export: true }))
    expect(batches.map((batch) => batch.checkpoint.epoch)).toEqual(batches.map(() => first))
    expect(state.asked).toEqual(['export none', `list ${first}`])
  })

  it('without one gets one, even if nothing has changed', async () => {
    const { mb } = service({ epoch: first })
    const batches = await batchesOf(mb.matters.sync({ checkpoint: checkpoint() }))
    expect(batches).toEqual([{ items: [], deleted: [], checkpoint: checkpoint({ epoch: first }) }])
  })

  it('has none where the service has none', async () => {
    const { mb } = service()
    expect(await batchesOf(mb.matters.sync({ checkpoint: checkpoint() }))).toEqual([])
    const [batch] = await batchesOf(mb.matters.sync())
    expect(batch?.checkpoint.epoch).toBeUndefined()
  })
})

describe('a workspace with another history', () => {
  it.each([checkpoint({ epoch: first }), checkpoint({ epoch: first, partial: true })])(
    'ends a sync with a SyncResetError',
    async (kept) => {
      const { mb } = service({ epoch: second })
      const error = await batchesOf(mb.matters.sync({ checkpoint: kept })).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(SyncResetError)
      expect(error).toMatchObject({ status: 410, code: 'sync_reset', name: 'SyncResetError' })
    },
  )

  it.each([checkpoint({ epoch: first }), checkpoint({ epoch: first, partial: true })])(
    'is copied again with export, and the first batch resets the copy',
    async (kept) => {
      const { mb, state } = service({ epoch: second })
      const batches = await batchesOf(mb.matters.sync({ checkpoint: kept, export: true }))
      expect(batches.flatMap(ids)).toEqual([8])
      expect(batches.map(({ reset }) => reset)).toEqual([true, ...batches.slice(1).map(() => undefined)])
      expect(batches.at(-1)?.checkpoint).toEqual(checkpoint({ epoch: second, partial: false }))
      expect(state.asked.slice(1)).toEqual(['export none', `list ${second}`])
    },
  )

  it('is noticed in the middle of a sync', async () => {
    const { mb, state } = service({ epoch: first })
    const walk = mb.matters.sync({ export: true })
    const batches: SyncBatch<Matter>[] = []
    for await (const batch of walk) {
      batches.push(batch)
      state.epoch = second
    }
    expect(batches.filter(({ items }) => items.length > 0).map(ids)).toEqual([[7], [8]])
    expect(batches.filter(({ reset }) => reset).map(ids)).toEqual([[8]])
  })

  it('is not followed for ever', async () => {
    let n = 0
    const epochOfExport = () => String((n += 1))
    const { mb, state } = service({ epoch: first, epochOfExport })
    const walk = async () => {
      // Another epoch after each batch.
      for await (const { items } of mb.matters.sync({ export: true })) state.epoch = `after ${items.length}`
    }
    await expect(walk()).rejects.toBeInstanceOf(SyncResetError)
    expect(n).toBe(4)
  })
})
