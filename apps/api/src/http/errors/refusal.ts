import type { RefusedError } from '@matterbase/domain'
import { ApiError, notFound, validationFailed } from './api-error.ts'
import { quoted } from '../answer/etag.ts'

/** The response to a refusal of the domain. */
export function answerTo({ code, message, reasons }: RefusedError): ApiError {
  const { details = [], facts, retryAfter, scope, tag } = reasons
  if (code === 'validation_failed') return validationFailed(details)
  if (code === 'not_found') return notFound(message)
  if (code === 'precondition_failed')
    return new ApiError(code, message, { body: { ...facts }, headers: tag === undefined ? {} : { ETag: quoted(tag) } })
  // RFC 6750 §3.1.
  const challenge = scope !== undefined && `Bearer error="insufficient_scope", scope="${scope}"`
  return new ApiError(code, message, {
    body: { ...facts, ...(details.length > 0 && { details }) },
    headers: {
      ...(challenge && { 'WWW-Authenticate': challenge }),
      ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
    },
  })
}
