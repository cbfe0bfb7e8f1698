import type { RequestHandler } from 'express'

const exposedHeaders = [
  'ETag',
  'Content-Disposition',
  'Link',
  'Location',
  'Retry-After',
  'X-Ignored-Fields',
  'X-Ignored-Fields-Omitted',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
  'X-Updated-Since',
  'X-Workspace-Epoch',
  'Idempotent-Replayed',
].join(', ')

/** Pages of any origin may call the API: the API key is in a header, so there are no ambient credentials to abuse. */
export const cors: RequestHandler = (req, res, next) => {
  res.setHeader('Access-Control-Allow-Origin', '*').setHeader('Access-Control-Expose-Headers', exposedHeaders)
  if (req.method === 'OPTIONS')
    res.set({
      'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
      'Access-Control-Allow-Headers': req.get('access-control-request-headers') ?? 'Authorization, Content-Type',
      'Access-Control-Max-Age': '7200',
    })
  next()
}
