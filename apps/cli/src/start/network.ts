import { isExposed, isLoopback, isUnencrypted } from '@matterbase/config'
import type { Reach } from '@matterbase/config'

/** Who can reach a start, which decides what is safe to leave open. */
export interface Network extends Reach {
  readonly isEmbedded: boolean
  /** The value of WEBHOOK_ALLOW_PRIVATE, which always wins. */
  readonly allowPrivate: boolean | undefined
}

/** Private webhook targets are for trying things out on one machine; other callers could reach into its network with them. */
export function allowsPrivate(network: Network): boolean {
  return network.allowPrivate ?? (network.isEmbedded && !isExposed(network))
}

interface Accounts {
  /** True if the server has no account yet. */
  readonly isEmpty: boolean
  /** True if this start gave the demo account a rate limit. */
  readonly isDemoLimited: boolean
}

/** Warnings for the operator about who can reach the server, a sentence or two each. */
export function describeNetwork(network: Network, { isEmpty, isDemoLimited }: Accounts): string[] {
  if (!isExposed(network)) return []
  const { publicUrl, isEmbedded, allowPrivate } = network
  const because = `other machines can reach this server (${findReasons(network).join(', ')})`
  const lines: string[] = []
  if (isUnencrypted(network))
    lines.push(
      `Not encrypted: ${because}, and PUBLIC_URL ${publicUrl} is not https. Passwords, API keys and records can be read in transit. ` +
        'Put an https reverse proxy in front, and set PUBLIC_URL to its https address. For this machine only, unset HOST, PUBLIC_URL and TRUST_PROXY.',
    )
  if (allowsPrivate(network))
    lines.push(
      'WEBHOOK_ALLOW_PRIVATE is true: anyone who can create a webhook endpoint can reach http and private addresses from this server.',
    )
  else if (isEmbedded && allowPrivate === undefined)
    lines.push(
      `Webhooks go to public https addresses only, because ${because}. To allow http and private addresses, set WEBHOOK_ALLOW_PRIVATE=true.`,
    )
  if (isEmbedded && isEmpty) lines.push(`No demo account was created, because ${because}.`)
  if (isDemoLimited) lines.push(`The demo account had no rate limit. Its highest tier is pro now, because ${because}.`)
  return lines
}

function findReasons({ host, publicUrl, trustProxy }: Reach): string[] {
  return [
    ...(isLoopback(host) ? [] : [`HOST is ${host}`]),
    ...(isLoopback(new URL(publicUrl).hostname) ? [] : [`PUBLIC_URL is ${publicUrl}`]),
    ...(trustProxy === 0 ? [] : [`TRUST_PROXY is ${trustProxy}`]),
  ]
}
