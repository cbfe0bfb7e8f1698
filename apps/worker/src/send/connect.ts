import { isIP } from 'node:net'
import type { LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { checkAddress } from '@matterbase/jobs'
import type { TargetRules } from '@matterbase/jobs'
import { buildConnector } from 'undici'
import { BlockedTarget } from './outcome.ts'
import type { Resolve } from './resolve.ts'

export interface ConnectOptions extends TargetRules {
  timeoutMs: number
  resolve: Resolve
}

/**
 * Connects to addresses that may be dialled and to no others: a name is resolved here and all its
 * addresses are judged, then exactly those are dialled, and the address at the other end is judged again.
 */
export function createConnect({ timeoutMs, resolve, ...rules }: ConnectOptions): buildConnector.connector {
  const connect = buildConnector({
    timeout: timeoutMs,
    allowH2: false,
    autoSelectFamily: true,
    lookup: vet(resolve, rules),
  })
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '')
    const refused = isIP(host) === 0 ? null : checkAddress(host, rules)
    if (refused !== null) {
      callback(new BlockedTarget(refused), null)
      return
    }
    connect(options, (error, socket) => {
      if (error) {
        callback(error, null)
        return
      }
      const mistake = checkAddress(socket.remoteAddress ?? '', rules)
      if (mistake === null) {
        callback(null, socket)
        return
      }
      socket.destroy()
      callback(new BlockedTarget(mistake), null)
    })
  }
}

function vet(resolve: Resolve, rules: TargetRules): LookupFunction {
  const judged = callbackify(async (host: string) => {
    const addresses = await resolve(host.replace(/\.$/, ''))
    const refused = addresses.map((address) => checkAddress(address, rules)).find((sentence) => sentence !== null)
    if (refused !== undefined) throw new BlockedTarget(refused)
    return addresses.map((address) => ({ address, family: isIP(address) }))
  })
  return (host, options, callback) => {
    judged(host, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) callback(error ?? new Error('No address'), '')
      else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}
