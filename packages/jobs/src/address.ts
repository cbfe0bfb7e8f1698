import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** forbidden: never dialled, regardless of the settings (link-local, cloud metadata, multicast). */
export type Reach = 'public' | 'private' | 'forbidden'

type Address = ipaddr.IPv4 | ipaddr.IPv6

const ranges = (...texts: readonly string[]) => texts.map((text) => ipaddr.parseCIDR(text))

// Lists of our own: by `range()` of ipaddr.js, 168.63.129.16 and all that is not assigned yet would be public.
const forbidden4 = ranges(
  '169.254.0.0/16',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // The metadata services of Azure and Alibaba Cloud.
  '168.63.129.16/32',
  '100.100.100.200/32',
)
const private4 = ranges(
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
)
const forbidden6 = ranges(
  'fe80::/10',
  'ff00::/8',
  // The metadata services of AWS, Google Cloud and Oracle Cloud.
  'fd00:ec2::254/128',
  'fd20:ce::254/128',
  'fd00:c1::a9fe:a9fe/128',
)
// IPv6 addresses are public only in ranges that are assigned to the internet. Unknown ranges are private.
const public6 = ranges('2000::/3')
const private6 = ranges('2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20')
/** Ranges that carry an IPv4 address inside, and at which byte. */
const carriers = [
  { networks: ranges('::/96', '64:ff9b::/96', '64:ff9b:1::/48'), at: 12, isInverted: false },
  { networks: ranges('2002::/16'), at: 2, isInverted: false },
  { networks: ranges('2001::/32'), at: 12, isInverted: true },
]

/**
 * Where an IP address leads.
 *
 * @param address IPv4 in dotted form or IPv6 in any spelling, without brackets; anything else is `forbidden`.
 */
export function classifyAddress(address: string): Reach {
  const parsed = parseAddress(address)
  if (!parsed) return 'forbidden'
  return parsed instanceof ipaddr.IPv4 ? classify4(parsed) : classify6(parsed)
}

/** An address without its zone; of IPv4 also where it is written as IPv6. Undefined when Node knows no such address. */
export function parseAddress(address: string): Address | undefined {
  if (isIP(address) === 0) return undefined
  // Node has more zones than ipaddr.js, which takes ::1.2.3.4 for ::ffff:1.2.3.4.
  return ipaddr.process(address.replace(/%.*/, '').replace(/^::(?=\d+\.)/, '::0:'))
}

function classify4(address: ipaddr.IPv4): Reach {
  if (isIn(address, forbidden4)) return 'forbidden'
  return isIn(address, private4) ? 'private' : 'public'
}

function classify6(address: ipaddr.IPv6): Reach {
  const isForbidden = carried(address).some((inner) => classify4(inner) === 'forbidden')
  if (isForbidden || isIn(address, forbidden6)) return 'forbidden'
  return isIn(address, public6) && !isIn(address, private6) ? 'public' : 'private'
}

const isIn = (address: Address, networks: readonly [Address, number][]) =>
  networks.some((network) => address.match(network))

function carried(address: ipaddr.IPv6): ipaddr.IPv4[] {
  const bytes = address.toByteArray()
  return carriers
    .filter(({ networks }) => isIn(address, networks))
    .map(({ at, isInverted }) => bytes.slice(at, at + 4).map((byte) => (isInverted ? 255 - byte : byte)))
    .map((inner) => new ipaddr.IPv4(inner))
}
