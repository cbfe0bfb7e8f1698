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
 * Connects to allowed addresses only. It resolves a name, checks all addresses, connects to exactly these, and checks
 * the address of the connected socket again.
 */
export function createConnect({ timeoutMs, resolve, ...rules }: ConnectOptions): buildConnector.connector {
  const connect = buildConnector({
    timeout: timeoutMs,
    allowH2: false,
    autoSelectFamily: true,
    lookup: checkedLookup(resolve, rules),
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
      const disallowed = checkAddress(socket.remoteAddress ?? '', rules)
      if (disallowed === null) {
        callback(null, socket)
        return
      }
      socket.destroy()
      callback(new BlockedTarget(disallowed), null)
    })
  }
}

function checkedLookup(resolve: Resolve, rules: TargetRules): LookupFunction {
  const checked = callbackify(async (host: string) => {
    const addresses = await resolve(host.replace(/\.$/, ''))
    const refused = addresses.map((address) => checkAddress(address, rules)).find((sentence) => sentence !== null)
    if (refused !== undefined) throw new BlockedTarget(refused)
    return addresses.map((address) => ({ address, family: isIP(address) }))
  })
  return (host, options, callback) => {
    checked(host, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) callback(error ?? new Error('No address'), '')
      else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}
