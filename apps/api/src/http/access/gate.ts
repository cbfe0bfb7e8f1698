import type { Request } from 'express'
import { ApiError } from '../errors/api-error.ts'
import type { Caller } from '../operations/context.ts'

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

/** @throws ApiError insufficient_scope (RFC 6750 §3.1). */
export function requirePermission({ permissions, key, user }: Caller, needed: string | null) {
  const held: readonly string[] = permissions
  if (needed === null || held.includes(needed)) return
  if (key === undefined)
    throw new ApiError('insufficient_scope', `Your role ${user?.role ?? ''} does not allow this: it lacks ${needed}`)
  throw new ApiError('insufficient_scope', `This API key lacks the scope ${needed}`, {
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${needed}"` },
  })
}
