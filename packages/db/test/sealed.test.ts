import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
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
  expect(() => createSealer(randomBytes(16).toString('base64'))).toThrow('An encryption key must be 32 bytes in base64')
})

/** A value as the version before sealed it: under the key itself, without a version. */
function sealedBefore(text: string, context: string, nonce: Buffer) {
  const bytes = Buffer.from(key, 'base64')
  const cipher = createCipheriv('aes-256-gcm', bytes, nonce).setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  const id = createHash('sha256').update(bytes).digest().subarray(0, 4)
  return Buffer.concat([id, nonce, cipher.getAuthTag(), body])
}

it.each(['a nonce that looks like the version', 'any other nonce'])(
  'opens a value of the layout before, with %s',
  (nonce) => {
    const first = nonce.startsWith('any') ? 7 : 2
    const sealed = sealedBefore('whsec_ż', 'row 1', Buffer.concat([Buffer.of(first), randomBytes(11)]))
    const sealer = createSealer(`${newKey()},${key}`)
    for (const box of [sealer, sealer.answers, sealer.cursors]) expect(box.open(sealed, 'row 1')).toBe('whsec_ż')
    expect(() => sealer.open(sealed, 'row 2')).toThrow('Unsupported state or unable to authenticate data')
  },
)

it('has a key each for secrets, stored answers and cursors, none of which is the encryption key', () => {
  const sealer = createSealer(key)
  const boxes = [sealer, sealer.answers, sealer.cursors]
  for (const from of boxes) {
    const sealed = from.seal('secret', 'row 1')
    expect(sealed.subarray(0, 5)).toEqual(Uint8Array.from([...sealer.keyId, 2]))
    for (const to of boxes) {
      if (to === from) expect(to.open(sealed, 'row 1')).toBe('secret')
      else expect(() => to.open(sealed, 'row 1')).toThrow('Unsupported state or unable to authenticate data')
    }
    const root = createDecipheriv('aes-256-gcm', Buffer.from(key, 'base64'), sealed.subarray(5, 17))
    root.setAAD(Buffer.from('row 1')).setAuthTag(sealed.subarray(17, 33)).update(sealed.subarray(33))
    expect(() => root.final()).toThrow('Unsupported state or unable to authenticate data')
  }
})

it('refuses a tag that is shorter than 16 bytes', () => {
  const bytes = Buffer.from(key, 'base64')
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', bytes, nonce).setAAD(Buffer.from('row 1'))
  cipher.final()
  const id = createHash('sha256').update(bytes).digest().subarray(0, 4)
  const short = Buffer.concat([id, nonce, cipher.getAuthTag().subarray(0, 4)])
  expect(() => createSealer(key).open(short, 'row 1')).toThrow('Invalid authentication tag length: 4')
})
