/**
 * The web platform's types as this package needs them. Where the consumer's program knows the real ones
 * (lib.dom, @types/node, Workers, Deno, Bun) they are those; elsewhere a small structural stand-in, so that
 * the published types need neither.
 */
export type WebResponse = typeof globalThis extends { Response: { prototype: infer T } } ? T : ResponseLike
export type WebRequest = typeof globalThis extends { Request: { prototype: infer T } } ? T : RequestLike
export type WebHeaders = typeof globalThis extends { Headers: { prototype: infer T } } ? T : HeadersLike
export type WebAbortSignal = typeof globalThis extends { AbortSignal: { prototype: infer T } } ? T : AbortSignalLike

/** The members of `Headers` this package uses. */
export interface HeadersLike {
  get(name: string): string | null
  has(name: string): boolean
  set(name: string, value: string): void
  delete(name: string): void
  forEach(each: (value: string, name: string) => void): void
}

/** The members of `Response` this package uses. */
export interface ResponseLike {
  readonly ok: boolean
  readonly status: number
  readonly statusText: string
  readonly headers: HeadersLike
  readonly bodyUsed: boolean
  text(): Promise<string>
  clone(): ResponseLike
}

/** The members of `Request` this package uses. */
export interface RequestLike {
  readonly method: string
  readonly url: string
  readonly headers: HeadersLike
  readonly bodyUsed: boolean
  arrayBuffer(): Promise<ArrayBuffer>
}

/** The members of `AbortSignal` this package uses. */
export interface AbortSignalLike {
  readonly aborted: boolean
  readonly reason: unknown
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** What a `fetch` is called with: always a URL text and a plain init. */
export interface FetchInit {
  method: string
  headers: WebHeaders
  body?: string
  signal: WebAbortSignal
  redirect: 'manual'
}

/** The part of `fetch` this package calls; the global one fits, as do undici's and a test's stand-in. */
export type Fetch = (url: string, init: FetchInit) => Promise<WebResponse>
