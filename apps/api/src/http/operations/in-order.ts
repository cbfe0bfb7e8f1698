import type { RequestHandler } from 'express'

/**
 * Combines handlers into one, at a fraction of the cost of a layer of Express for each. Error handlers and handlers that
 * return a promise are not supported.
 */
export const inOrder =
  (...handlers: readonly RequestHandler[]): RequestHandler =>
  (req, res, done) => {
    let at = 0
    const next = (error?: unknown) => {
      const handler = error === undefined ? handlers[at++] : undefined
      if (!handler) return done(error)
      void handler(req, res, next)
    }
    next()
  }

/** Runs a handler for one path only. A trailing slash is ignored. */
export const only =
  (path: string, handler: RequestHandler): RequestHandler =>
  (req, res, next) => {
    if (req.path === path || req.path === `${path}/`) void handler(req, res, next)
    else next()
  }
