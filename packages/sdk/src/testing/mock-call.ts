import type { WebHeaders } from '../config/web-types.ts'
import type { OperationName } from './operations.ts'

/** One request the mock has answered. */
export interface MockCall {
  /** Undefined for a path the client does not know. */
  readonly operation: OperationName | undefined
  /** `GET`, `POST` and so on. */
  readonly method: string
  /** Below `/api/v1`, or the whole path. */
  readonly path: string
  /** What stands for `:id` and the like. */
  readonly params: Readonly<Record<string, string>>
  /** Its parameters. */
  readonly query: Readonly<Record<string, string>>
  /** As they were sent, with the key. */
  readonly headers: WebHeaders
  /** Parsed; undefined when there was none. */
  readonly body: unknown
}
