import { isUnencrypted } from '@matterbase/config'
import type { Env } from '@matterbase/config'
import { explain } from '../explain.ts'
import { publicUrlOf, reachOf } from '../reach.ts'
import { ok, problem, warning } from './finding.ts'
import type { Outcome } from './finding.ts'

/** Checks that an API responds at PUBLIC_URL. */
export async function checkPublicUrl(env: Env<'cli'>): Promise<readonly Outcome[]> {
  const url = publicUrlOf(env)
  return [await ask(`${url}/readyz`), ...checkScheme(env)]
}

async function ask(url: string): Promise<Outcome> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(5_000) })
    const body = await response.text()
    if (response.ok && body.includes('"ready"')) return ok(`${url} reports that the API is ready`)
    if (response.status === 503 && body.includes('"code"'))
      return problem(`${url} returns ${body.slice(0, 200)}`, 'read the log of the API')
    return problem(
      `${url} returns ${response.status}, and not from this API`,
      'correct PUBLIC_URL, or the proxy that answers there: see docs/self-host/https.md',
    )
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error
    const reason = explain(cause)
    if (isUntrusted(cause))
      return problem(
        `${url} has a certificate that is not trusted here (${reason})`,
        'correct the certificate and chain of the proxy; for a CA of your own, set NODE_EXTRA_CA_CERTS to the CA certificate',
      )
    return problem(
      `${url} does not answer (${reason})`,
      'start the API ("matterbase api"), or correct PUBLIC_URL, its DNS or its proxy',
    )
  }
}

const isUntrusted = (error: unknown) =>
  error instanceof Error && 'code' in error && /CERT|ISSUER|ALTNAME/.test(String(error.code))

function checkScheme(env: Env<'cli'>): readonly Outcome[] {
  const reach = reachOf(env)
  if (!isUnencrypted(reach)) return []
  return [
    warning(
      `HOST ${reach.host} and TRUST_PROXY ${reach.trustProxy} let other machines connect, and PUBLIC_URL ${reach.publicUrl} is not https`,
      'put an https reverse proxy in front, and set PUBLIC_URL to its https address; for this machine only, unset HOST, PUBLIC_URL and TRUST_PROXY',
    ),
  ]
}
