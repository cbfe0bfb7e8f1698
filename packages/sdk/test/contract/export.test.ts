import { beforeAll, expect, it } from 'vitest'

import type { Matter, SyncBatch } from '../../src/index.ts'
import { realService } from './service.ts'
import { writeAtRandom } from './writers.ts'

let service: Awaited<ReturnType<typeof realService>>
beforeAll(async () => {
  service = await realService()
})

/** A copy that is made of batches. */
function copyOf() {
  const rows = new Map<number, Matter>()
  const take = ({ items, deleted }: SyncBatch<Matter>) => {
    for (const matter of items) rows.set(matter.id, matter)
    for (const { id } of deleted) rows.delete(id)
  }
  return { take, records: () => [...rows.values()].toSorted((a, b) => a.id - b.id) }
}

it('a copy that begins with an export, and goes on with what changed, is the table, while others write', async () => {
  const mb = await service.client()
  const rows = Array.from({ length: 200 }, (_, n) => ({ external_id: `before-${n}`, title: `${n}` }))
  await mb.matters.bulk(rows)
  const writing = Promise.all(['a', 'b', 'c', 'd'].map((name, seed) => writeAtRandom(mb, name, 12, seed)))
  const { take, records } = copyOf()
  let last: SyncBatch<Matter> | undefined
  for await (const batch of mb.matters.sync({ export: true })) take((last = batch))
  await writing
  for await (const batch of mb.matters.sync({ checkpoint: last?.checkpoint, export: true })) take(batch)
  expect(records()).toEqual(await mb.matters.list().toArray())
})

it('nothing is left over of an export that broke off', async () => {
  const mb = await service.client()
  // So much that it arrives in pieces.
  const description = 'Æ'.repeat(2_000)
  const rows = Array.from({ length: 200 }, (_, n) => ({ external_id: `e-${n}`, title: `${n}`, description }))
  await mb.matters.bulk(rows)
  const { take, records } = copyOf()
  let first: SyncBatch<Matter> | undefined
  for await (const batch of mb.matters.sync({ export: true })) {
    take((first = batch))
    break
  }
  expect(first?.checkpoint.partial).toBe(true)
  await mb.matters.delete(first?.items[0]?.id ?? 0)
  const checkpoint = JSON.parse(JSON.stringify(first?.checkpoint))
  for await (const batch of mb.matters.sync({ checkpoint })) take(batch)
  expect(records()).toEqual(await mb.matters.list().toArray())
  expect(records()).toHaveLength(199)
})

it('the other records that are exported come as their lists have them', async () => {
  const mb = await service.client()
  await mb.clients.create({ company_name: 'Moss Ltd' })
  await mb.timeEntries.create({ duration: 1 })
  const itemsOf = async <T>(batches: AsyncIterable<SyncBatch<T>>) =>
    (await Array.fromAsync(batches)).flatMap(({ items }) => items)
  expect(await itemsOf(mb.clients.export())).toEqual(await mb.clients.list().toArray())
  expect(await itemsOf(mb.timeEntries.export())).toEqual(await mb.timeEntries.list().toArray())
  expect(await itemsOf(mb.invoices.export())).toEqual([])
})
