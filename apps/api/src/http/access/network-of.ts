import { parseAddress } from '@matterbase/jobs'

/**
 * What an address is counted by: of IPv6 the /64 network, since whoever has one address of it has all of
 * them. An IPv4 address that is written as IPv6 counts as IPv4.
 */
export function networkOf(address: string): string {
  const parsed = parseAddress(address)
  if (!parsed) return address
  if (!('parts' in parsed)) return parsed.toString()
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}
