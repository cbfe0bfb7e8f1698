/**
 * What browsers are told with every answer: load nothing, be framed nowhere, use no device, guess no type, tell no other
 * site where its visitor comes from, and store nothing. Pages and files that need more set their own.
 *
 * @param publicUrl where browsers reach the service; when that is https, they are to use nothing else for a year.
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
