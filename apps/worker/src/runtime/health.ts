import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Build } from '@matterbase/config'

export interface HealthOptions {
  build: Build
  /** Undefined: the worker does not listen. */
  port: number | undefined
  host: string
  /** A sentence about why the worker is not ready, or undefined. @throws Error without a database. */
  problem(): Promise<string | undefined>
  /** The metrics for Prometheus. */
  metrics(): Promise<string>
}

export interface Health {
  close(): Promise<void>
}

/**
 * Serves `GET /healthz`, `GET /readyz` and `GET /metrics`, with the responses of the API.
 *
 * @throws Error with one sentence when the port cannot be opened.
 */
export async function listenForHealth({ port, host, ...known }: HealthOptions): Promise<Health> {
  if (port === undefined) return { close: async () => undefined }
  const server = createServer((request, response) => void answer(request, response, known))
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ message }) =>
      reject(new Error(`WORKER_PORT ${port} cannot be opened (${message}): set it to a free port, or unset it`)),
    )
    server.listen({ port, host }, resolve)
  })
  return {
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

async function answer(
  { method, url }: IncomingMessage,
  response: ServerResponse,
  { build, problem, metrics }: Pick<HealthOptions, 'build' | 'problem' | 'metrics'>,
) {
  const sendText = (status: number, text: string, headers: Record<string, string | number>) =>
    response.writeHead(status, { 'Content-Length': Buffer.byteLength(text), ...headers }).end(text)
  const send = (status: number, body: object, headers: Record<string, string> = {}) =>
    sendText(status, JSON.stringify(body), { 'Content-Type': 'application/json; charset=utf-8', ...headers })
  const path = url?.split('?', 1)[0]
  if (path !== '/healthz' && path !== '/readyz' && path !== '/metrics')
    return send(404, {
      error: `No page ${path ?? '/'}. This worker serves /healthz, /readyz and /metrics`,
      code: 'not_found',
    })
  if (method !== 'GET' && method !== 'HEAD')
    return send(
      405,
      { error: `${method} is not allowed on ${path}. Use GET`, code: 'method_not_allowed' },
      { Allow: 'GET, HEAD' },
    )
  if (path === '/healthz') return send(200, { status: 'ok', ...build })
  const away = 'The database cannot be reached. Try again in 2 s'
  if (path === '/metrics') {
    const text = await metrics().catch(() => undefined)
    if (text === undefined) return send(503, { error: away, code: 'unavailable' }, { 'Retry-After': '2' })
    return sendText(200, text, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' })
  }
  const error = await problem().catch(() => away)
  if (error === undefined) return send(200, { status: 'ready' })
  return send(503, { error, code: 'unavailable' }, { 'Retry-After': '2' })
}
