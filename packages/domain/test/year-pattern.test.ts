import { describe, expect, it } from 'vitest'
import { numberIn, yearPattern } from '../src/billing/numbers/year-pattern.ts'

/** The number with the count 7 of 2027. */
function following(number: string) {
  const pattern = yearPattern(number, 2026)
  return pattern && numberIn(pattern, 2027, 7n)
}

describe('the year in a number', () => {
  it.each([
    ['INV-2026-0043', 'INV-2027-0007'],
    ['0043/2026', '0007/2027'],
    ['26-0100', '27-0007'],
    ['R26/0100', 'R27/0007'],
    ['R-26.100', 'R-27.007'],
    ['0100/26', '0007/27'],
    ['0100-26 W', '0007-27 W'],
    ['20260001', '20270007'],
    ['R 20260001', 'R 20270007'],
    ['2026000123', '2027000007'],
    // The two digits are the count, or another series.
    ['2026-26-0001', '2027-26-0007'],
  ])('follows in %s', (number, next) => {
    expect(following(number)).toBe(next)
  })

  it.each([
    ['the count only', 'INV-0043'],
    ['a month behind the year', '202611001'],
    ['digits in front', '1226-0100'],
    ['the same two digits twice', '26-26'],
    ['two digits in front of a letter', '26A0100'],
    ['another year', '2025-0100'],
  ])('is not sure with %s: %s', (_case, number) => {
    expect(following(number)).toBeUndefined()
  })
})
