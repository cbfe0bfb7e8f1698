/**
 * The strictest headers for browsers, on each response: no resources, frames, devices, MIME sniffing, referrers or caching.
 * Pages and files that need more set their own.
 *
 * @param publicUrl The URL of the service for browsers. With HTTPS, browsers must use HTTPS for a year.
 */
export const securityHeaders = (publicUrl: string): readonly (readonly [string, string])[] =>
  Object.entries({
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy':
      'camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), serial=(), usb=()',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    ...(publicUrl.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
  })
