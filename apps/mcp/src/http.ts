import { createServer as createHttpServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AuthenticationError, RateLimitError } from '@matterbase/sdk'
import { localhostHostValidation, originValidation, toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { createServer, sentenceOf } from './server.ts'
import type { Session } from './session.ts'

interface HttpOptions {
  readonly port: number
  readonly host: string
  /** Host names of web pages that can call the server, in addition to this machine. */
  readonly allowedOrigins: readonly string[]
  readonly sessionOf: (apiKey: string) => Promise<Session>
  /** True to offer no tool that writes. */
  readonly isReadOnly: boolean
}

interface RunningHttp {
  readonly port: number
  close(): Promise<void>
}

const path = '/mcp'
const loopback = ['localhost', '127.0.0.1', '[::1]']
const mostBytes = 1024 * 1024

/** Serves MCP over streamable HTTP at `/mcp`. Each request sends its own API key. */
export async function serveHttp({
  port,
  host,
  allowedOrigins,
  sessionOf,
  isReadOnly,
}: HttpOptions): Promise<RunningHttp> {
  const handler = createMcpHandler(
    async ({ requestInfo }) => {
      const session = await sessionOf(keyOf(requestInfo?.headers.get('authorization')) ?? '')
      return createServer(session, { isReadOnly })
    },
    { maxRequestBodySize: mostBytes },
  )
  const handle = toNodeHandler(handler, { maxRequestBodySize: mostBytes })
  const isAllowedOrigin = originValidation([...loopback, ...allowedOrigins])
  // Prevents DNS rebinding: a web page must not reach the server under its own host name.
  const isAllowedHost = loopback.includes(host) || host === '::1' ? localhostHostValidation() : () => true

  async function serve(req: IncomingMessage, res: ServerResponse) {
    if (!isAllowedHost(req, res) || !isAllowedOrigin(req, res)) return
    if (req.url?.split('?')[0] !== path) return refuse(res, 404, `Nothing at this path. The MCP endpoint is ${path}`)
    const apiKey = keyOf(req.headers.authorization)
    if (apiKey === undefined) return refuse(res, 401, 'No API key. Send `Authorization: Bearer mb_test_…`.')
    try {
      await sessionOf(apiKey)
    } catch (error) {
      if (error instanceof RateLimitError)
        res.setHeader('Retry-After', Math.max(1, Math.ceil((error.retryAfterMs ?? 1_000) / 1_000)))
      return refuse(res, statusOf(error), sentenceOf(error))
    }
    await handle(req, res)
  }

  const server = createHttpServer((req, res) => {
    serve(req, res).catch(() => {
      if (res.headersSent) res.destroy()
      else refuse(res, 500, 'Internal error of the MCP server. Try again')
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      await handler.close()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

function statusOf(error: unknown): number {
  if (error instanceof AuthenticationError) return 401
  return error instanceof RateLimitError ? 429 : 502
}

const keyOf = (authorization: string | null | undefined): string | undefined =>
  /^Bearer +([\x21-\x7e]+) *$/i.exec(authorization ?? '')?.[1]

function refuse(res: ServerResponse, status: number, message: string): void {
  res.writeHead(status, {
    'Content-Type': 'application/json',
    ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
  })
  res.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }))
}
