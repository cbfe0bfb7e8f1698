import { beforeAll, expect, it } from 'vitest'

import { realService } from './service.ts'

let service: Awaited<ReturnType<typeof realService>>
beforeAll(async () => {
  service = await realService()
})

it('records of more than 4 MiB are walked, synced and changed', async () => {
  const mb = await service.client()
  const description = 'x'.repeat(60_000)
  const rows = Array.from({ length: 80 }, (_, n) => ({ external_id: `large-${n}`, title: `Large ${n}`, description }))
  for await (const { error } of mb.matters.upsertMany(rows)) expect(error).toBeUndefined()

  const page = mb.matters.list({ limit: 200 })
  await expect(page).rejects.toMatchObject({ status: 400, code: 'page_too_large' })
  const all = await mb.matters.list().toArray()
  // Batches are written in parallel, so that IDs have another order than rows.
  expect(all.map(({ external_id: id }) => id).toSorted()).toEqual(rows.map(({ external_id: id }) => id).toSorted())

  const synced: (string | null)[] = []
  for await (const { items } of mb.matters.sync()) synced.push(...items.map(({ external_id: id }) => id))
  expect(synced.toSorted()).toEqual(rows.map(({ external_id: id }) => id).toSorted())

  const renamed = rows.map(({ external_id }) => ({ external_id, title: 'Renamed' }))
  const outcomes: string[] = []
  for await (const { outcome } of mb.matters.upsertMany(renamed)) outcomes.push(outcome)
  expect(outcomes).toEqual(renamed.map(() => 'updated'))
})
