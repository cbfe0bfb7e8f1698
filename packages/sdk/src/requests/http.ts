import { toApiError } from '../errors/api-error.ts'
import { type ApiPromise, LazyPromise, type WithResponse } from './api-promise.ts'
import { callSite } from '../errors/call-site.ts'
import type { Config } from '../config/config.ts'
import { invalidAnswer } from '../errors/errors.ts'
import { createExchange } from './exchange.ts'
import { ignoredFields } from './notices.ts'
import { linesOf } from './lines.ts'
import { prepare } from './prepare.ts'
import { readRateLimit } from './rate-limit.ts'
import type { Call, Callable, RequestOptions } from './request.ts'
import { retrying } from './retrying.ts'
import { validateAnswer } from '../config/validate.ts'

/** Sends calls for the resources. */
export interface Http {
  /** Sends immediately. */
  request<Body, T>(call: Callable<Body, T>, options?: RequestOptions): ApiPromise<T>
  /** The same with the response, for callers that start it later. */
  send<Body, T>(call: Callable<Body, T>, options?: RequestOptions): Promise<WithResponse<T>>
}

export function createHttp(config: Config): Http {
  const { apiKey, logger, validate } = config
  const exchange = createExchange(config)
  // A proxy can serve the API under another path.
  const hints: Readonly<Record<number, string>> = config.baseUrl.endsWith('/api/v1')
    ? {}
    : { 404: 'Check that baseUrl is the address of the API and ends in /api/v1' }

  async function send<Body, T>(callable: Callable<Body, T>, options: RequestOptions = {}): Promise<WithResponse<T>> {
    const call = typeof callable === 'function' ? callable() : callable
    const prepared = prepare(config, call, options)
    return retrying(prepared, logger, async (attempt, mayBeDone) => {
      const { response, text, bytes } = await exchange(prepared, attempt)
      const { ok, status, headers } = response
      const { idempotencyKey } = prepared
      // An earlier attempt deleted the record. This is the requested outcome.
      const isDeleted = call.method === 'DELETE' && call.answer && status === 404 && mayBeDone
      if (!ok && !isDeleted) {
        // A response that quotes the API key must not bring it into logs.
        const clean = text.replaceAll(apiKey, '[key]')
        throw toApiError({ status, headers, body: parse(clean) ?? clean, idempotencyKey, hint: hints[status] })
      }
      const checked = async (body: unknown) => {
        if (validate) await validateAnswer(validate, call.path, body)
        return body
      }
      const line = (text: string) => checked({ data: read(undefined, text, status) })
      const ofLines = call.answer === 'lines' && linesOf(response, prepared, line)
      const body = isDeleted ? undefined : ofLines || bytes || (await checked(read(call.answer, text, status)))
      // The only place where a response body gets its type.
      const data = call.decode(body as Body, { response, idempotencyKey })
      if (data === undefined && !call.answer) throw invalid(status, 'the body has no record')
      return {
        data: data as T,
        response,
        requestId: headers.get('x-request-id') ?? undefined,
        rateLimit: readRateLimit(headers),
        idempotencyKey,
        ignoredFields: ignoredFields(headers),
        attempts: attempt,
      }
    })
  }

  return {
    send,
    request(call, options) {
      const result = callSite()(send(call, options))
      return new LazyPromise(() => result)
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function read(answer: Call<never, unknown>['answer'], text: string, status: number): unknown {
  if (answer === 'none' || (answer && text === '')) return undefined
  const body = parse(text)
  if (answer ? body !== undefined : typeof body === 'object' && body !== null) return body
  throw invalid(status, `the body is not ${answer ? 'JSON' : 'a JSON object'}`)
}

const invalid = (status: number, why: string) =>
  invalidAnswer(
    `Unexpected response: status ${status}, but ${why}. Check that baseUrl is the address of the API and ends in /api/v1`,
  )
