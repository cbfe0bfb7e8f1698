import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { giveMemoryBack } from '../src/give-memory-back.ts'

const mebibyte = 1024 * 1024

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A heap of 90 MiB, of which 40 are in use. */
function heap() {
  const state = { busy: 0, bytes: 90 * mebibyte }
  const collect = vi.fn<() => void>(() => {
    state.bytes = 40 * mebibyte
  })
  giveMemoryBack({ busy: () => state.busy, bytes: () => state.bytes, collect })
  return { state, collect }
}

it('gives memory back once a process is at rest, and not again while it takes no more', () => {
  const { collect } = heap()
  vi.advanceTimersByTime(60_000)
  expect(collect).toHaveBeenCalledTimes(1)
})

it('holds up nobody while there is work', () => {
  const { state, collect } = heap()
  state.busy = 0.5
  vi.advanceTimersByTime(60_000)
  expect(collect).not.toHaveBeenCalled()
  state.busy = 0.01
  vi.advanceTimersByTime(10_000)
  expect(collect).toHaveBeenCalledTimes(1)
})

it('gives back what another load took', () => {
  const { state, collect } = heap()
  vi.advanceTimersByTime(10_000)
  state.bytes += 4 * mebibyte
  vi.advanceTimersByTime(10_000)
  expect(collect).toHaveBeenCalledTimes(1)
  state.bytes += 40 * mebibyte
  vi.advanceTimersByTime(10_000)
  expect(collect).toHaveBeenCalledTimes(2)
})
