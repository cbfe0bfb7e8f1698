import { promisify } from 'node:util'
import express from 'express'
import type { Request, Response } from 'express'
import { ApiError } from '../http/errors/api-error.ts'
import type { RateLimiter } from '../http/access/rate-limit.ts'
import { countAddress } from '../http/access/visits.ts'

const parse = promisify(express.urlencoded({ extended: false, limit: 128 * 1024, parameterLimit: 50 }))

export type FormFields = Readonly<Record<string, string>>

/**
 * The fields of a form. A repeated field is empty.
 * @throws ApiError payload_too_large, unsupported_media_type.
 */
export async function readForm(req: Request, res: Response): Promise<FormFields> {
  if (!req.is('application/x-www-form-urlencoded'))
    throw new ApiError('unsupported_media_type', 'The body is not a form. Send application/x-www-form-urlencoded.')
  await parse(req, res).catch((error: { status?: number }) => {
    if (error.status === 413) throw new ApiError('payload_too_large', 'The form is too long. Shorten the text.')
    throw new ApiError('invalid_body', 'The form could not be read. Send it again.')
  })
  const fields = Object.entries((req.body ?? {}) as Record<string, unknown>)
  return Object.fromEntries(
    fields.map(([name, value]) => [name, typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '']),
  )
}

const perHour = 20
const hourMs = 3_600_000

/** Counts a form by its address, 20 per hour for each kind of form. Returns the seconds to wait, or 0 within the limit. */
export const secondsToWait = (limiter: RateLimiter, kind: string, req: Request): Promise<number> =>
  countAddress(limiter, req, { kind, limit: perHour, ms: hourMs })
