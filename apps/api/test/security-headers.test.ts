import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api
let key: string

beforeAll(async () => {
  api = await startApi({ publicUrl: 'https://matterbase.example.com' })
  key = await api.key()
})
afterAll(() => api.close())

const page = { accept: 'text/html' }

/** All that comes back until the server closes the connection. */
function answerTo(request: string): Promise<string> {
  const socket = connect(Number(new URL(api.origin).port), '127.0.0.1')
  socket.write(request)
  return text(socket)
}

describe('every kind of answer', () => {
  it.each([
    ['the dashboard', '/', page],
    ['its sign-in page', '/sign-in', page],
    ['its scripts', '/theme.js', {}],
    ['its endpoints', '/dash/v1/session', {}],
    ['a page to sign', '/sign/unknown', page],
    ['an invoice', '/invoice/unknown', page],
    ['its script', '/sign/assets/draw.js', {}],
    ['an intake form', '/intake/unknown', page],
    ['the guides', '/docs/', page],
    ['a guide', '/docs/api/errors', page],
    ['a guide as text', '/docs/api/errors.md', {}],
    ['the API reference', '/docs/api', page],
    ['its script', '/docs/api/page.js', {}],
    ['the reference in its frame', '/docs/api/frame', page],
    ['the text for language models', '/docs/llms.txt', {}],
    ['the OpenAPI document', '/api/v1/openapi.json', {}],
    ['a refused API call', '/api/v1/me', {}],
    ['an unknown path', '/api/v1/nothing', {}],
    ['a test inbox', '/inbox/unknown', {}],
    ['the health check', '/healthz', {}],
  ])('of %s (%s) tells browsers to stay on https and guess nothing', async (_name, path, headers) => {
    const reply = await api.request('GET', path, { headers })
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
      'permissions-policy': expect.stringContaining('camera=(), display-capture=(), geolocation=(), microphone=()'),
      'referrer-policy': expect.stringMatching(/^(no-referrer|same-origin)$/),
      'cross-origin-opener-policy': 'same-origin',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'|sandbox/),
    })
  })

  it('that is right, to a key and to a session, does so too', async () => {
    const me = await api.call('GET', '/me', { key })
    const session = await (await signIn(api)).call('GET', '/session')
    for (const reply of [me, session]) {
      expect(reply.status).toBe(200)
      expect(reply.headers.get('strict-transport-security')).toBe('max-age=31536000')
    }
  })

  it('to a target that is no URL does so too', async () => {
    const answer = await answerTo('GET http://[ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 404 /)
    expect(answer).toContain('Strict-Transport-Security: max-age=31536000')
  })

  it.each([
    ['no HTTP', 'no HTTP\r\n\r\n', 400],
    ['a header that is none', 'GET /api/v1/me HTTP/1.1\r\nHost: x\r\nno header\r\n\r\n', 400],
    ['two lengths', 'POST /api/v1/me HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
    ['a chunk without a length', 'POST /inbox/x HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n', 400],
    ['large headers', `GET / HTTP/1.1\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ])(
    'to %s, which Node itself refuses, does so too and is the last of its connection',
    async (_name, request, status) => {
      const answer = await answerTo(request)
      const [head = '', body = ''] = answer.slice(answer.lastIndexOf('HTTP/1.1 ')).split('\r\n\r\n')
      const headers = Object.fromEntries(
        new Headers(
          head
            .split('\r\n')
            .slice(1)
            .map((line) => line.split(': ') as [string, string]),
        ),
      )
      expect([head.split(' ')[1], headers]).toEqual([
        String(status),
        {
          'cache-control': 'no-store',
          connection: 'close',
          'content-length': String(Buffer.byteLength(body)),
          'content-security-policy': expect.stringContaining("default-src 'none'"),
          'content-type': 'application/json; charset=utf-8',
          'cross-origin-opener-policy': 'same-origin',
          'cross-origin-resource-policy': 'same-origin',
          'permissions-policy': expect.stringContaining('camera=()'),
          'referrer-policy': 'no-referrer',
          'strict-transport-security': 'max-age=31536000',
          'x-content-type-options': 'nosniff',
          'x-request-id': (JSON.parse(body) as { request_id: string }).request_id,
        },
      ])
    },
  )
})

it('no answer speaks of https where the service is reached without', async () => {
  const plain = await startApi({ publicUrl: 'http://localhost' })
  for (const path of ['/', '/sign/unknown', '/intake/unknown', '/docs', '/api/v1/me'])
    expect((await plain.request('GET', path, { headers: page })).headers.get('strict-transport-security')).toBeNull()
  await plain.close()
})

it.each([true, false])(
  'the dashboard learns whether what it sends can be read on its way: %s',
  async (isUnencrypted) => {
    const other = await startApi({ isUnencrypted })
    expect((await (await signIn(other)).call('GET', '/session')).body['is_exposed']).toBe(isUnencrypted)
    await other.close()
  },
)
