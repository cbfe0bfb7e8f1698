/**
 * The web platform's types as this package needs them. Where the consumer's program knows the real ones
 * (lib.dom, @types/node, Workers, Deno, Bun) they are those; elsewhere a small structural stand-in, so that
 * the published types need neither.
 */
export type WebResponse = typeof globalThis extends { Response: { prototype: infer T } } ? T : ResponseLike
/** `Request` of the platform, if its types are known. */
export type WebRequest = typeof globalThis extends { Request: { prototype: infer T } } ? T : RequestLike
/** `Headers` of the platform, if its types are known. */
export type WebHeaders = typeof globalThis extends { Headers: { prototype: infer T } } ? T : HeadersLike
/** `AbortSignal` of the platform, if its types are known. */
export type WebAbortSignal = typeof globalThis extends { AbortSignal: { prototype: infer T } } ? T : AbortSignalLike

/** The part of `Headers` that this package uses. */
export interface HeadersLike {
  /** Returns a header, or null. */
  get(name: string): string | null
  /** Returns whether a header exists. */
  has(name: string): boolean
  /** Replaces a header. */
  set(name: string, value: string): void
  /** Removes a header. */
  delete(name: string): void
  /** Calls a function for each header, with its name in lower case. */
  forEach(each: (value: string, name: string) => void): void
}

/** The part of `Response` that this package uses. */
export interface ResponseLike {
  /** True if the status is 2xx. */
  readonly ok: boolean
  /** HTTP status. */
  readonly status: number
  /** Status text of HTTP/1. */
  readonly statusText: string
  /** Response headers. */
  readonly headers: HeadersLike
  /** Body as a stream, or null. */
  readonly body: BodyLike | null
  /** True if the body was read. */
  readonly bodyUsed: boolean
  /** Reads the body. */
  text(): Promise<string>
  /** Reads the body as bytes. */
  arrayBuffer(): Promise<ArrayBuffer>
  /** Copies the response with an unread body. */
  clone(): ResponseLike
}

/** The part of a body's `ReadableStream` that this package uses. */
interface BodyLike {
  /** Starts reading. */
  getReader(): {
    /** Reads the next chunk. */
    read(): Promise<{
      /** True if the stream has ended. */
      done: boolean
      /** The chunk. */
      value?: Uint8Array | undefined
    }>
    /** Stops reading. */
    cancel(): Promise<void>
  }
}

/** The part of `Request` that this package uses. */
export interface RequestLike {
  /** HTTP method. */
  readonly method: string
  /** URL. */
  readonly url: string
  /** Request headers. */
  readonly headers: HeadersLike
  /** True if the body was read. */
  readonly bodyUsed: boolean
  /** Reads the body. */
  arrayBuffer(): Promise<ArrayBuffer>
}

/** The part of `AbortSignal` that this package uses. */
export interface AbortSignalLike {
  /** True if the signal was aborted. */
  readonly aborted: boolean
  /** Reason of the abort. */
  readonly reason: unknown
  /** Adds a listener for the abort. */
  addEventListener(
    type: 'abort',
    listener: () => void,
    options?: {
      /** True if the listener is called only once. */
      once?: boolean
    },
  ): void
  /** Removes the listener. */
  removeEventListener(type: 'abort', listener: () => void): void
}

/** Options of `fetch`. The URL is always a string. */
export interface FetchInit {
  /** HTTP method, such as `GET`. */
  method: string
  /** Request headers with the API key. */
  headers: WebHeaders
  /** JSON body. */
  body?: string
  /** Aborts with the attempt. */
  signal: WebAbortSignal
  /** Redirects are not followed, so that the API key is sent only to the server. */
  redirect: 'manual'
}

/** The part of `fetch` that this package uses. The global `fetch` and undici fit. */
export type Fetch = (url: string, init: FetchInit) => Promise<WebResponse>
