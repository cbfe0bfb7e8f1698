import type { WebRequest, WebResponse } from '../config/web-types.ts'
import { createReplier, type HandlerOptions, replyHeaders } from './handle.ts'

/**
 * A handler for servers that speak Request and Response: Next.js, Hono, Workers, Deno, Bun. Never rejects.
 *
 * @example
 * export const POST = createWebHandler({ secret, on: { 'lead.created': ({ data }) => console.log(data.email) } })
 */
export function createWebHandler(options: HandlerOptions): (request: WebRequest) => Promise<WebResponse> {
  const reply = createReplier(options)
  return async (request) => {
    // A body that was read before is passed on as none: that is what the error is about.
    const body = async () => (request.bodyUsed ? '' : request.arrayBuffer())
    const [status, text] = await reply(request.method, request.headers, body)
    return new Response(text, { status, headers: replyHeaders })
  }
}
