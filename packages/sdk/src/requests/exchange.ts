import { withLimits } from './attempt.ts'
import type { Config } from '../config/config.ts'
import { MatterbaseError } from '../errors/error-base.ts'
import { notices } from './notices.ts'
import type { Prepared } from './prepare.ts'
import { type Answer, createTransport } from './transport.ts'

/** Carries out single attempts: within their limits, throttled, logged. */
export function createExchange(config: Config): (call: Prepared, attempt: number) => Promise<Answer> {
  const { logger, throttle } = config
  const transport = createTransport(config)
  const notice = notices(logger)

  return async ({ method, path, url, headers, body, timeout, deadlineAt, signal }, attempt) => {
    const left = () => deadlineAt - performance.now()
    if (throttle) await withLimits((inner) => throttle.wait(inner), { timeout: Infinity, left: left(), signal })
    const from = performance.now()
    const facts = () => ({ method, path, attempt, ms: Math.round(performance.now() - from) })
    const request = { method, url, headers: new Headers(headers), ...(body !== undefined && { body }), attempt }
    try {
      const answer = await withLimits((inner) => transport({ ...request, signal: inner }), {
        timeout,
        left: left(),
        signal,
      })
      const { status, headers: received } = answer.response
      throttle?.note(answer.response)
      const fields = { ...facts(), status, requestId: received.get('x-request-id') ?? undefined }
      notice(received, fields)
      logger.debug('matterbase request', fields)
      return answer
    } catch (error) {
      throttle?.note(undefined)
      logger.debug('matterbase request', {
        ...facts(),
        error: error instanceof MatterbaseError ? error.code : 'middleware',
      })
      throw error
    }
  }
}
