import { isExposed } from '@matterbase/config'
import type { Env } from '@matterbase/config'
import { explain } from '../explain.ts'
import { publicUrlOf } from '../public-url.ts'
import { ok, problem, warning } from './finding.ts'
import type { Outcome } from './finding.ts'

/** Whether an API answers where callers are told that it is. */
export async function checkPublicUrl(env: Env<'cli'>): Promise<readonly Outcome[]> {
  const url = publicUrlOf(env)
  return [await ask(`${url}/readyz`), ...checkScheme(env, url)]
}

async function ask(url: string): Promise<Outcome> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(5_000) })
    const body = await response.text()
    if (response.ok && body.includes('"ready"')) return ok(`${url} answers that the API is ready`)
    if (response.status === 503 && body.includes('"code"'))
      return problem(`${url} answers ${body.slice(0, 200)}`, 'look at the log of the API')
    return problem(
      `${url} answers ${response.status}, and not as this API does`,
      'correct PUBLIC_URL, or the proxy that answers there: see docs/deployment.md',
    )
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error
    const reason = explain(cause)
    if (isUntrusted(cause))
      return problem(
        `${url} has a certificate that is not trusted here (${reason})`,
        'correct the certificate of the proxy and its chain; for an authority of your own set NODE_EXTRA_CA_CERTS to its certificate',
      )
    return problem(
      `${url} does not answer (${reason})`,
      'start the API ("matterbase api"), or correct PUBLIC_URL, its DNS or its proxy',
    )
  }
}

const isUntrusted = (error: unknown) =>
  error instanceof Error && 'code' in error && /CERT|ISSUER|ALTNAME/.test(String(error.code))

function checkScheme({ HOST: host, DATABASE_URL }: Env<'cli'>, url: string): readonly Outcome[] {
  const listens = host ?? (DATABASE_URL === undefined ? '127.0.0.1' : '0.0.0.0')
  if (!isExposed(listens, url)) return []
  return [
    warning(
      `HOST ${listens} lets the network in, and ${url} is not https`,
      'put a proxy that speaks https in front, and set PUBLIC_URL to its address; or set HOST to 127.0.0.1',
    ),
  ]
}
