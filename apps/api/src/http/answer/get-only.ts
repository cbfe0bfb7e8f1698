import type { RequestHandler } from 'express'
import { ApiError } from '../errors/api-error.ts'

const allow = 'GET, HEAD, OPTIONS'

/** Passes GET and HEAD on, and responds to other methods. */
export const getOnly: RequestHandler = (req, res, next) => {
  if (req.method === 'GET' || req.method === 'HEAD') next()
  else if (req.method === 'OPTIONS') res.status(204).set('Allow', allow).end()
  else
    throw new ApiError('method_not_allowed', `${req.method} is not allowed at this path. Use one of: ${allow}.`, {
      headers: { Allow: allow },
    })
}
