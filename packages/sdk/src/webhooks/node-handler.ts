import { type RawBody, tooLarge } from './body.ts'
import { createReplier, type HandlerOptions, replyHeaders } from './handle.ts'
import { defaultMaxBodyBytes } from './verify.ts'

/** What this needs of `http.IncomingMessage`, of which Express' and Fastify's (`request.raw`) are. */
export interface NodeRequestLike {
  /** `POST`. */
  readonly method?: string | undefined
  /** In lower case, as Node has them. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Set where something has read the body: its bytes, or what was parsed from them. */
  readonly body?: unknown
  /** Some platforms keep the bytes here. */
  readonly rawBody?: unknown
  /** Whether somebody has read the body. */
  readonly readableEnded?: boolean
  /** The body, and how it ends. */
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown
  /** The body, and how it ends. */
  on(event: 'end', listener: () => void): unknown
  /** The body, and how it ends. */
  on(event: 'error', listener: (error: Error) => void): unknown
}

/** What this needs of `http.ServerResponse`. */
export interface NodeResponseLike {
  /** Status and headers. */
  writeHead(status: number, headers: Record<string, string>): unknown
  /** The body. */
  end(text: string): unknown
}

/**
 * A handler for node:http and what is built on it, such as Express. Never rejects.
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
    // What is left of a body that is too large is not waited for.
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
