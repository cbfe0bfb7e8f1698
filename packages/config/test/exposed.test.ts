import { expect, it } from 'vitest'
import { isExposed, isLoopback } from '../src/index.ts'

it.each(['127.0.0.1', '127.8.9.10', 'localhost', 'LOCALHOST', '::1', '[::1]'])('%s is this machine alone', (host) => {
  expect(isLoopback(host)).toBe(true)
})

it.each(['0.0.0.0', '::', '192.168.1.5', '10.0.0.127', 'localhost.example.com', '127.0.0.1.example.com', ''])(
  '%s is more than this machine',
  (host) => expect(isLoopback(host)).toBe(false),
)

it.each([
  ['127.0.0.1', 'http://localhost:3000', false],
  ['127.0.0.1', 'http://matterbase.example.com', false],
  ['0.0.0.0', 'https://matterbase.example.com', false],
  ['0.0.0.0', 'http://localhost:3000', true],
  ['192.168.1.5', 'http://matterbase.example.com', true],
])('listening on %s, reached at %s: exposed is %s', (host, publicUrl, exposed) => {
  expect(isExposed(host, publicUrl)).toBe(exposed)
})
