import type { FetchInit, WebResponse } from '../config/web-types.ts'
import { toWire } from './answers.ts'
import type { MockCall } from './mock-call.ts'
import { type OperationName, type Results, routes } from './operations.ts'
import type { Route } from './routes.ts'

type Result<T> = T | WebResponse | Promise<T | WebResponse>

/** Responses by operation: a result, a Response, or a function of the call. */
export type MockAnswers = {
  readonly [Name in OperationName]?: Results[Name] | WebResponse | ((call: MockCall) => Result<Results[Name]>)
}

/** A `fetch` for `new Matterbase({ fetch })` that never touches the network. */
export interface MockFetch {
  /** Returns the response of one request. */
  (url: string, init: FetchInit): Promise<WebResponse>
  /** All requests so far, the oldest first. */
  readonly calls: readonly MockCall[]
}

/**
 * Creates a `fetch` that returns responses by operation, in the format of the server. An operation without a response
 * returns 501, which is not retried.
 *
 * @example
 * const fetch = mockFetch({ 'matters.get': fixtures.matter({ title: 'Moss v. Fern' }) })
 * const mb = new Matterbase({ apiKey: 'mb_test_key', baseUrl: 'https://matters.example/api/v1', fetch })
 */
export function mockFetch(answers: MockAnswers = {}): MockFetch {
  const calls: MockCall[] = []
  const fetch = async (
    url: string,
    { method, headers, body }: Pick<FetchInit, 'method' | 'headers' | 'body'>,
  ): Promise<WebResponse> => {
    const { pathname, searchParams } = new URL(url)
    const path = pathname.replace(/^.*\/api\/v1(?=\/)/, '')
    const found = match(method, path)
    const call: MockCall = {
      operation: found?.route.operation,
      method,
      path,
      params: found?.params ?? {},
      query: Object.fromEntries(searchParams),
      headers,
      body: body === undefined ? undefined : JSON.parse(body),
    }
    calls.push(call)
    const answer = found && answers[found.route.operation]
    // The result of a deletion is undefined, so it only has to be listed.
    const isListed = found?.route.shape === 'success' && Object.hasOwn(answers, found.route.operation)
    if (!found || (answer === undefined && !isListed))
      return failure(
        501,
        'not_mocked',
        `mockFetch has no response for ${call.operation ?? `${method} ${path}`}. Add one to its argument`,
      )
    return toWire(found.route.shape, answer, call)
  }
  return Object.assign(fetch, { calls })
}

function match(
  method: string,
  path: string,
): { route: Route<OperationName>; params: Record<string, string> } | undefined {
  for (const route of routes) {
    const hit = route.method === method ? route.pattern.exec(path) : null
    if (hit) return { route, params: { ...hit.groups } }
  }
  return undefined
}

/**
 * Creates a response that refuses the request.
 *
 * @example
 * mockFetch({ 'matters.get': failure(404, 'not_found') })
 */
export function failure(
  status: number,
  code: string,
  error = `Mocked ${status}`,
  headers: Record<string, string> = {},
): WebResponse {
  return Response.json({ error, code, request_id: 'req_mock', details: [] }, { status, headers })
}
