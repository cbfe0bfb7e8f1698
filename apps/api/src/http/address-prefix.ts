import { isIPv6 } from 'node:net'

/**
 * What counts as one caller where addresses are counted: an IPv4 address, or the /64 of an IPv6 address,
 * all of which belongs to one customer of a provider.
 */
export function addressPrefix(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [bare = ''] = address.split('%', 1)
  if (!isIPv6(bare)) return address
  // `new URL` writes every form of an address in the same way.
  const { hostname } = new URL(`http://[${bare}]`)
  const [before = '', after] = hostname.slice(1, -1).split('::', 2)
  const head = before === '' ? [] : before.split(':')
  const tail = after ? after.split(':') : []
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return `${[...head, ...(after === undefined ? [] : zeros), ...tail].slice(0, 4).join(':')}::/64`
}
