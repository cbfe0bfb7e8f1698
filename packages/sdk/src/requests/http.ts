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

/** Sends calls; everything the resources know of HTTP. */
export interface Http {
  /** Sends at once. */
  request<Body, T>(call: Callable<Body, T>, options?: RequestOptions): ApiPromise<T>
  /** The same, bare: for those who start it later than their own caller called. */
  send<Body, T>(call: Callable<Body, T>, options?: RequestOptions): Promise<WithResponse<T>>
}

export function createHttp(config: Config): Http {
  const { apiKey, logger, validate } = config
  const exchange = createExchange(config)
  // A proxy may have the API elsewhere, so another path is no mistake for sure.
  const hints: Readonly<Record<number, string>> = config.baseUrl.endsWith('/api/v1')
    ? {}
    : { 404: 'baseUrl does not end with /api/v1: is it the address of the API?' }

  async function send<Body, T>(callable: Callable<Body, T>, options: RequestOptions = {}): Promise<WithResponse<T>> {
    const call = typeof callable === 'function' ? callable() : callable
    const prepared = prepare(config, call, options)
    return retrying(prepared, logger, async (attempt, mayBeDone) => {
      const { response, text } = await exchange(prepared, attempt)
      const { ok, status, headers } = response
      const { idempotencyKey } = prepared
      // What an earlier attempt deleted is not there any more: that is the outcome asked for.
      const isDeleted = call.method === 'DELETE' && call.answer && status === 404 && mayBeDone
      if (!ok && !isDeleted) {
        // An answer that quotes the key must not carry it on into logs.
        const clean = text.replaceAll(apiKey, '[key]')
        throw toApiError({ status, headers, body: parse(clean) ?? clean, idempotencyKey, hint: hints[status] })
      }
      const checked = async (body: unknown) => {
        if (validate) await validateAnswer(validate, call.path, body)
        return body
      }
      const line = (text: string) => checked({ data: read(undefined, text, status) })
      const ofLines = call.answer === 'lines' && linesOf(response, prepared, line)
      const body = isDeleted ? undefined : ofLines || (await checked(read(call.answer, text, status)))
      // The one place where what came over the wire gets its type.
      const data = call.decode(body as Body, { response, idempotencyKey })
      if (data === undefined && !call.answer) throw invalid(status, 'the body lacks the record')
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
  invalidAnswer(`The service answered ${status}, but ${why}: is baseUrl the address of the API?`)
