import { withLimits } from './attempt.ts'
import type { LogFields } from '../config/logger.ts'
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

  return async (call, attempt) => {
    const { method, path, url, headers, body } = call
    if (throttle) await withLimits((signal) => throttle.wait(signal), { ...call, timeout: Infinity })
    const from = performance.now()
    const note = (more: Partial<LogFields>) => {
      const fields = { method, path, attempt, ms: Math.round(performance.now() - from), ...more }
      logger.debug('matterbase request', fields)
      return fields
    }
    const request = { method, url, headers: new Headers(headers), ...(body !== undefined && { body }), attempt }
    try {
      const answer = await withLimits((signal) => transport({ ...request, signal }, call.answer), call)
      const { status, headers: received } = answer.response
      throttle?.note(answer.response)
      notice(received, note({ status, requestId: received.get('x-request-id') ?? undefined }))
      return answer
    } catch (error) {
      throttle?.note(undefined)
      note({ error: error instanceof MatterbaseError ? error.code : 'middleware' })
      throw error
    }
  }
}
