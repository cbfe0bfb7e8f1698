import { afterAll, beforeAll, expect, it } from 'vitest'

import type { Matter, Matterbase, SyncCheckpoint } from '../../src/index.ts'
import { startService } from './service.ts'

let service: Awaited<ReturnType<typeof startService>>
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const writers = 4
const writesEach = 60

/** Creates, changes and deletes records of its own. */
async function writer(mb: Matterbase, name: number): Promise<void> {
  const ids: number[] = []
  for (let n = 0; n < writesEach; n += 1) {
    const id = ids[n % 7]
    if (id !== undefined && n % 11 === 10) {
      await mb.matters.delete(id)
      ids.splice(n % 7, 1)
    } else if (id !== undefined && n % 3 === 0) await mb.matters.update(id, { description: `version ${n}` })
    else ids.push((await mb.matters.create({ title: `${name}/${n}` })).id)
  }
}

it('a copy that is kept by sync, with a crash at every checkpoint, loses and repeats nothing while others write', async () => {
  const email = await service.account()
  const mb = await service.client({ email })
  const copy = new Map<number, Matter>()
  const versions = new Set<string>()
  let repeated = 0
  let checkpoint: SyncCheckpoint | undefined

  const takeOne = async (): Promise<boolean> => {
    for await (const batch of mb.matters.sync({ checkpoint, limit: 9 })) {
      for (const matter of batch.items) {
        const version = `${matter.id}@${matter.updated_at}`
        repeated += versions.has(version) ? 1 : 0
        versions.add(version)
        copy.set(matter.id, matter)
      }
      for (const { id } of batch.deleted) copy.delete(id)
      checkpoint = JSON.parse(JSON.stringify(batch.checkpoint))
      // What crashes here starts again from the checkpoint.
      return true
    }
    return false
  }

  const state = { isWriting: true }
  const writing = Promise.all(Array.from({ length: writers }, (_, name) => writer(mb, name)))
  void writing.finally(() => Object.assign(state, { isWriting: false })).catch(() => {})
  while (state.isWriting) await takeOne()
  await writing
  while (await takeOne()) continue

  const all = await mb.matters.list().toArray()
  expect([...copy.values()].toSorted((a, b) => a.id - b.id)).toEqual(all)
  expect(all.length).toBeGreaterThan(50)
  expect(repeated).toBe(0)
})
