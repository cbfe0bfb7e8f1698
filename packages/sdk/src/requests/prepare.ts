import { type Config, type Limits, limitsOf } from '../config/config.ts'
import { isPage, runtimeName } from '../config/env.ts'
import { ConfigError } from '../errors/error-base.ts'
import { toHeaders, toJson, toPath, toQuery } from '../encoding/encode.ts'
import type { Call, RequestOptions } from './request.ts'
import { version } from '../version.ts'
import type { WebHeaders } from '../config/web-types.ts'

/** A call ready to be sent, once or several times. */
export interface Prepared
  extends Limits, Pick<Call<never, unknown>, 'method' | 'answer'>, Pick<RequestOptions, 'signal'> {
  /** Without the query, which may hold names of people: for logs. */
  readonly path: string
  readonly url: string
  readonly headers: WebHeaders
  readonly body: string | undefined
  readonly idempotencyKey: string | undefined
  /** On the clock of `performance.now()`. */
  readonly deadlineAt: number
}

/** @throws {ConfigError} when the call cannot be sent as it is. */
export function prepare(config: Config, call: Call<never, unknown>, options: RequestOptions): Prepared {
  const path = toPath(call.path)
  const ownKey = call.method === 'POST' ? (options.idempotencyKey ?? config.newIdempotencyKey()) : undefined
  if (ownKey?.trim() === '')
    throw new ConfigError('idempotencyKey is empty: leave it out, and each call gets one of its own')
  const body = typeof call.body === 'string' ? call.body : toJson(call.body)
  const ours = {
    accept: 'application/json',
    'content-type': body && 'application/json',
    'idempotency-key': ownKey,
    prefer: config.strict ? 'handling=strict' : undefined,
    'user-agent': isPage() ? undefined : `matterbase-sdk/${version} ${runtimeName()}`,
  }
  const headers = toHeaders(ours, options.headers)
  const limits = limitsOf(options, config)
  return {
    ...options,
    ...limits,
    ...call,
    path,
    url: config.baseUrl + path + toQuery(call.query),
    headers,
    body,
    // As it is sent: the headers of the call may have taken it away, and without one a POST is not repeated.
    idempotencyKey: headers.get('idempotency-key') || undefined,
    deadlineAt: performance.now() + limits.deadline,
  }
}
