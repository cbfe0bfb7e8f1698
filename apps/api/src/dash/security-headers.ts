import type { RequestHandler } from 'express'

/** What browsers are told about every answer to the dashboard: keep none, show none elsewhere, guess nothing. */
export function securityHeaders(publicUrl: string): RequestHandler {
  const headers = {
    'Cache-Control': 'no-store',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    ...(publicUrl.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
  }
  return (_req, res, next) => {
    res.set(headers)
    next()
  }
}
