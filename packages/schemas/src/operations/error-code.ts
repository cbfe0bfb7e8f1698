import { namedEnum } from '../fields/named-enum.ts'
import { errorCodes } from './errors.ts'

/** The machine-readable code of an error. */
export const ErrorCode = namedEnum(
  'ErrorCode',
  Object.keys(errorCodes),
  'Error code for programs. New codes can be added: handle an unknown code by its HTTP status.',
)
