import type { ServerResponse } from 'node:http'

/** What answers of the service can do besides those of Node. */
export interface Bounded {
  /** Ends an answer with these bytes. They are not copied. */
  endWith(parts: readonly Uint8Array[]): void
  /** @throws ApiError overloaded when the caller has too many answers that are not read. */
  requireRoom(): void
}

const isBounded = (res: ServerResponse): res is ServerResponse & Bounded => 'endWith' in res

/** Ends an answer with these bytes. */
export function endWith(res: ServerResponse, parts: readonly Uint8Array[]): void {
  if (isBounded(res)) res.endWith(parts)
  else res.end(Buffer.concat(parts))
}

/** For an answer whose bytes come later. @throws ApiError overloaded when the caller has too many answers that are not read. */
export function requireRoom(res: ServerResponse): void {
  if (isBounded(res)) res.requireRoom()
}
