/** The network addresses of a server. */
export interface Reach {
  /** The address that the server listens on. */
  readonly host: string
  readonly publicUrl: string
  /** TRUST_PROXY, 0 without a proxy. */
  readonly trustProxy: number | string
}

/** True if only this machine can reach an address. Unknown names count as public. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
}

/** True if other machines can reach the server, possibly through a proxy on this machine. */
export function isExposed({ host, publicUrl, trustProxy }: Reach): boolean {
  return !isLoopback(host) || !isLoopback(new URL(publicUrl).hostname) || trustProxy !== 0
}

/** True if other machines reach the server without HTTPS, so that passwords and API keys can be intercepted. */
export function isUnencrypted(reach: Reach): boolean {
  return isExposed(reach) && !reach.publicUrl.startsWith('https:')
}
