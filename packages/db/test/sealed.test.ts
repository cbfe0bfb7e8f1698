import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { createSealer } from '../src/index.ts'

const newKey = () => randomBytes(32).toString('base64')
const key = newKey()

it('opens what it sealed, and seals the same text differently each time', () => {
  const sealer = createSealer(key)
  const [first, second] = [sealer.seal('whsec_ż', 'row 1'), sealer.seal('whsec_ż', 'row 1')]
  expect(sealer.open(first, 'row 1')).toBe('whsec_ż')
  expect(first).not.toEqual(second)
})

it('does not open with another key', () => {
  const sealed = createSealer(key).seal('secret', 'row 1')
  expect(() => createSealer(newKey()).open(sealed, 'row 1')).toThrow(
    'Sealed with a key that is not among the encryption keys',
  )
})

it('does not open in another context or once a byte was changed', () => {
  const sealer = createSealer(key)
  const sealed = sealer.seal('secret', 'row 1')
  expect(() => sealer.open(sealed, 'row 2')).toThrow('Unsupported state or unable to authenticate data')
  for (const position of [4, 16, sealed.length - 1]) {
    const changed = Uint8Array.from(sealed)
    changed[position] = (changed[position] ?? 0) ^ 1
    expect(() => sealer.open(changed, 'row 1')).toThrow('Unsupported state or unable to authenticate data')
  }
})

it('seals with the first of several keys and opens with any of them', () => {
  const next = newKey()
  const old = createSealer(key).seal('secret', 'row 1')
  const rotated = createSealer(`${next}, ${key}`)
  expect(rotated.open(old, 'row 1')).toBe('secret')
  expect(createSealer(next).open(rotated.seal('secret', 'row 1'), 'row 1')).toBe('secret')
  expect(rotated.seal('secret', 'row 1').subarray(0, 4)).toEqual(rotated.keyId)
  expect(old.subarray(0, 4)).not.toEqual(rotated.keyId)
})

it('refuses a key that is not 32 bytes', () => {
  expect(() => createSealer(randomBytes(16).toString('base64'))).toThrow('An encryption key is 32 bytes in base64')
})
