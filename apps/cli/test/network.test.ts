import { expect, it } from 'vitest'
import { allowsPrivate, describeNetwork } from '../src/start/network.ts'
import type { Network } from '../src/start/network.ts'

const network: Network = {
  host: '127.0.0.1',
  publicUrl: 'http://localhost:3000',
  trustProxy: 0,
  isEmbedded: true,
  allowPrivate: undefined,
}
const accounts = { isEmpty: false, isDemoLimited: false }
const https = { publicUrl: 'https://law.example' }

it.each<[Partial<Network>, boolean]>([
  [{}, true],
  [{ host: '0.0.0.0' }, false],
  [{ host: '::' }, false],
  [https, false],
  [{ publicUrl: 'http://law.example' }, false],
  [{ trustProxy: 1 }, false],
  [{ trustProxy: 'loopback' }, false],
  [{ ...https, trustProxy: 1 }, false],
  [{ ...https, trustProxy: 1, allowPrivate: true }, true],
  [{ host: '192.168.1.5', allowPrivate: true }, true],
  [{ allowPrivate: false }, false],
  [{ isEmbedded: false }, false],
  [{ isEmbedded: false, allowPrivate: true }, true],
])('with %o, private webhook targets are allowed: %s', (changes, allowed) => {
  expect(allowsPrivate({ ...network, ...changes })).toBe(allowed)
})

it('says nothing to a start that only its own machine can reach', () => {
  expect(describeNetwork(network, { isEmpty: true, isDemoLimited: true })).toEqual([])
})

it.each<[Partial<Network>, string]>([
  [{ host: '0.0.0.0' }, 'HOST is 0.0.0.0'],
  [https, 'PUBLIC_URL is https://law.example'],
  [{ trustProxy: 1 }, 'TRUST_PROXY is 1'],
])('with %o, warns and gives the reason', (changes, reason) => {
  const because = `because other machines can reach this server (${reason})`
  const lines = describeNetwork({ ...network, ...changes }, { ...accounts, isEmpty: true })
  expect(lines).toContainEqual(expect.stringContaining(`Webhooks go to public https addresses only, ${because}`))
  expect(lines).toContainEqual(`No demo account was created, ${because}.`)
  expect(lines.some((line) => line.startsWith('Not encrypted'))).toBe(changes !== https)
})

it('warns of private webhook targets that an operator allowed behind a proxy', () => {
  const lines = describeNetwork({ ...network, ...https, trustProxy: 1, allowPrivate: true }, accounts)
  expect(lines).toEqual([expect.stringContaining('WEBHOOK_ALLOW_PRIVATE is true')])
})

it('reports that the demo account got a rate limit', () => {
  const open = { ...network, ...https }
  expect(describeNetwork(open, { ...accounts, isDemoLimited: true }).join('\n')).toContain(
    'The demo account had no rate limit',
  )
  expect(describeNetwork(open, accounts).join('\n')).not.toContain('no rate limit')
})
