import { randomUUID } from 'node:crypto'
import { createServer, IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { shedLoad } from './http/access/load-shedding.ts'
import type { LoadSheddingOptions } from './http/access/load-shedding.ts'
import { securityHeaders } from './http/answer/security-headers.ts'
import { textOf } from './http/answer/answer.ts'
import { errorAnswer } from './http/answer/respond.ts'
import { ApiError } from './http/errors/api-error.ts'
import { createDocUrls } from './http/errors/doc-urls.ts'
import type { DocUrls } from './http/errors/doc-urls.ts'
import type { App } from './http/messages.ts'
import { openPort } from './http/access/open-port.ts'
import type { Binding } from './http/access/open-port.ts'

export interface RunningServer {
  readonly port: number
  /** Refuses new connections, finishes the requests in flight, then closes. Stops waiting after `graceMs`. */
  close(graceMs?: number): Promise<void>
}

interface Service extends Binding {
  /** The URL of the service for callers. */
  readonly publicUrl: string
  /** The longest time for a request to arrive. Default 60 s. */
  readonly requestTimeoutMs?: number
  readonly loadShedding?: LoadSheddingOptions
}

/** Starts listening. Resolves when connections are accepted. */
export async function listen(
  app: App,
  { port, host, publicUrl, requestTimeoutMs = 60_000, loadShedding }: Service,
): Promise<RunningServer> {
  const times = {
    keepAliveTimeout: 65_000,
    requestTimeout: requestTimeoutMs,
    headersTimeout: requestTimeoutMs,
    connectionsCheckingInterval: requestTimeoutMs / 2,
  }
  const parts = { secure: securityHeaders(publicUrl), docUrls: createDocUrls(publicUrl) }
  const admit = shedLoad(app, loadShedding)
  const messages = {
    IncomingMessage: app.IncomingMessage ?? IncomingMessage,
    ServerResponse: app.ServerResponse ?? ServerResponse,
  }
  const makeServer = () =>
    createServer({ ...times, ...messages, requireHostHeader: false }, admit)
      .on('clientError', (error: Error & { code?: string }, socket: Socket) => {
        if (!socket.writable || error.code === 'ECONNRESET') socket.destroy()
        else socket.end(unreadableAnswer(error.code, parts))
      })
      // Node.js would respond to an unknown expectation without a body.
      .on('checkExpectation', admit)
  const { servers, port: opened } = await openPort(makeServer, { port, host })
  return {
    port: opened,
    async close(graceMs = 10_000) {
      await Promise.all(servers.map((server) => close(server, graceMs)))
    },
  }
}

async function close(server: Server, graceMs: number) {
  // Closes keep-alive connections with their next response.
  server.prependListener('request', (_req, res) => res.setHeader('Connection', 'close'))
  const giveUp = setTimeout(() => server.closeAllConnections(), graceMs)
  await new Promise((resolve) => {
    server.close(resolve)
    server.closeIdleConnections()
  })
  clearTimeout(giveUp)
}

interface UnreadableParts {
  readonly secure: readonly (readonly [string, string])[]
  readonly docUrls: DocUrls
}

/** The error body of the API for a request that Node's parser refuses. */
function unreadableAnswer(reason: string | undefined, { secure, docUrls }: UnreadableParts): string {
  const id = randomUUID()
  const answer = errorAnswer(unreadable(reason), { requestId: id, docUrls })
  const text = textOf(answer)
  const head = [
    ...secure,
    ['Content-Type', 'application/json; charset=utf-8'],
    ['Content-Length', Buffer.byteLength(text)],
    ['X-Request-Id', id],
    ['Connection', 'close'],
  ].map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ''}\r\n${head.join('')}\r\n${text}`
}

function unreadable(code: string | undefined): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new ApiError(
      'headers_too_large',
      'The request headers are larger than 16 KiB. Send fewer or shorter headers (check your cookies).',
    )
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new ApiError('request_timeout', 'The request did not arrive in time. Send it again.')
  return new ApiError('malformed_request', 'The request is not valid HTTP. Use an HTTP library to send it.')
}
