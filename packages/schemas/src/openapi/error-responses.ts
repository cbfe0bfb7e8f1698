import { errorCodes } from '../operations/errors.ts'
import type { ErrorCode } from '../operations/errors.ts'
import type { Operation } from '../operations/operation.ts'
import { errorHeaders, headerRefs } from './answer-headers.ts'
import { errorCodesOf } from './error-codes-of.ts'
import { errorExample } from './error-examples.ts'

/** An error answer under a name of its own, since many operations share it. */
export interface ErrorResponse {
  readonly status: number
  readonly name: string
  readonly response: ReturnType<typeof responseOf>
}

/** The error responses of an operation, one for each status. */
export function errorResponses(operation: Operation): ErrorResponse[] {
  const byStatus = Map.groupBy(errorCodesOf(operation), (code) => errorCodes[code].status)
  return [...byStatus].map(([status, codes]) => {
    const isReplayable = operation.method === 'post' && codes.some((code) => isKept(status, code))
    const name = codes.map(pascalCase).join('Or') + (isReplayable ? 'Replayable' : '')
    return { status, name, response: responseOf(status, codes, isReplayable) }
  })
}

/** True if an `Idempotency-Key` stores this response. */
const isKept = (status: number, code: ErrorCode) => [400, 404, 409].includes(status) && code !== 'idempotency_in_flight'

function responseOf(status: number, codes: readonly ErrorCode[], isReplayable: boolean) {
  const examples = codes.map(
    (code) => [code, { summary: errorCodes[code].meaning, value: errorExample(code) }] as const,
  )
  return {
    description: codes.map((code) => `\`${code}\`: ${errorCodes[code].meaning}.`).join('\n\n'),
    headers: headerRefs(errorHeaders(status, codes, isReplayable)),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/ApiError' },
        examples: Object.fromEntries(examples),
      },
    },
  }
}

const pascalCase = (code: string) => code.replaceAll(/(?:^|_)(\w)/g, (_all, letter: string) => letter.toUpperCase())
