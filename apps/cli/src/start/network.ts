import { isExposed, isLoopback } from '@matterbase/config'
import type { Demo } from './apart/demo.ts'

/** Who can reach a start, which decides what is safe to leave open. */
export interface Network {
  host: string
  publicUrl: string
  isEmbedded: boolean
  /** What WEBHOOK_ALLOW_PRIVATE says; it always counts. */
  allowPrivate: boolean | undefined
}

/** Private webhook targets are for trying things out on one machine; others could reach into its network with them. */
export function allowsPrivate({ host, isEmbedded, allowPrivate }: Network): boolean {
  return allowPrivate ?? (isEmbedded && isLoopback(host))
}

/** The rate tier of demo keys that are made now. */
export const demoTierOf = (host: string) => (isLoopback(host) ? 'enterprise' : 'pro')

/** What whoever starts a server should know about who can reach it, a sentence or two each. */
export function describeNetwork(network: Network, demo: Pick<Demo, 'isUnlimited' | 'email'> | null): string[] {
  const { host, publicUrl, isEmbedded, allowPrivate } = network
  if (isLoopback(host)) return []
  const lines: string[] = []
  if (isExposed(host, publicUrl))
    lines.push(
      `Not encrypted: HOST ${host} lets the network in, and PUBLIC_URL is ${publicUrl}. Passwords, keys and records can be read on their way. ` +
        'Put a proxy that speaks https in front, and set PUBLIC_URL to its https address; or unset HOST.',
    )
  if (allowsPrivate(network))
    lines.push(
      'WEBHOOK_ALLOW_PRIVATE is true: whoever makes a webhook can reach http and private addresses from this server.',
    )
  else if (isEmbedded && allowPrivate === undefined)
    lines.push(
      `Webhooks go to public https addresses only, since HOST is ${host}. WEBHOOK_ALLOW_PRIVATE=true allows the others.`,
    )
  if (demo?.isUnlimited)
    lines.push(
      `The demo keys have no rate limit, since they were made while nobody else could reach this server. Revoke them: npx pnpm@12 matterbase keys list --account ${demo.email}`,
    )
  return lines
}
