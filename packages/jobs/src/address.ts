import { isIPv4, isIPv6 } from 'node:net'

/** forbidden: never dialled, whatever is allowed (link-local, cloud metadata, multicast). */
export type Reach = 'public' | 'private' | 'forbidden'

type Range = readonly [network: string, bits: number]

const forbidden4: readonly Range[] = [
  ['169.254.0.0', 16],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // The metadata services of Azure and Alibaba Cloud.
  ['168.63.129.16', 32],
  ['100.100.100.200', 32],
]
const private4: readonly Range[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
]
const forbidden6: readonly Range[] = [
  ['fe80::', 10],
  ['ff00::', 8],
  // The metadata services of AWS, Google Cloud and Oracle Cloud.
  ['fd00:ec2::254', 128],
  ['fd20:ce::254', 128],
  ['fd00:c1::a9fe:a9fe', 128],
]
// Of IPv6 only what is assigned for the open internet is public: an unknown range is private.
const public6: Range = ['2000::', 3]
const private6: readonly Range[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]
/** Ranges that carry an IPv4 address inside, and at which byte. */
const carriers: readonly (readonly [...Range, at: number, inverted: boolean])[] = [
  ['::ffff:0:0', 96, 12, false],
  ['::', 96, 12, false],
  ['64:ff9b::', 96, 12, false],
  ['64:ff9b:1::', 48, 12, false],
  ['2002::', 16, 2, false],
  ['2001::', 32, 12, true],
]
const mapped: Range = ['::ffff:0:0', 96]

/**
 * Where an IP address leads.
 *
 * @param address IPv4 in dotted form or IPv6 in any spelling, without brackets; anything else is `forbidden`.
 */
export function classifyAddress(address: string): Reach {
  if (isIPv4(address)) return classify4(bytesOf4(address))
  const [plain = ''] = address.split('%')
  return isIPv6(plain) ? classify6(bytesOf6(plain)) : 'forbidden'
}

function classify4(bytes: readonly number[]): Reach {
  if (within(bytes, forbidden4)) return 'forbidden'
  return within(bytes, private4) ? 'private' : 'public'
}

function classify6(bytes: readonly number[]): Reach {
  if (inRange(bytes, mapped)) return classify4(bytes.slice(12))
  if (within(bytes, forbidden6) || carried(bytes).some((inner) => classify4(inner) === 'forbidden')) return 'forbidden'
  return inRange(bytes, public6) && !within(bytes, private6) ? 'public' : 'private'
}

function carried(bytes: readonly number[]): number[][] {
  return carriers
    .filter(([network, bits]) => inRange(bytes, [network, bits]))
    .map(([, , at, inverted]) => bytes.slice(at, at + 4).map((byte) => (inverted ? 255 - byte : byte)))
}

const within = (bytes: readonly number[], ranges: readonly Range[]) => ranges.some((range) => inRange(bytes, range))

function inRange(bytes: readonly number[], [network, bits]: Range): boolean {
  const base = isIPv4(network) ? bytesOf4(network) : bytesOf6(network)
  if (base.length !== bytes.length) return false
  return base.every((byte, index) => {
    const kept = Math.min(8, Math.max(0, bits - index * 8))
    const mask = (0xff << (8 - kept)) & 0xff
    return (byte & mask) === ((bytes[index] ?? 0) & mask)
  })
}

const bytesOf4 = (address: string) => address.split('.').map(Number)

function bytesOf6(address: string): number[] {
  const [head = '', tail] = address.split('::')
  const front = groups(head)
  const back = groups(tail ?? '')
  const zeros = tail === undefined ? 0 : 16 - front.length - back.length
  return [...front, ...Array.from({ length: zeros }, () => 0), ...back]
}

function groups(text: string): number[] {
  if (text === '') return []
  return text.split(':').flatMap((group) => {
    if (group.includes('.')) return bytesOf4(group)
    const value = Number.parseInt(group, 16)
    return [value >> 8, value & 0xff]
  })
}
