import type { Request } from 'express'
import type { Caller } from './caller.ts'

/** Authenticates and counts requests. */
export interface Gate {
  /**
   * Stores the caller in the state of the request for the logs, also when the request exceeds a limit.
   *
   * @param cost The number of requests that it counts as. Default: 1.
   * @throws ApiError for an unknown caller or too many requests.
   */
  admit(req: Request, cost?: number): Promise<Admitted>
}

interface Admitted {
  readonly caller: Caller
  /** Belong to every later response to the request. */
  readonly headers: Readonly<Record<string, string>>
  /** Uncounts the request. Returns the new headers. */
  refund(): Promise<Readonly<Record<string, string>>>
}
