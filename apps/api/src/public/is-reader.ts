import type { Request } from 'express'

/**
 * Whether a page is asked for by a person who reads it. Scanners of mail fetch links without asking for HTML, and browsers
 * fetch pages ahead that are perhaps never shown.
 */
export const isReader = (req: Request): boolean =>
  req.method === 'GET' &&
  /\btext\/html\b/i.test(req.get('accept') ?? '') &&
  !/\bprefetch\b/i.test(`${req.get('sec-purpose') ?? ''} ${req.get('purpose') ?? ''} ${req.get('x-moz') ?? ''}`)
