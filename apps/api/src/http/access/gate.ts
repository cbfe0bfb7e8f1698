import type { Request } from 'express'
import type { Caller } from './caller.ts'

/** Decides which requests are let in, and for whom. */
export interface Gate {
  /**
   * Notes the caller in the request's state for the logs, also when the request is one too many.
   * @throws ApiError when the caller is not known or sends too many requests.
   */
  admit(req: Request): Promise<Admitted>
}

interface Admitted {
  readonly caller: Caller
  /** Go with every answer from here on. */
  readonly headers: Readonly<Record<string, string>>
  /** Makes the request free, and answers the headers that say so. */
  refund(): Promise<Readonly<Record<string, string>>>
}
