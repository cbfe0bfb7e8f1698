import { expect, it } from 'vitest'
import { formatTotal } from '../src/components/values/formats.ts'

it('a total is said as it is, and an estimate as far as it is known', () => {
  expect(formatTotal({})).toBeUndefined()
  expect(formatTotal({ total: 49_999 })).toBe('49,999')
  expect(formatTotal({ total: 1_234_567, total_is_estimate: true })).toBe('about 1,230,000')
})
