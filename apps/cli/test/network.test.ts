import { expect, it } from 'vitest'
import { allowsPrivate, describeNetwork } from '../src/start/network.ts'
import type { Network } from '../src/start/network.ts'

const network: Network = {
  host: '127.0.0.1',
  publicUrl: 'http://localhost:3000',
  isEmbedded: true,
  allowPrivate: undefined,
}
const unlimited = { email: 'demo@matterbase.local', isUnlimited: true }

it.each<[Partial<Network>, boolean]>([
  [{}, true],
  [{ host: '0.0.0.0' }, false],
  [{ host: '::' }, false],
  [{ host: '192.168.1.5', allowPrivate: true }, true],
  [{ allowPrivate: false }, false],
  [{ isEmbedded: false }, false],
  [{ isEmbedded: false, allowPrivate: true }, true],
])('with %o, private webhook targets are allowed: %s', (changes, allowed) => {
  expect(allowsPrivate({ ...network, ...changes })).toBe(allowed)
})

it('says nothing to a start that only its own machine can reach', () => {
  expect(describeNetwork(network, unlimited)).toEqual([])
})

it('warns of demo keys without a limit once others can reach the server', () => {
  const open = { ...network, host: '0.0.0.0' }
  expect(describeNetwork(open, unlimited).join('\n')).toContain('The demo keys have no rate limit')
  expect(describeNetwork(open, { ...unlimited, isUnlimited: false }).join('\n')).not.toContain('no rate limit')
})
