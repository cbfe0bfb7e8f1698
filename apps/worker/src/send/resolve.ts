import { lookup, Resolver } from 'node:dns/promises'

/** Every address of a host name, in the order of attempts. */
export type Resolve = (host: string) => Promise<readonly string[]>

/**
 * Queries the name servers directly, because the system's lookup has four threads, which a few dead names would block.
 * The system and its hosts file resolve names that DNS does not know.
 *
 * @param servers name servers as `address:port`. Default: those of the system.
 */
export function createResolve(servers?: readonly string[]): Resolve {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  if (servers) resolver.setServers(servers)
  return async (host) => {
    if (host === 'localhost' || host.endsWith('.localhost')) return ['127.0.0.1', '::1']
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length > 0) return addresses
    const failures = answers.flatMap((answer): unknown[] => (answer.status === 'rejected' ? [answer.reason] : []))
    if (!failures.every(isUnknown)) throw failures.find((failure) => !isUnknown(failure))
    return (await lookup(host, { all: true })).map(({ address }) => address)
  }
}

const isUnknown = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'ENODATA')
