import { isIP } from 'node:net'
import { classifyAddress } from './address.ts'

export interface TargetRules {
  /** Also http, and addresses of the own network. Link-local and metadata addresses stay refused. */
  allowPrivate: boolean
}

const metadataNames = new Set([
  'metadata.google.internal',
  'metadata.goog',
  'instance-data.ec2.internal',
  'instance-data',
])
const localSuffixes = ['.local', '.internal', '.localhost', '.localdomain', '.lan', '.home.arpa']
// Services on these ports are not web servers, and must not receive an event.
const dataStorePorts = new Set([
  1433, 1521, 2375, 2376, 2379, 2380, 3306, 3389, 5432, 5672, 5984, 6379, 6443, 9042, 9200, 9300, 10250, 11211, 27017,
])

/**
 * Checks a URL for events. A host name may still resolve to a forbidden address, so the sender checks the address that
 * it dials.
 *
 * @returns null for a valid URL, else a sentence with the problem.
 */
export function checkTargetUrl(url: string, { allowPrivate }: TargetRules): string | null {
  const target = URL.canParse(url) ? new URL(url) : null
  if (!target || (target.protocol !== 'https:' && target.protocol !== 'http:'))
    return 'The URL must be an absolute http or https URL.'
  if (target.username !== '' || target.password !== '') return 'The URL must not contain a user name or password.'
  if (url.includes('#')) return 'The URL must not contain a fragment.'
  if (target.protocol === 'http:' && !allowPrivate) return 'The URL must be an https URL.'
  return checkHost(hostOf(target), allowPrivate) ?? (allowPrivate ? null : checkPort(target.port))
}

/** The host of a URL as it is dialled: no brackets, no trailing dot. */
export function hostOf(target: URL): string {
  return target.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

/** The sentence for an address of that kind, or null when it may be dialled. */
export function checkAddress(address: string, { allowPrivate }: TargetRules): string | null {
  const reach = classifyAddress(address)
  if (reach === 'forbidden') return 'The URL must not point to a link-local, metadata or multicast address.'
  return reach === 'private' && !allowPrivate ? 'The URL must point to a public address.' : null
}

function checkHost(host: string, allowPrivate: boolean): string | null {
  if (isIP(host) !== 0) return checkAddress(host, { allowPrivate })
  if (metadataNames.has(host)) return 'The URL must not point to a link-local, metadata or multicast address.'
  const isLocal = !host.includes('.') || localSuffixes.some((suffix) => host.endsWith(suffix))
  return isLocal && !allowPrivate ? 'The URL must point to a public address.' : null
}

function checkPort(port: string): string | null {
  const number = Number(port)
  if (port === '' || number === 80) return null
  return number < 1024 || dataStorePorts.has(number) ? `The URL must not use port ${port}.` : null
}
