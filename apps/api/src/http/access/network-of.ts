import { isIPv6 } from 'node:net'

/**
 * What an address is counted by: of IPv6 the /64 network, since whoever has one address of it has all of
 * them. An IPv4 address that is written as IPv6 counts as IPv4.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const groups = groupsOf(address)
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return groups.slice(6).map(dotted).join('.')
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** The eight groups, without leading zeros. */
function groupsOf(address: string): string[] {
  const { hostname } = new URL(`http://[${address.split('%', 1)[0] ?? ''}]`)
  const [left = [], right] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':')))
  if (right === undefined) return left
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right]
}

function dotted(group: string): string {
  const value = Number.parseInt(group, 16)
  return `${value >> 8}.${value & 255}`
}
