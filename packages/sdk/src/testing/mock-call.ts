import type { WebHeaders } from '../config/web-types.ts'
import type { OperationName } from './operations.ts'

/** One request to the mock. */
export interface MockCall {
  /** Name of the operation. Undefined for an unknown path. */
  readonly operation: OperationName | undefined
  /** HTTP method, such as `GET`. */
  readonly method: string
  /** Path below `/api/v1`, or the whole path. */
  readonly path: string
  /** Values of `:id` and other path parameters. */
  readonly params: Readonly<Record<string, string>>
  /** Query parameters. */
  readonly query: Readonly<Record<string, string>>
  /** Request headers, with the API key. */
  readonly headers: WebHeaders
  /** Parsed body. Undefined if the request has no body. */
  readonly body: unknown
}
