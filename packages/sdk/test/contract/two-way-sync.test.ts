import { expect, it } from 'vitest'
import type { Matter, Matterbase, SyncCheckpoint } from '../../src/index.ts'
import { realService } from './service.ts'

/** A record of the other system, with the version of the matter that it was last equal to. */
interface Copy {
  title: string
  etag?: string
  isChanged?: boolean
  isDeleted?: boolean
}

interface State {
  readonly copies: Map<string, Copy>
  checkpoint?: SyncCheckpoint
}

/** Brings both systems to the same state. A record that both changed keeps the title of the other system. */
async function syncBothWays(mb: Matterbase, state: State): Promise<void> {
  await pull(mb, state)
  const gone = [...state.copies].filter(([, copy]) => copy.isDeleted).map(([id]) => id)
  if (gone.length > 0) await mb.matters.deleteMany({ external_ids: gone })
  for (const id of gone) state.copies.delete(id)
  const changed = [...state.copies].filter(([, copy]) => copy.isChanged)
  const rows = changed.map(([external_id, { title, etag }]) => ({
    external_id,
    title,
    ...(etag && { if_match: etag }),
  }))
  for (const { external_id: id, outcome, data, error } of rows.length > 0 ? await mb.matters.bulk(rows) : []) {
    if (outcome === 'failed') throw error
    state.copies.set(id, { title: data.title, etag: data.etag })
  }
}

async function pull(mb: Matterbase, state: State): Promise<void> {
  const { copies, checkpoint } = state
  for await (const batch of mb.matters.sync({ checkpoint })) {
    for (const { external_id: id, title, etag } of batch.items) {
      if (id === null) continue
      const copy = copies.get(id)
      copies.set(id, copy?.isChanged ? { ...copy, etag } : { title, etag, isDeleted: copy?.isDeleted ?? false })
    }
    for (const { external_id: id } of batch.deleted) if (id !== null) copies.delete(id)
    state.checkpoint = batch.checkpoint
  }
}

it('brings 45 edits, 10 conflicts and 10 deletions of two systems together in few requests', async () => {
  const service = await realService()
  let requests = 0
  const counted: typeof fetch = (...args) => {
    requests++
    return fetch(...args)
  }
  const email = await service.account()
  const mb = await service.client({ email }, { fetch: counted })
  const other = await service.client({ email })
  const ids = Array.from({ length: 60 }, (_, n) => `case-${n}`)
  const state: State = { copies: new Map(ids.map((id) => [id, { title: id, isChanged: true }])) }
  await syncBothWays(mb, state)

  // 35 edits of matters and 20 in the other system. 10 of them are of the same records.
  const matters = await Array.fromAsync(other.matters.list())
  const byId = new Map(matters.map((matter): [string, Matter] => [matter.external_id ?? '', matter]))
  const idOf = (name: string) => byId.get(name)?.id ?? 0
  for (const id of ids.slice(0, 25)) await other.matters.update(idOf(id), { title: `${id} here` })
  for (const id of ids.slice(15, 35))
    state.copies.set(id, { ...state.copies.get(id), title: `${id} there`, isChanged: true })
  await other.matters.deleteMany({ external_ids: ids.slice(50, 55) })
  for (const id of ids.slice(55, 60)) state.copies.set(id, { ...state.copies.get(id), title: id, isDeleted: true })

  requests = 0
  await syncBothWays(mb, state)
  const used = requests
  expect(used).toBeLessThanOrEqual(50)
  expect(used).toBeLessThan(10)

  const after = await Array.fromAsync(other.matters.list())
  const titles = new Map(after.map(({ external_id: id, title }) => [id, title]))
  expect(Object.fromEntries(titles)).toEqual(
    Object.fromEntries(ids.slice(0, 50).map((id, n) => [id, n < 15 ? `${id} here` : n < 35 ? `${id} there` : id])),
  )
  expect(new Map(Array.from(state.copies, ([id, { title }]) => [id, title]))).toEqual(titles)

  // A change that comes between reading and writing is not overwritten.
  await other.matters.update(idOf('case-0'), { title: 'newer' })
  const [row] = await mb.matters.bulk([
    { external_id: 'case-0', title: 'older', if_match: state.copies.get('case-0')?.etag ?? '' },
  ])
  expect(row).toMatchObject({ outcome: 'failed', error: { code: 'precondition_failed' } })
  expect(await other.matters.getByExternalId('case-0')).toMatchObject({ title: 'newer' })
})
