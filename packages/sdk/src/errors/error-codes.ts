import type { ErrorCode } from '../generated/error-codes.ts'

/** An error code. Editors complete the known codes. An unknown one comes from a newer server or a proxy. */
export type AnyErrorCode = ErrorCode | (string & Record<never, never>)
