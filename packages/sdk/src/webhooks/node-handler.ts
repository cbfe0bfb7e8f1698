import { type RawBody, tooLarge } from './body.ts'
import { createReplier, type HandlerOptions, replyHeaders } from './handle.ts'
import { defaultMaxBodyBytes } from './verify.ts'

/** The part of `http.IncomingMessage` that the handler uses. Express requests and Fastify's `request.raw` fit. */
export interface NodeRequestLike {
  /** HTTP method. */
  readonly method?: string | undefined
  /** Headers with names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Body that a middleware has read: its bytes, or its parsed value. */
  readonly body?: unknown
  /** Body as bytes, on some platforms. */
  readonly rawBody?: unknown
  /** True if the body has been read. */
  readonly readableEnded?: boolean
  /** Events of the body. */
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown
  /** Events of the body. */
  on(event: 'end', listener: () => void): unknown
  /** Events of the body. */
  on(event: 'error', listener: (error: Error) => void): unknown
}

/** The part of `http.ServerResponse` that the handler uses. */
export interface NodeResponseLike {
  /** Writes status and headers. */
  writeHead(status: number, headers: Record<string, string>): unknown
  /** Writes the body. */
  end(text: string): unknown
}

/**
 * Creates a webhook handler for node:http and frameworks on top of it, such as Express. The handler never rejects.
 *
 * @example
 * const receive = createNodeHandler({ secret, on: { 'lead.created': ({ data }) => console.log(data.email) } })
 * createServer((request, response) => void receive(request, response)).listen(4000)
 */
export function createNodeHandler(
  options: HandlerOptions,
): (request: NodeRequestLike, response: NodeResponseLike) => Promise<void> {
  const reply = createReplier(options)
  return async (request, response) => {
    const body = () => readBody(request, options.maxBodyBytes ?? defaultMaxBodyBytes)
    const [status, text] = await reply(request.method, request.headers, body)
    // Does not wait for the rest of a body that is too large.
    response.writeHead(status, { ...replyHeaders, ...(status === 413 && { connection: 'close' }) })
    response.end(text)
  }
}

const readBody = (request: NodeRequestLike, most: number): Promise<RawBody> =>
  new Promise((resolve, reject) => {
    const { rawBody = request.body } = request
    if (request.readableEnded || typeof rawBody === 'string' || ArrayBuffer.isView(rawBody)) resolve(rawBody as RawBody)
    const chunks: Uint8Array<ArrayBuffer>[] = []
    let size = 0
    request.on('data', (chunk) => {
      if ((size += chunk.length) > most) reject(tooLarge(most))
      else chunks.push(chunk as Uint8Array<ArrayBuffer>)
    })
    request.on('end', () => resolve(new Blob(chunks).arrayBuffer()))
    request.on('error', reject)
  })
