import { lookup } from 'node:dns/promises'
import { checkAddress, checkTargetUrl, hostOf } from '@matterbase/jobs/target-url'
import { invalid } from '../../core/verbs/refused.ts'

type Resolve = (host: string) => Promise<readonly string[]>

const addressesOf: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address)

/**
 * Test inboxes are endpoints at this server's own address. They receive nothing where that address is not allowed as a
 * target.
 *
 * @throws RefusedError validation_failed that says so.
 */
export async function requireOwnAddress(
  publicUrl: string,
  allowPrivate: boolean,
  resolve: Resolve = addressesOf,
): Promise<void> {
  const problem =
    checkTargetUrl(publicUrl, { allowPrivate }) ?? (allowPrivate ? null : await problemOf(publicUrl, resolve))
  if (problem)
    throw invalid(
      'PUBLIC_URL',
      'invalid_target',
      `this server does not deliver to its own address, ${publicUrl}, so the listener would receive nothing. ${problem} The operator can set PUBLIC_URL to a public HTTPS address, or set WEBHOOK_ALLOW_PRIVATE=true.`,
    )
}

/** A name that cannot be resolved here and now may be where deliveries are sent from. */
async function problemOf(publicUrl: string, resolve: Resolve): Promise<string | null> {
  const addresses = await resolve(hostOf(new URL(publicUrl))).catch(() => [])
  const problems = addresses.map((address) => checkAddress(address, { allowPrivate: false }))
  return problems.find((sentence) => sentence !== null) ?? null
}
