import { createServer as createHttpServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AuthenticationError } from '@matterbase/sdk'
import { localhostHostValidation, originValidation, toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { createServer, sentenceOf } from './server.ts'
import type { Session } from './session.ts'

interface HttpOptions {
  readonly port: number
  readonly host: string
  /** Hostnames of pages that may call it, besides those of this machine. */
  readonly allowedOrigins: readonly string[]
  readonly sessionOf: (apiKey: string) => Promise<Session>
}

interface RunningHttp {
  readonly port: number
  close(): Promise<void>
}

const path = '/mcp'
const loopback = ['localhost', '127.0.0.1', '[::1]']
const mostBytes = 1024 * 1024

/** Serves MCP over streamable HTTP at `/mcp`. Each request brings the API key that it is made with. */
export async function serveHttp({ port, host, allowedOrigins, sessionOf }: HttpOptions): Promise<RunningHttp> {
  // What is refused is answered; nobody else is to be told.
  const handler = createMcpHandler(
    async ({ requestInfo }) => createServer(await sessionOf(keyOf(requestInfo?.headers.get('authorization')) ?? '')),
    { maxRequestBodySize: mostBytes },
  )
  const handle = toNodeHandler(handler, { maxRequestBodySize: mostBytes })
  const isAllowedOrigin = originValidation([...loopback, ...allowedOrigins])
  // A page elsewhere must not reach it by giving its own name this machine's address.
  const isAllowedHost = loopback.includes(host) || host === '::1' ? localhostHostValidation() : () => true

  async function serve(req: IncomingMessage, res: ServerResponse) {
    if (!isAllowedHost(req, res) || !isAllowedOrigin(req, res)) return
    if (req.url?.split('?')[0] !== path) return refuse(res, 404, `There is nothing here: MCP is at ${path}`)
    const apiKey = keyOf(req.headers.authorization)
    if (apiKey === undefined) return refuse(res, 401, 'Send an API key: Authorization: Bearer mb_live_…')
    try {
      await sessionOf(apiKey)
    } catch (error) {
      return refuse(res, error instanceof AuthenticationError ? 401 : 502, sentenceOf(error))
    }
    await handle(req, res)
  }

  const server = createHttpServer((req, res) => {
    serve(req, res).catch(() => {
      if (res.headersSent) res.destroy()
      else refuse(res, 500, 'Something went wrong in the MCP server')
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

const keyOf = (authorization: string | null | undefined): string | undefined =>
  /^Bearer +([\x21-\x7e]+) *$/i.exec(authorization ?? '')?.[1]

function refuse(res: ServerResponse, status: number, message: string): void {
  res.writeHead(status, {
    'Content-Type': 'application/json',
    ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
  })
  res.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }))
}
