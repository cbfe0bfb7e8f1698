import { randomUUID } from 'node:crypto'
import { createServer, STATUS_CODES } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { securityHeaders } from './http/answer/security-headers.ts'
import { errorAnswer } from './http/answer/respond.ts'
import { ApiError } from './http/errors/api-error.ts'

export interface RunningServer {
  readonly port: number
  /** Takes no new requests, answers those under way, then closes. Gives up waiting after `graceMs`. */
  close(graceMs?: number): Promise<void>
}

interface Place {
  readonly port: number
  readonly host: string
  /** Where callers reach the service. */
  readonly publicUrl: string
  /** How long a request may take to arrive. Default 60 s. */
  readonly requestTimeoutMs?: number
}

// Connections that may wait to be accepted, as many as Linux allows by default: with Node's 511, a crowd of one account's
// that comes at once lets the others' wait for seconds, in TCP, where nobody is by turns.
const backlog = 4_096

/** Starts listening; resolves once connections are accepted. */
export async function listen(
  app: RequestListener,
  { port, host, publicUrl, requestTimeoutMs = 60_000 }: Place,
): Promise<RunningServer> {
  const times = {
    keepAliveTimeout: 65_000,
    requestTimeout: requestTimeoutMs,
    headersTimeout: requestTimeoutMs,
    connectionsCheckingInterval: requestTimeoutMs / 2,
  }
  const server = createServer({ ...times, requireHostHeader: false }, app)
  const secure = securityHeaders(publicUrl)
  server.on('clientError', (error: Error & { code?: string }, socket: Socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') socket.destroy()
    else socket.end(unreadableAnswer(error.code, secure))
  })
  // Node would answer an expectation that it does not know by itself, without a body.
  server.on('checkExpectation', app)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen({ port, host, backlog }, () => {
      server.off('error', reject)
      resolve()
    })
  })
  return { port: (server.address() as AddressInfo).port, close: (graceMs = 10_000) => close(server, graceMs) }
}

async function close(server: Server, graceMs: number) {
  // Answers from now on tell keep-alive clients to go elsewhere.
  server.prependListener('request', (_req, res) => res.setHeader('Connection', 'close'))
  const giveUp = setTimeout(() => server.closeAllConnections(), graceMs)
  await new Promise((resolve) => {
    server.close(resolve)
    server.closeIdleConnections()
  })
  clearTimeout(giveUp)
}

/** What Node's own parser refuses is answered in the API's manner too. */
function unreadableAnswer(reason: string | undefined, secure: readonly (readonly [string, string])[]): string {
  const id = randomUUID()
  const { status, text } = errorAnswer(unreadable(reason), id)
  const head = [
    ...secure,
    ['Content-Type', 'application/json; charset=utf-8'],
    ['Content-Length', Buffer.byteLength(text)],
    ['X-Request-Id', id],
    ['Connection', 'close'],
  ].map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${head.join('')}\r\n${text}`
}

function unreadable(code: string | undefined): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') return new ApiError('headers_too_large', 'The request headers are too large')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new ApiError('request_timeout', 'The request did not arrive in time')
  return new ApiError('malformed_request', 'The request is not valid HTTP')
}
