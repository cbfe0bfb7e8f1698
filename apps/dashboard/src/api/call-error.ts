/** The error of one field, such as `title`, `leadData.email` or `events[0]`. */
export interface FieldFault {
  readonly field: string
  readonly code: string
  readonly message: string
}

interface ErrorBody {
  readonly error?: string
  readonly code?: string
  readonly request_id?: string
  readonly details?: readonly FieldFault[]
}

/** An error response. `status` is 0 if the server was not reached. */
export class CallError extends Error {
  readonly status: number
  readonly code: string
  readonly details: readonly FieldFault[]
  readonly requestId: string | null
  /** The response, for fields such as `existing_id` or `dependents`. */
  readonly body: Readonly<Record<string, unknown>>

  constructor(status: number, body: unknown, requestId: string | null) {
    const known: ErrorBody = typeof body === 'object' && body !== null ? { ...body } : {}
    super(known.error ?? (status === 0 ? 'The server cannot be reached.' : `The server returned ${status}.`))
    this.name = 'CallError'
    this.status = status
    this.code = known.code ?? (status === 0 ? 'unreachable' : 'unknown')
    this.details = known.details ?? []
    this.requestId = known.request_id ?? requestId
    this.body = { ...known }
  }
}

export function isCallError(error: unknown, code?: string): error is CallError {
  return error instanceof CallError && (code === undefined || error.code === code)
}
