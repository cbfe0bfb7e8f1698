import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api
let key: string

beforeAll(async () => {
  api = await startApi({ publicUrl: 'https://law.example:8443', trustProxy: 1 })
  key = await api.key()
})
afterAll(() => api.close())

const pages = ['/', '/docs', '/sign-in', '/sign/t', '/invoice/t', '/intake/t', '/dash/v1/session', '/nothing']

/** The status of a GET whose header lines are given as they are. */
async function statusOf(path: string, lines: readonly string[]) {
  const socket = connect(Number(new URL(api.origin).port), '127.0.0.1')
  socket.write([`GET ${path} HTTP/1.1`, ...lines, 'Connection: close', '', ''].join('\r\n'))
  const answer = await text(socket)
  return { status: Number(answer.split(' ', 2)[1]), code: /"code":"(\w+)"/.exec(answer)?.[1] }
}

describe('a host that is not ours', () => {
  it.each([
    'evil.test',
    'evil.test:3000',
    'law.example.evil.test',
    'localhost.evil.test',
    '127.0.0.1.evil.test',
    'a b',
    '',
  ])('%j is refused by pages and by the dashboard', async (host) => {
    for (const path of pages)
      expect([path, await statusOf(path, [`Host: ${host}`])]).toEqual([path, { status: 421, code: 'unknown_host' }])
  })

  it('does not sign in, though the page and the server then have one origin', async () => {
    const body = { email: 'a@example.com', password: 'wrong wrong' }
    const headers = { host: 'evil.test', origin: 'http://evil.test', 'sec-fetch-site': 'same-origin' }
    expect((await api.request('POST', '/dash/v1/sign-in', { body, headers })).status).toBe(421)
    expect((await api.request('POST', '/dash/v1/sign-in', { body, headers: { host: 'law.example' } })).status).toBe(401)
  })

  it('is refused when only the proxy names it, and when only the proxy does not', async () => {
    const ours = { Host: 'law.example:8443', 'X-Forwarded-Host': 'law.example:8443' }
    for (const name of Object.keys(ours)) {
      const lines = Object.entries({ ...ours, [name]: 'evil.test' }).map(([header, value]) => `${header}: ${value}`)
      expect((await statusOf('/sign-in', lines)).status).toBe(421)
    }
  })

  it('reaches the REST API, which takes no cookies, and the health checks', async () => {
    for (const host of ['evil.test', '192.168.1.4:3000', 'matterbase.internal.example']) {
      expect((await statusOf('/api/v1/me', [`Host: ${host}`, `Authorization: Bearer ${key}`])).status).toBe(200)
      expect((await statusOf('/api/v1/openapi.json', [`Host: ${host}`])).status).toBe(200)
      for (const path of ['/healthz', '/readyz']) expect((await statusOf(path, [`Host: ${host}`])).status).toBe(200)
    }
  })
})

it.each([
  'law.example',
  'LAW.example.:443',
  'localhost:1',
  'app.localhost',
  '127.0.0.9:3000',
  '[::1]:3000',
  '192.168.1.4:3000',
  'matterbase:3000',
])('%s is a host of the dashboard', async (host) => {
  expect((await statusOf('/docs/', [`Host: ${host}`])).status).toBe(200)
  expect((await statusOf('/dash/v1/session', [`Host: ${host}`, `X-Forwarded-Host: ${host}`])).status).toBe(401)
})

it('two Host headers are a request that is not valid HTTP', async () => {
  for (const path of [...pages, '/api/v1/me', '/healthz'])
    for (const second of ['Host: law.example', 'HOST: evil.test'])
      expect(await statusOf(path, ['Host: law.example', second])).toEqual({ status: 400, code: 'malformed_request' })
})

it('counts a caller by the address alone when a proxy adds the port of each connection', async () => {
  const body = { email: 'b@example.com', password: 'wrong wrong' }
  const tries: number[] = []
  for (let port = 20_000; port < 20_011; port++) {
    const headers = { 'x-forwarded-for': `198.51.100.2:${port}` }
    tries.push((await api.request('POST', '/dash/v1/sign-in', { body, headers })).status)
  }
  expect(tries).toEqual([...Array.from({ length: 10 }, () => 401), 429])
  const headers = { 'x-forwarded-for': '198.51.100.2' }
  expect((await api.request('POST', '/dash/v1/sign-in', { body, headers })).status).toBe(429)
})
