// Explains why Node's TLS does not trust a certificate: its issuer, name or validity.
const codes =
  /^(?:SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_\w+|CERT_\w+|ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH|INVALID_CA)$/

/**
 * How to reach a PostgreSQL whose certificate is not trusted; undefined for any other error. All of `prefer`, `require` and
 * `verify-ca` check the certificate here, as `verify-full` does; libpq checks less.
 */
export function certificateAdvice(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (!codes.test(code)) return undefined
  if (names.test(code))
    return `use a host name of the certificate in the URL. To check the certificate but not the host name, add uselibpqcompat=true&sslmode=verify-ca&sslrootcert=/path/to/ca.crt. ${unchecked}`
  if (/EXPIRED|NOT_YET_VALID/.test(code))
    return `install a valid certificate on the server of PostgreSQL, and compare the clocks of both servers. ${unchecked}`
  return `add sslrootcert=/path/to/ca.crt with the CA certificate of your provider to the URL. ${unchecked}`
}

const names = /ALTNAME|HOSTNAME/
const unchecked =
  'To encrypt without checking the certificate, add uselibpqcompat=true, with which sslmode=require does not check it (as in psql), or sslmode=no-verify'
