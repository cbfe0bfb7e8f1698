import { expect, it } from 'vitest'
import { createTurns } from '../src/turns.ts'

it('lets only so many of a key run at once, in the order they came, and never holds up another key', async () => {
  const take = createTurns(2)
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const run = (key: number, name: string) =>
    take(key, () => {
      started.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
  const runs = [run(1, 'a'), run(1, 'b'), run(1, 'c'), run(1, 'd'), run(2, 'other')]
  expect(started).toEqual(['a', 'b', 'other'])
  ends.get('b')?.()
  await runs[1]
  await expect.poll(() => started).toEqual(['a', 'b', 'other', 'c'])
  ends.get('a')?.()
  await expect.poll(() => started).toEqual(['a', 'b', 'other', 'c', 'd'])
  for (const name of ['c', 'd', 'other']) ends.get(name)?.()
  await Promise.all(runs)
})

it('gives the turn on when work fails', async () => {
  const take = createTurns(1)
  const failing = take(1, () => Promise.reject(new Error('no')))
  const next = take(1, () => Promise.resolve('done'))
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('done')
})
