/**
 * The web platform's types as this package needs them. Where the consumer's program knows the real ones
 * (lib.dom, @types/node, Workers, Deno, Bun) they are those; elsewhere a small structural stand-in, so that
 * the published types need neither.
 */
export type WebResponse = typeof globalThis extends { Response: { prototype: infer T } } ? T : ResponseLike
/** `Request`, where the program knows it. */
export type WebRequest = typeof globalThis extends { Request: { prototype: infer T } } ? T : RequestLike
/** `Headers`, where the program knows it. */
export type WebHeaders = typeof globalThis extends { Headers: { prototype: infer T } } ? T : HeadersLike
/** `AbortSignal`, where the program knows it. */
export type WebAbortSignal = typeof globalThis extends { AbortSignal: { prototype: infer T } } ? T : AbortSignalLike

/** The members of `Headers` this package uses. */
export interface HeadersLike {
  /** Null when it is missing. */
  get(name: string): string | null
  /** Whether it is there. */
  has(name: string): boolean
  /** Puts it in place of what is there. */
  set(name: string, value: string): void
  /** Takes it away. */
  delete(name: string): void
  /** Every header, its name in lower case. */
  forEach(each: (value: string, name: string) => void): void
}

/** The members of `Response` this package uses. */
export interface ResponseLike {
  /** Whether the status is 2xx. */
  readonly ok: boolean
  /** The HTTP status. */
  readonly status: number
  /** What HTTP/1 says beside it. */
  readonly statusText: string
  /** Of the answer. */
  readonly headers: HeadersLike
  /** What is read in pieces; null when there is none. */
  readonly body: BodyLike | null
  /** Whether the body was read. */
  readonly bodyUsed: boolean
  /** Reads the body. */
  text(): Promise<string>
  /** Another one whose body can be read too. */
  clone(): ResponseLike
}

/** The members of a body's `ReadableStream` this package uses. */
interface BodyLike {
  /** Takes the body over. */
  getReader(): {
    /** The next piece, in the order they arrive. */
    read(): Promise<{
      /** Whether there is no more. */
      done: boolean
      /** The piece. */
      value?: Uint8Array | undefined
    }>
    /** Wants no more of it. */
    cancel(): Promise<void>
  }
}

/** The members of `Request` this package uses. */
export interface RequestLike {
  /** `POST` and so on. */
  readonly method: string
  /** Whole. */
  readonly url: string
  /** Of the request. */
  readonly headers: HeadersLike
  /** Whether the body was read. */
  readonly bodyUsed: boolean
  /** Reads the body. */
  arrayBuffer(): Promise<ArrayBuffer>
}

/** The members of `AbortSignal` this package uses. */
export interface AbortSignalLike {
  /** Whether it was aborted. */
  readonly aborted: boolean
  /** Why. */
  readonly reason: unknown
  /** Calls the listener when it is aborted. */
  addEventListener(
    type: 'abort',
    listener: () => void,
    options?: {
      /** Only once. */
      once?: boolean
    },
  ): void
  /** Takes the listener away. */
  removeEventListener(type: 'abort', listener: () => void): void
}

/** What a `fetch` is called with: always a URL text and a plain init. */
export interface FetchInit {
  /** `GET`, `POST` and so on. */
  method: string
  /** With the key. */
  headers: WebHeaders
  /** JSON, where there is one. */
  body?: string
  /** Aborts with the attempt. */
  signal: WebAbortSignal
  /** Redirects are not followed: the key stays with the service. */
  redirect: 'manual'
}

/** The part of `fetch` this package calls; the global one fits, as do undici's and a test's stand-in. */
export type Fetch = (url: string, init: FetchInit) => Promise<WebResponse>
