import { UnreadableSealError } from '@matterbase/db'
import { ApiError } from './api-error.ts'

/**
 * The error for a value that this process cannot open, such as one that a process of the next version sealed during an
 * upgrade; undefined for any other error. Nothing was written, and another process can have the key.
 */
export function unreadableSeal(error: unknown): ApiError | undefined {
  if (!(error instanceof UnreadableSealError)) return undefined
  return new ApiError(
    'unavailable',
    'This process cannot open a value that another version or encryption key sealed. Send the request again. If that does not help, tell the operator of this server.',
    { headers: { 'Retry-After': '5' } },
  )
}
