import { setImmediate } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createCoalescer } from '../src/shares/coalesce.ts'
import type { CoalesceOptions } from '../src/shares/coalesce.ts'

/** Statements that end when they are told to, and answer each item in capitals. */
function database(options: Omit<CoalesceOptions<string, string>, 'run' | 'kind'> = {}) {
  const sent: (readonly string[])[] = []
  const ends: ((error?: Error) => void)[] = []
  const coalesce = createCoalescer<number, string, string>({
    kind: undefined,
    ...options,
    run(items) {
      sent.push(items)
      return new Promise((resolve, reject) => {
        ends.push((error) => (error ? reject(error) : resolve(items.map((item) => item.toUpperCase()))))
      })
    },
  })
  const ask: typeof coalesce = (...item) => {
    const asked = coalesce(...item)
    // What is still waiting when its test is over is refused in the middle of a later one.
    asked.catch(() => undefined)
    return asked
  }
  const untilSent = (count: number) => expect.poll(() => sent.length).toBe(count)
  return { ask, sent, ends, untilSent }
}

it('sends what is asked in one turn as one statement, and gives each its own answer', async () => {
  const { ask, sent, ends, untilSent } = database()
  const answers = Promise.all([ask(1, 'a'), ask(2, 'b'), ask(1, 'c')])
  await untilSent(1)
  ends[0]?.()
  expect(await answers).toEqual(['A', 'B', 'C'])
  expect(sent[0]?.toSorted()).toEqual(['a', 'b', 'c'])
})

it('never joins a statement that has been sent', async () => {
  const { ask, sent, ends, untilSent } = database()
  const first = ask(1, 'a')
  await untilSent(1)
  const second = ask(1, 'a')
  await untilSent(2)
  expect(sent).toEqual([['a'], ['a']])
  ends[1]?.()
  expect(await second).toBe('A')
  ends[0]?.()
  expect(await first).toBe('A')
})

it('keeps what comes while a statement is under way for the next one', async () => {
  const { ask, sent, ends, untilSent } = database({ gatherMs: 600_000 })
  void ask(1, 'a')
  await untilSent(1)
  void ask(1, 'b')
  await setImmediate()
  void ask(2, 'c')
  ends[0]?.()
  await untilSent(2)
  expect(sent[1]).toEqual(['b', 'c'])
})

it('does not wait for a statement that takes long', async () => {
  const { ask, sent, untilSent } = database({ gatherMs: 1 })
  void ask(1, 'a')
  await untilSent(1)
  void ask(1, 'd')
  await untilSent(2)
  expect(sent[1]).toEqual(['d'])
})

it('has so many statements under way at most, and then sends what has gathered', async () => {
  const { ask, sent, ends, untilSent } = database({ atOnce: 1 })
  const first = ask(1, 'a')
  await untilSent(1)
  const rest = Promise.all([ask(1, 'b'), ask(1, 'c')])
  ends[0]?.()
  await first
  await untilSent(2)
  expect(sent[1]).toEqual(['b', 'c'])
  ends[1]?.()
  expect(await rest).toEqual(['B', 'C'])
})

it('takes items of keys by turns, so that one key with many does not fill a statement', async () => {
  const { ask, sent, untilSent } = database({ atOnce: 1, most: 3 })
  for (const item of ['a1', 'a2', 'a3', 'a4']) void ask(1, item)
  void ask(2, 'b1')
  await untilSent(1)
  expect(sent).toEqual([['a1', 'b1', 'a2']])
})

it('gives an error to those whose statement it was, and to nobody else', async () => {
  const { ask, ends, untilSent } = database({ most: 1 })
  const [first, second] = [ask(1, 'a'), ask(2, 'b')]
  await untilSent(2)
  ends[0]?.(new Error('lost'))
  ends[1]?.()
  await expect(first).rejects.toThrow('lost')
  expect(await second).toBe('B')
})

it('asks nothing for a caller who has gone', async () => {
  const { ask, sent, ends, untilSent } = database()
  const caller = { destroyed: false, on: () => undefined }
  const gone = ask(1, 'a', caller)
  const other = ask(1, 'b')
  caller.destroyed = true
  await expect(gone).rejects.toThrow('The caller disconnected')
  await untilSent(1)
  expect(sent).toEqual([['b']])
  ends[0]?.()
  expect(await other).toBe('B')
})

it('refuses what would wait in too long a line', async () => {
  const { ask, ends, untilSent } = database({ atOnce: 1, longest: 1 })
  const sent = ask(1, 'a')
  await untilSent(1)
  const waiting = ask(1, 'b')
  await expect(ask(1, 'c')).rejects.toThrow('Too many wait')
  ends[0]?.()
  await untilSent(2)
  ends[1]?.()
  expect(await Promise.all([sent, waiting])).toEqual(['A', 'B'])
})

it('refuses what has waited too long', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { ask, untilSent } = database({ atOnce: 1, patienceMs: 20 })
  void ask(1, 'a')
  await untilSent(1)
  const refused = ask(1, 'b').catch(String)
  vi.advanceTimersByTime(40)
  expect(await refused).toContain('did not come in time')
})
