import { createHash } from 'node:crypto'

/**
 * The Content-Security-Policy of the guides: the files and inline scripts of the build, and nothing from elsewhere. No
 * script can send a request, because the pages share the origin of the dashboard.
 *
 * @param page any page of the build: the inline scripts are the same on each.
 */
export function guidesPolicy(page: string): string {
  const scripts = [...page.matchAll(/<script(?![^>]* src=)[^>]*>([^<]*)<\/script>/g)]
  const hashes = scripts.map(([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashes].join(' '),
    "style-src 'self'",
    "img-src 'self' data:",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
}
