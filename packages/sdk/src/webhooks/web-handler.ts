import type { WebRequest, WebResponse } from '../config/web-types.ts'
import { createReplier, type HandlerOptions, replyHeaders } from './handle.ts'

/**
 * Creates a webhook handler for Request and Response: Next.js, Hono, Workers, Deno and Bun. The handler never rejects.
 *
 * @example
 * export const POST = createWebHandler({ secret, on: { 'lead.created': ({ data }) => console.log(data.email) } })
 */
export function createWebHandler(options: HandlerOptions): (request: WebRequest) => Promise<WebResponse> {
  const reply = createReplier(options)
  return async (request) => {
    // An empty body makes the error explain that the body was read before.
    const body = async () => (request.bodyUsed ? '' : request.arrayBuffer())
    const [status, text] = await reply(request.method, request.headers, body)
    return new Response(text, { status, headers: replyHeaders })
  }
}
