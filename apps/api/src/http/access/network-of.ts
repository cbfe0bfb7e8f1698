import { parseAddress } from '@matterbase/jobs'

/**
 * The rate-limit key of an address. IPv6 counts per /64, because one customer owns the whole /64. IPv4 addresses in IPv6
 * form count as IPv4.
 */
export function networkOf(address: string): string {
  const parsed = parseAddress(address)
  if (!parsed) return address
  if (!('parts' in parsed)) return parsed.toString()
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}
