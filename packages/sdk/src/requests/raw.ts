import { segmentsOf } from '../encoding/encode.ts'
import { ConfigError } from '../errors/error-base.ts'
import type { Call, Method, RawRequestOptions } from './request.ts'

/** The call of `mb.request`. */
export function rawCall<T>(method: Method, path: string, { query, body }: RawRequestOptions = {}): Call<T, T> {
  // A lower-case POST would be retried like a GET.
  if (!/^(GET|POST|PUT|PATCH|DELETE)$/.test(method))
    throw new ConfigError(`method must be GET, POST, PUT, PATCH or DELETE, not ${method}`)
  return { method, path: segmentsOf(path), query, body, answer: 'any', decode: (answer) => answer }
}
