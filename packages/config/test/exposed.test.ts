import { expect, it } from 'vitest'
import { isExposed, isLoopback, isUnencrypted } from '../src/index.ts'

it.each(['127.0.0.1', '127.8.9.10', 'localhost', 'LOCALHOST', '::1', '[::1]'])('%s is this machine alone', (host) => {
  expect(isLoopback(host)).toBe(true)
})

it.each(['0.0.0.0', '::', '192.168.1.5', '10.0.0.127', 'localhost.example.com', '127.0.0.1.example.com', ''])(
  '%s is more than this machine',
  (host) => expect(isLoopback(host)).toBe(false),
)

it.each([
  ['127.0.0.1', 'http://localhost:3000', 0, false, false],
  ['localhost', 'http://127.0.0.1:3000', 0, false, false],
  ['::1', 'http://[::1]:3000', 0, false, false],
  ['127.0.0.1', 'https://localhost', 0, false, false],
  ['127.0.0.1', 'https://matterbase.example.com', 0, true, false],
  ['127.0.0.1', 'http://matterbase.example.com', 0, true, true],
  ['127.0.0.1', 'https://localhost.example.com', 0, true, false],
  ['127.0.0.1', 'https://10.0.0.5', 0, true, false],
  ['127.0.0.1', 'http://localhost:3000', 1, true, true],
  ['127.0.0.1', 'http://localhost:3000', 'loopback', true, true],
  ['127.0.0.1', 'https://localhost', 1, true, false],
  ['0.0.0.0', 'https://matterbase.example.com', 0, true, false],
  ['0.0.0.0', 'http://localhost:3000', 0, true, true],
  ['192.168.1.5', 'http://matterbase.example.com', 2, true, true],
])('HOST %s, PUBLIC_URL %s, TRUST_PROXY %s: exposed %s, unencrypted %s', (host, publicUrl, trustProxy, ...expected) => {
  const reach = { host, publicUrl, trustProxy }
  expect([isExposed(reach), isUnencrypted(reach)]).toEqual(expected)
})
