import { type Config, type Limits, limitsOf } from '../config/config.ts'
import { isPage, runtimeName } from '../config/env.ts'
import { ConfigError } from '../errors/error-base.ts'
import { toHeaders, toJson, toPath, toQuery } from '../encoding/encode.ts'
import type { Call, RequestOptions } from './request.ts'
import { version } from '../version.ts'
import type { WebHeaders } from '../config/web-types.ts'

/** A call that is ready to be sent. */
export interface Prepared
  extends Limits, Pick<Call<never, unknown>, 'method' | 'answer'>, Pick<RequestOptions, 'signal'> {
  /** Path for logs, without the query, which can contain names of people. */
  readonly path: string
  readonly url: string
  readonly headers: WebHeaders
  readonly body: string | undefined
  readonly idempotencyKey: string | undefined
  /** On the clock of `performance.now()`. */
  readonly deadlineAt: number
}

/** @throws {ConfigError} if the call is invalid. */
export function prepare(config: Config, call: Call<never, unknown>, options: RequestOptions): Prepared {
  const path = toPath(call.path)
  const ownKey = call.method === 'POST' ? (options.idempotencyKey ?? config.newIdempotencyKey()) : undefined
  if (ownKey?.trim() === '') throw new ConfigError('idempotencyKey must not be empty. Leave it out')
  const body = typeof call.body === 'string' ? call.body : toJson(call.body)
  const defaults = {
    accept: call.answer === 'file' ? undefined : 'application/json',
    'content-type': body && 'application/json',
    'idempotency-key': ownKey,
    prefer: config.strict ? 'handling=strict' : undefined,
    'user-agent': isPage() ? undefined : `matterbase-sdk/${version} ${runtimeName()}`,
  }
  const headers = toHeaders(defaults, options.headers)
  const limits = limitsOf(options, config)
  return {
    ...options,
    ...limits,
    ...call,
    path,
    url: config.baseUrl + path + toQuery(call.query),
    headers,
    body,
    // From the headers, because the caller can remove it. A POST without one is not retried.
    idempotencyKey: headers.get('idempotency-key') || undefined,
    deadlineAt: performance.now() + limits.deadline,
  }
}
