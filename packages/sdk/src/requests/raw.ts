import { segmentsOf } from '../encoding/encode.ts'
import { ConfigError } from '../errors/error-base.ts'
import type { Call, Method, RawRequestOptions } from './request.ts'

/** A call that a caller wrote by hand, and whose answer is taken as it is. */
export function rawCall<T>(method: Method, path: string, { query, body }: RawRequestOptions = {}): Call<T, T> {
  // In another letter case a POST would be sent, but retried like a GET.
  if (!/^(GET|POST|PUT|PATCH|DELETE)$/.test(method))
    throw new ConfigError(`method is ${method}: it has to be GET, POST, PUT, PATCH or DELETE`)
  return { method, path: segmentsOf(path), query, body, answer: 'any', decode: (answer) => answer }
}
