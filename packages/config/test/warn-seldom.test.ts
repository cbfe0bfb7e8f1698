import { expect, it } from 'vitest'
import { warnSeldom } from '../src/index.ts'

const refused = () => Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:6379'), { code: 'ECONNREFUSED' })
const reset = () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })

function start() {
  const lines: unknown[] = []
  const clock = { ms: 0 }
  const log = { warn: (...line: unknown[]) => void lines.push(line) }
  return { lines, clock, warn: warnSeldom(log, 'the queue reported an error', () => clock.ms) }
}

it('logs an error at once, and the same one again after ten seconds with how often it came', () => {
  const { lines, clock, warn } = start()
  const [first, last] = [refused(), refused()]
  for (clock.ms = 0; clock.ms < 10_000; clock.ms += 200) warn(clock.ms === 0 ? first : refused())
  expect(lines).toEqual([[{ err: first }, 'the queue reported an error']])
  warn(last)
  expect(lines.slice(1)).toEqual([[{ err: last, repeats: 49 }, 'the queue reported an error']])
})

it('logs each that differs by name, code or message', () => {
  const { lines, warn } = start()
  const silent = (code: string) => Object.assign(new AggregateError([], ''), { code })
  const all = [refused(), reset(), silent('ECONNREFUSED'), silent('ETIMEDOUT'), 'no error']
  for (const error of [...all, ...all]) warn(error)
  expect(lines).toEqual(all.map((err) => [{ err }, 'the queue reported an error']))
})

it('says no number for one that came seldom anyway', () => {
  const { lines, clock, warn } = start()
  const error = reset()
  for (clock.ms = 0; clock.ms <= 20_000; clock.ms += 10_000) warn(error)
  expect(lines).toEqual([0, 1, 2].map(() => [{ err: error }, 'the queue reported an error']))
})

it('remembers only the hundred that were logged last', () => {
  const { lines, warn } = start()
  const numbered = Array.from({ length: 101 }, (_, n) => new Error(`job ${n}`))
  for (const error of numbered) warn(error)
  warn(numbered[100])
  expect(lines).toHaveLength(101)
  warn(numbered[0])
  expect(lines).toHaveLength(102)
})
