import { randomUUID } from 'node:crypto'
import { createServer, STATUS_CODES } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { ApiError } from './http/errors/api-error.ts'

export interface RunningServer {
  readonly port: number
  /** Takes no new requests, answers those under way, then closes. Gives up waiting after `graceMs`. */
  close(graceMs?: number): Promise<void>
}

/** Starts listening; resolves once connections are accepted. */
export async function listen(
  app: RequestListener,
  { port, host }: { port: number; host: string },
): Promise<RunningServer> {
  const server = createServer({ keepAliveTimeout: 65_000, requestTimeout: 60_000, requireHostHeader: false }, app)
  server.on('clientError', answerUnreadable)
  // Node would answer an expectation that it does not know by itself, without a body.
  server.on('checkExpectation', app)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => {
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
function answerUnreadable(error: Error & { code?: string }, socket: Socket) {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const { status, code, message } = unreadable(error.code)
  const id = randomUUID()
  const body = JSON.stringify({ error: message, code, request_id: id })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${id}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

function unreadable(code: string | undefined): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') return new ApiError('headers_too_large', 'The request headers are too large')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new ApiError('request_timeout', 'The request did not arrive in time')
  return new ApiError('malformed_request', 'The request is not valid HTTP')
}
