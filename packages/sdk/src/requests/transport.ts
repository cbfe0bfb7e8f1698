import type { Config } from '../config/config.ts'
import { ConnectionError } from '../errors/errors.ts'
import { brokenOff } from './lines.ts'
import { type ApiRequest, chain } from './middleware.ts'
import type { WebResponse } from '../config/web-types.ts'

export interface Answer {
  readonly response: WebResponse
  /** Empty where the body is left to be read line by line. */
  readonly text: string
}

/** One exchange through the middleware: request out, whole answer in, but for one of lines. */
export function createTransport(config: Config): (request: ApiRequest, isOfLines: boolean) => Promise<Answer> {
  const through = chain(config.middleware, async ({ method, url, headers, body, signal }) => {
    const keyed = new Headers(headers)
    if (!keyed.has('authorization')) keyed.set('authorization', `Bearer ${config.apiKey}`)
    // Looked up at each call, so that a stand-in put there later is used.
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
        : new ConnectionError(`${new URL(url).origin} could not be reached${reasonOf(cause)}`, { cause })
    })
  })
  return async (request, isOfLines) => {
    const response = await through(request)
    try {
      return { response, text: isOfLines && response.ok ? '' : await response.text() }
    } catch (cause) {
      throw request.signal.aborted ? request.signal.reason : brokenOff(cause)
    }
  }
}

/** What fetch hides one level down, such as ECONNREFUSED. */
function reasonOf(cause: unknown): string {
  const { code, cause: deeper } = (cause ?? {}) as { code?: unknown; cause?: { code?: unknown } }
  const reason = deeper?.code ?? code
  return typeof reason === 'string' ? ` (${reason})` : ''
}
