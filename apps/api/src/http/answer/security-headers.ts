/**
 * What browsers are told with every answer, whatever it is: load nothing, be framed nowhere, guess no
 * type, tell no other site where somebody came from. Pages that need more say so themselves.
 *
 * @param publicUrl where browsers reach the service; when that is https, they are to use nothing else for a year.
 */
export const securityHeaders = (publicUrl: string): readonly (readonly [string, string])[] =>
  Object.entries({
    'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    ...(publicUrl.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
  })
