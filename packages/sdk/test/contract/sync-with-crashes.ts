import { beforeAll, expect, it } from 'vitest'

import type { Matter, SyncCheckpoint } from '../../src/index.ts'
import { realService } from './service.ts'
import { randomOf, writeAtRandom } from './writers.ts'

const writers = 4

/** Defines a test for each seed: a copy kept by sync while others write, with a crash at every checkpoint. */
export function testSyncWithCrashes(
  seeds: readonly number[],
  { writesEach, mostInBatch }: { writesEach: number; mostInBatch: number },
): void {
  let service: Awaited<ReturnType<typeof realService>>
  beforeAll(async () => {
    service = await realService()
  })

  it.each(seeds)(
    'a copy kept by sync, with a crash at every checkpoint, loses nothing and repeats nothing after it while others write (seed %i)',
    async (seed) => {
      const mb = await service.client()
      const random = randomOf(seed)
      const copy = new Map<number, Matter>()
      // What came up to the checkpoint that is kept.
      const known = new Set<string>()
      const counts = { crashes: 0, unkept: 0, repeated: 0, deleted: 0 }
      let kept: string | undefined

      /** Takes one batch and crashes: nothing is left of the walk but the checkpoint, if that was kept. */
      const takeOne = async (isCheckpointKept: boolean): Promise<boolean> => {
        const checkpoint: SyncCheckpoint | undefined = kept && JSON.parse(kept)
        const { value: batch } = await mb.matters.sync({ checkpoint, limit: 1 + random(mostInBatch) }).next()
        if (!batch) return false
        const versions = batch.items.map(({ id, updated_at }) => `${id}@${updated_at}`)
        versions.push(...batch.deleted.map(({ id, deleted_at }) => `${id} deleted@${deleted_at}`))
        counts.repeated += versions.filter((version) => known.has(version)).length
        counts.deleted += batch.deleted.length
        counts.crashes += 1
        for (const matter of batch.items) copy.set(matter.id, matter)
        for (const { id } of batch.deleted) copy.delete(id)
        if (isCheckpointKept) {
          for (const version of versions) known.add(version)
          kept = JSON.stringify(batch.checkpoint)
        } else counts.unkept += 1
        return true
      }

      const state = { isWriting: true }
      const names = Array.from({ length: writers }, (_, index) => index)
      const writing = Promise.all(names.map((n) => writeAtRandom(mb, `w${n}`, writesEach, seed * 100 + n)))
      const done = writing.finally(() => Object.assign(state, { isWriting: false }))
      // What fails is told below.
      done.catch(() => {})
      while (state.isWriting) await takeOne(random(3) > 0)
      await done
      while (await takeOne(random(3) > 0)) continue

      const all = await mb.matters.list().toArray()
      expect([...copy.values()].toSorted((a, b) => a.id - b.id)).toEqual(all)
      expect(counts.repeated).toBe(0)
      expect(Math.min(counts.crashes, all.length)).toBeGreaterThan(20)
      expect(Math.min(counts.unkept, counts.deleted)).toBeGreaterThan(0)
    },
  )
}
