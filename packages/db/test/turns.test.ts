import { EventEmitter } from 'node:events'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createTurns } from '../src/shares/turns.ts'
import type { Requester } from '../src/shares/hold.ts'
import type { TurnOptions } from '../src/shares/turns.ts'

/** Work that ends when it is told to. */
function workshop(options: Omit<TurnOptions, 'kind'>) {
  const take = createTurns<number>({ kind: undefined, ...options })
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const runs = new Map<string, Promise<void>>()
  return {
    started,
    run(key: number, name: string, requester?: Requester) {
      const work = () => {
        started.push(name)
        return new Promise<void>((resolve) => ends.set(name, resolve))
      }
      const run = take(key, work, requester)
      runs.set(name, run)
      return run
    },
    async end(...names: string[]) {
      for (const name of names) {
        ends.get(name)?.()
        await runs.get(name)
      }
    },
  }
}

class Caller extends EventEmitter {
  destroyed = false
  hangUp() {
    this.destroyed = true
    this.emit('close')
  }
}

it('lets only so many of a key run at once, in the order they came, and never holds up another key', async () => {
  const { run, end, started } = workshop({ each: 2 })
  const runs = ['a', 'b', 'c', 'd'].map((name) => run(1, name))
  runs.push(run(2, 'other'))
  expect(started).toEqual(['a', 'b', 'other'])
  await end('b')
  await expect.poll(() => started).toEqual(['a', 'b', 'other', 'c'])
  await end('a')
  await expect.poll(() => started).toEqual(['a', 'b', 'other', 'c', 'd'])
  await end('c', 'd', 'other')
  await Promise.all(runs)
})

it('gives the turn on when work fails', async () => {
  const take = createTurns<number>({ kind: undefined, each: 1 })
  const failing = take(1, () => Promise.reject(new Error('no')))
  const next = take(1, () => Promise.resolve('done'))
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('done')
})

it('gives free places to the keys that wait by turns, however many of their work wait', async () => {
  const { run, end, started } = workshop({ each: 2, places: 3 })
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void run(1, name)
  for (const name of ['b1', 'b2']) void run(2, name)
  void run(3, 'c1')
  expect(started).toEqual(['a1', 'a2', 'b1'])
  await end('a1', 'a2', 'b1', 'a3', 'b2', 'c1')
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'c1', 'a4', 'a5'])
  await end('a4', 'a5')
})

it('refuses what would wait in too long a queue, or too long', async () => {
  const { run, end } = workshop({ each: 1, longest: 1, patienceMs: 1 })
  void run(1, 'runs')
  // Both may be refused before the first is looked at.
  const [waited, tooMany] = await Promise.allSettled([run(1, 'waits'), run(1, 'one too many')])
  expect([waited, tooMany]).toMatchObject([
    { status: 'rejected', reason: { name: 'OverloadedError', reason: 'wait' } },
    { status: 'rejected', reason: { name: 'OverloadedError', reason: 'queue' } },
  ])
  await end('runs')
})

it('lets those who have waited for long make room while many wait behind them', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { run, end, started } = workshop({ each: 1, isBrisk: true })
  void run(1, 'runs')
  const runs = Array.from({ length: 130 }, (_, at) => run(1, `${at}`))
  const refused = Promise.allSettled(runs.slice(0, 2))
  vi.advanceTimersByTime(501)
  await end('runs')
  for (const { reason } of (await refused) as PromiseRejectedResult[])
    expect(reason).toMatchObject({ name: 'OverloadedError', reason: 'queue' })
  await end('2')
  expect(started).toEqual(['runs', '2', '3'])
})

it('does nothing for one who has gone, and gives the place in the queue to the next', async () => {
  const { run, end, started } = workshop({ each: 1, longest: 2 })
  const [early, late] = [new Caller(), new Caller()]
  void run(1, 'runs')
  const leaves = run(1, 'leaves', late)
  void run(1, 'stays')
  late.hangUp()
  await expect(leaves).rejects.toMatchObject({ name: 'HungUpError' })
  void run(1, 'comes')
  early.hangUp()
  await expect(run(2, 'gone before', early)).rejects.toMatchObject({ name: 'HungUpError' })
  await end('runs', 'stays', 'comes')
  expect(started).toEqual(['runs', 'stays', 'comes'])
})

it('has one listener of a caller, however often it waits', async () => {
  const { run, end } = workshop({ each: 1 })
  const caller = new Caller()
  void run(1, 'first')
  void run(1, 'second', caller)
  void run(1, 'third', caller)
  expect(caller.listenerCount('close')).toBe(1)
  await end('first', 'second', 'third')
  expect(caller.listenerCount('close')).toBe(1)
})

it('bounds what waits in all, and counts those who leave and work that fails', async () => {
  const take = createTurns<number>({ kind: undefined, places: 1, each: 1, longest: 1, longestOfAll: 1 })
  const first = Promise.withResolvers<void>()
  const held = take(1, () => first.promise)
  const leaving = new Caller()
  const left = take(2, async () => 'never', leaving)
  await expect(take(3, async () => 'full')).rejects.toMatchObject({ name: 'OverloadedError', reason: 'queue' })
  leaving.hangUp()
  await expect(left).rejects.toMatchObject({ name: 'HungUpError' })
  await expect(take(4, async () => 'never', leaving)).rejects.toMatchObject({ name: 'HungUpError' })
  const waits = take(3, async () => 'in its turn')
  first.reject(new Error('failed'))
  await expect(held).rejects.toThrow('failed')
  expect([await waits, await take(1, async () => 'again')]).toEqual(['in its turn', 'again'])
})

it('serves those who wait in turn, however much one of them asks for', async () => {
  const { run, end, started } = workshop({ places: 1, each: 1 })
  const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']
  const runs = all.map((name) => run(name.charCodeAt(0), name))
  const fair = ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']
  for (const name of fair) {
    await expect.poll(() => started).toContain(name)
    await end(name)
  }
  await Promise.all(runs)
  expect(started).toEqual(fair)
})
