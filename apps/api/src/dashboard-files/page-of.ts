import type { Request } from 'express'

/** Paths of the service itself; nothing below them is a page of the dashboard. */
const others = /^\/(?:api|dash|docs|intake|sign|inbox|healthz|readyz|assets)(?:\/|$)/

const signIn = /^\/(?:sign-in|(?:setup|reset|invite)\/[^/]+)\/?$/

/** The page that a request navigates to; undefined when it asks for something else, such as JSON. */
export function pageOf(req: Request): 'index.html' | 'sign-in.html' | undefined {
  if (req.method !== 'GET' && req.method !== 'HEAD') return undefined
  if (req.path === '/') return 'index.html'
  // `*/*` prefers neither, and gets the API's 404.
  if (others.test(req.path) || req.accepts(['json', 'html']) !== 'html') return undefined
  return signIn.test(req.path) ? 'sign-in.html' : 'index.html'
}
