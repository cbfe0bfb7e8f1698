import type { RequestHandler } from 'express'

/** Creates a value at its first use. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** Creates a handler at its first request, so that rarely used routes do not slow down the start. */
export function madeWhenAsked(make: () => RequestHandler): RequestHandler {
  const handler = once(make)
  return (req, res, next) => handler()(req, res, next)
}
