import type { RequestHandler } from 'express'

/**
 * Several handlers as one, each called by the one before it: what every request passes costs a fraction of what a
 * layer of Express does for each. None of them may be for errors, or answer a promise.
 */
export const inOrder =
  (...handlers: readonly RequestHandler[]): RequestHandler =>
  (req, res, next) => {
    let at = 0
    const goOn = (error?: unknown) => {
      const handler = error === undefined ? handlers[at++] : undefined
      if (!handler) return next(error)
      void handler(req, res, goOn)
    }
    goOn()
  }

/** What is only for one path; a slash at its end makes no difference. */
export const only =
  (path: string, handler: RequestHandler): RequestHandler =>
  (req, res, next) => {
    if (req.path === path || req.path === `${path}/`) void handler(req, res, next)
    else next()
  }
