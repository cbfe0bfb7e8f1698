import { namedEnum } from '../fields/named-enum.ts'
import { errorCodes } from './errors.ts'

/** What went wrong, as it is answered. */
export const ErrorCode = namedEnum(
  'ErrorCode',
  Object.keys(errorCodes),
  'What went wrong, for machines. More may come: treat one that you do not know by the status of the answer.',
)
