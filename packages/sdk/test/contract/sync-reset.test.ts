import { beforeAll, expect, it } from 'vitest'

import { type SyncCheckpoint, SyncResetError } from '../../src/index.ts'
import { realService } from './service.ts'

let service: Awaited<ReturnType<typeof realService>>
beforeAll(async () => {
  service = await realService()
})

async function workspace(title: string) {
  const mb = await service.client()
  await mb.matters.create({ title })
  let checkpoint: SyncCheckpoint | undefined
  for await (const batch of mb.matters.sync()) ({ checkpoint } = batch)
  return { mb, checkpoint: JSON.parse(JSON.stringify(checkpoint)) as SyncCheckpoint }
}

it('refuses the checkpoint of another workspace, and builds the copy again with export', async () => {
  const [from, to] = [await workspace('Old'), await workspace('New')]
  expect(from.checkpoint.epoch).toBe((await from.mb.me()).workspace.epoch)
  const { checkpoint } = from
  await expect(to.mb.matters.sync({ checkpoint }).next()).rejects.toBeInstanceOf(SyncResetError)
  await expect(to.mb.matters.list({ epoch: checkpoint.epoch })).rejects.toMatchObject({
    code: 'sync_reset',
    message: expect.stringContaining('Build the copy again from an export'),
  })
  const titles: string[] = []
  let last: SyncCheckpoint | undefined
  for await (const batch of to.mb.matters.sync({ checkpoint, export: true })) {
    if (batch.reset) titles.push('reset')
    titles.push(...batch.items.map(({ title }) => title))
    last = batch.checkpoint
  }
  expect(titles).toEqual(['reset', 'New'])
  expect(last).toMatchObject({ epoch: to.checkpoint.epoch, partial: false })
  expect(await Array.fromAsync(to.mb.matters.sync({ checkpoint: last, export: true }))).toEqual([])
})

it('gives a checkpoint without an epoch one, and has nothing to tell of a moment in the future', async () => {
  const { mb, checkpoint } = await workspace('One')
  const { epoch, ...old } = checkpoint
  const batches = await Array.fromAsync(mb.matters.sync({ checkpoint: old }))
  expect(batches).toEqual([{ items: [], deleted: [], checkpoint }])
  expect(epoch).toMatch(/^[0-9a-f-]{36}$/)
  const later = await Array.fromAsync(mb.matters.sync({ since: '2100-01-01' }))
  expect(later.flatMap(({ items }) => items)).toEqual([])
})
