import { http, type HttpHandler, HttpResponse, type JsonBodyType } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll } from 'vitest'

import { baseUrl } from './service.ts'

/** A service for one test file that answers only what a test has told it to. */
export function startService() {
  const server = setupServer()
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
  afterEach(() => server.resetHandlers())
  afterAll(() => server.close())
  return (...handlers: HttpHandler[]) => server.use(...handlers)
}

interface Seen {
  method: string
  path: string
  headers: Headers
  body: unknown
}

/** A route that answers `body` and keeps what it was asked. */
export function route(
  method: 'get' | 'post' | 'put' | 'patch' | 'delete',
  path: string,
  body: JsonBodyType,
  init?: { status?: number; headers?: Record<string, string> },
) {
  const seen: Seen[] = []
  const handler = http[method](baseUrl + path, async ({ request }) => {
    const { pathname, search } = new URL(request.url)
    const text = await request.text()
    seen.push({
      method: request.method,
      path: pathname + search,
      headers: request.headers,
      body: text ? JSON.parse(text) : undefined,
    })
    return HttpResponse.json(body, init)
  })
  return { handler, seen }
}
