import { RefusedError } from '@matterbase/domain'
import { ApiError, validationFailed } from '../http/errors/api-error.ts'

/** Runs `work`; what the rules of the records do not allow is answered to the caller. */
export async function obeyingRules<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof RefusedError ? answerTo(error) : error
  }
}

function answerTo({ kind, code, message, field }: RefusedError): ApiError {
  const details = field === undefined ? [] : [{ field, code, message }]
  return kind === 'invalid' ? validationFailed(details) : new ApiError('conflict', message, { body: { details } })
}
