import { expect, it } from 'vitest'
import { nextAddress } from '../src/access/sign-in/next.ts'

const here = 'https://firm.example'
const after = (next: string) => nextAddress(`?${new URLSearchParams({ next }).toString()}`, here)

it('goes on where the sign-in interrupted', () => {
  expect(after('/test/matters?status=Open')).toBe(`${here}/test/matters?status=Open`)
  expect(nextAddress('', here)).toBe(`${here}/`)
})

it.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '\n//evil.example',
  'javascript:alert(1)',
  'https://firm.example.evil.example',
  'http://[',
  '/sign-in?next=/',
])('goes home instead of to %j', (next) => {
  expect(after(next)).toBe(`${here}/`)
})

it('stays on this server when a path only looks like another', () => {
  expect(after('/.//evil.example')).toBe(`${here}//evil.example`)
})
