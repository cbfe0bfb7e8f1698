import type { ServerResponse } from 'node:http'

/** The additional methods of our responses. */
export interface Bounded {
  /** Ends a response with these bytes, without a copy. */
  endWith(parts: readonly Uint8Array[]): void
  /** @throws ApiError overloaded if the caller has too many unread bytes. */
  requireRoom(): void
}

const isBounded = (res: ServerResponse): res is ServerResponse & Bounded => 'endWith' in res

/** Ends a response with these bytes. */
export function endWith(res: ServerResponse, parts: readonly Uint8Array[]): void {
  if (isBounded(res)) res.endWith(parts)
  else res.end(Buffer.concat(parts))
}

/** Checks before a large response. @throws ApiError overloaded if the caller has too many unread bytes. */
export function requireRoom(res: ServerResponse): void {
  if (isBounded(res)) res.requireRoom()
}
