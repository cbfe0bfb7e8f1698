import { checkTargetUrl } from '@matterbase/jobs'
import { Agent } from 'undici'
import { createConnect } from './connect.ts'
import type { ConnectOptions } from './connect.ts'
import { BlockedTarget, DeadlinePassed, toFailure } from './outcome.ts'
import type { Result } from './outcome.ts'
import { readBody } from './response.ts'
import { readRetryAfter } from './retry.ts'

interface Delivery {
  url: string
  headers: Record<string, string>
  body: Buffer
  /** When the attempt began, epoch milliseconds by PostgreSQL's clock. */
  startedAt: number
}

export interface HttpClient {
  /** One POST, within one deadline from DNS to the last byte of the answer. Never throws, follows nothing. */
  post(delivery: Delivery): Promise<Result>
  close(): Promise<void>
}

/** A client with connections of its own, kept alive between requests. */
export function createHttpClient(options: ConnectOptions): HttpClient {
  const { timeoutMs, allowPrivate } = options
  const agent = new Agent({
    connect: createConnect(options),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveMaxTimeout: 60_000,
    pipelining: 1,
  })
  const send = async ({ url, headers, body, startedAt }: Delivery, startedHere: number, signal: AbortSignal) => {
    const refused = checkTargetUrl(url, { allowPrivate })
    if (refused !== null) throw new BlockedTarget(refused)
    const { origin, pathname, search } = new URL(url)
    const response = await agent.request({ origin, path: pathname + search, method: 'POST', headers, body, signal })
    const now = startedAt + performance.now() - startedHere
    const head = {
      statusCode: response.statusCode,
      retryAfterMs: readRetryAfter(response.statusCode, response.headers['retry-after'], now),
    }
    try {
      return { ...head, body: await readBody(response.body), failure: null }
    } catch (error) {
      return { ...head, body: null, failure: toFailure(error, timeoutMs) }
    }
  }
  return {
    async post(delivery) {
      const startedHere = performance.now()
      const deadline = new AbortController()
      const timer = setTimeout(() => deadline.abort(new DeadlinePassed()), timeoutMs)
      const sent = await send(delivery, startedHere, deadline.signal).catch((error: unknown) => ({
        statusCode: null,
        retryAfterMs: null,
        body: null,
        failure: toFailure(error, timeoutMs),
      }))
      clearTimeout(timer)
      const { failure, ...rest } = sent
      return {
        ...rest,
        ...(failure ?? judge(sent.statusCode)),
        durationMs: Math.round(performance.now() - startedHere),
      }
    },
    close: () => agent.destroy(),
  }
}

function judge(statusCode: number | null): Pick<Result, 'outcome' | 'error'> {
  if (statusCode !== null && statusCode >= 200 && statusCode < 300) return { outcome: 'success', error: null }
  const isRedirect = statusCode !== null && statusCode >= 300 && statusCode < 400
  return {
    outcome: 'http_error',
    error: `The receiver answered ${statusCode}${isRedirect ? '; redirects are not followed' : ''}.`,
  }
}
