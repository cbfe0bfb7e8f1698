import { namedEnum } from '../fields/named-enum.ts'
import { errorCodes } from './errors.ts'

/** What went wrong, as it is answered. */
export const ErrorCode = namedEnum(
  'ErrorCode',
  Object.keys(errorCodes),
  'Error code for programs. New codes can be added: handle an unknown code by its HTTP status.',
)
