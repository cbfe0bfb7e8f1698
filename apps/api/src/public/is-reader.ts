import type { Request } from 'express'

/** True if a person opens the page. Mail scanners fetch links without asking for HTML, and browsers prefetch pages. */
export const isReader = (req: Request): boolean =>
  req.method === 'GET' &&
  /\btext\/html\b/i.test(req.get('accept') ?? '') &&
  !/\bprefetch\b/i.test(`${req.get('sec-purpose') ?? ''} ${req.get('purpose') ?? ''} ${req.get('x-moz') ?? ''}`)
