import type { Config } from '../config/config.ts'
import { ConnectionError } from '../errors/errors.ts'
import { brokenOff } from './lines.ts'
import { type ApiRequest, chain } from './middleware.ts'
import type { Call } from './request.ts'
import type { WebResponse } from '../config/web-types.ts'

export interface Answer {
  readonly response: WebResponse
  /** Empty if the body is read line by line, or is a file. */
  readonly text: string
  /** The body of a file. */
  readonly bytes?: Uint8Array
}

/** Sends a request through the middleware and reads the response, except for lines. */
export function createTransport(
  config: Config,
): (request: ApiRequest, answer: Call<never, unknown>['answer']) => Promise<Answer> {
  const through = chain(config.middleware, async ({ method, url, headers, body, signal }) => {
    const keyed = new Headers(headers)
    if (!keyed.has('authorization')) keyed.set('authorization', `Bearer ${config.apiKey}`)
    // Read at each call, so that a replaced global fetch is used.
    const send = config.fetch ?? globalThis.fetch
    return await send(url, {
      method,
      headers: keyed,
      ...(body !== undefined && { body }),
      signal,
      redirect: 'manual',
    }).catch((cause: unknown) => {
      throw signal.aborted
        ? signal.reason
        : new ConnectionError(`Cannot connect to ${new URL(url).origin}${reasonOf(cause)}`, { cause })
    })
  })
  return async (request, answer) => {
    const response = await through(request)
    try {
      if (answer === 'file' && response.ok)
        return { response, text: '', bytes: new Uint8Array(await response.arrayBuffer()) }
      return { response, text: answer === 'lines' && response.ok ? '' : await response.text() }
    } catch (cause) {
      throw request.signal.aborted ? request.signal.reason : brokenOff(cause)
    }
  }
}

/** The reason in the cause of a fetch error, such as ECONNREFUSED. */
function reasonOf(cause: unknown): string {
  const { code, cause: deeper } = (cause ?? {}) as { code?: unknown; cause?: { code?: unknown } }
  const reason = deeper?.code ?? code
  return typeof reason === 'string' ? ` (${reason})` : ''
}
