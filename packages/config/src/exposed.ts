/** How a server is reached. */
export interface Reach {
  /** The address it listens on. */
  readonly host: string
  readonly publicUrl: string
  /** TRUST_PROXY; 0 where no proxy is in front. */
  readonly trustProxy: number | string
}

/** Whether only the machine itself reaches an address. A name that is not in the list counts as public. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
}

/** Whether other machines reach the server. A proxy on the same machine brings them in as well. */
export function isExposed({ host, publicUrl, trustProxy }: Reach): boolean {
  return !isLoopback(host) || !isLoopback(new URL(publicUrl).hostname) || trustProxy !== 0
}

/** Whether passwords and keys can be read on their way: other machines reach the server, and not over https. */
export function isUnencrypted(reach: Reach): boolean {
  return isExposed(reach) && !reach.publicUrl.startsWith('https:')
}
