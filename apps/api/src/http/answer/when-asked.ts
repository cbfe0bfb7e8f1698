import type { RequestHandler } from 'express'

/** Makes a value at its first use, and keeps it. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** A handler that is made at its first request: what most processes are never asked for costs their start nothing. */
export function madeWhenAsked(make: () => RequestHandler): RequestHandler {
  const handler = once(make)
  return (req, res, next) => handler()(req, res, next)
}
