import { RefusedError } from '@matterbase/domain'
import type { Seen } from '@matterbase/domain'
import type { ErrorDetail, Operation } from '@matterbase/schemas'
import type { Caller } from '../access/caller.ts'
import { requirePassword } from '../access/member-checks.ts'
import { seenOf } from '../answer/etag.ts'
import { ApiError, notFound, validationFailed } from '../errors/api-error.ts'
import { nameMissing } from '../errors/missing.ts'
import { answerTo } from '../errors/refusal.ts'
import { decode, sentOf } from '../input/decode.ts'
import type { Decoding } from '../input/decode.ts'
import type { Call } from './call.ts'
import type { Context } from './context.ts'
import { writeIfSeen } from './seen-whole.ts'

/** The database, as the handler sees it. */
export type DataAccess = Pick<Context, 'sql' | 'snapshot' | 'write' | 'records'>

/**
 * Decodes and checks a request, then runs the handler.
 *
 * @param isPublic Whether a missing record is named by the path. The dashboard has its own texts.
 * @throws ApiError also for a refusal of the domain: it is stored for an Idempotency-Key like other responses.
 */
export async function runHandler(call: Call, access: DataAccess, isPublic: boolean): Promise<object> {
  const { caller, params, query, body, isStrict, mayRead, ignored } = call
  const { operation, handler, readScope, changes } = call.endpoint
  if (body?.error) throw body.error
  requireStorage(operation, caller)
  const decoding = decode(operation, { params, query, body: body?.value }, isStrict)
  const { input, readOnly, isPathPossible } = decoding
  ignored.noteIgnored(decoding.ignored)
  call.sentBody = input.body
  const sent = sentOf(readOnly, { isStrict, isBlind: !mayRead })
  const seen = seenOf(call.req.headers['if-match'])
  if (readScope !== undefined && !mayRead) requireNoTag(operation, seen, readScope)
  const common: Context = { caller, ...access, strict: isStrict, isBlind: !mayRead, sent, seen, ...ignored }
  const context = changes
    ? {
        ...common,
        write: writeIfSeen(access.write, {
          seen,
          path: changes.operation.path,
          read: (sql) => changes.handler({ params: input.params, query: {}, body: {} }, { ...common, sql }),
        }),
      }
    : common
  const asked = { path: operation.path, params, environment: caller.environment }
  const named = (error: unknown) => (isPublic ? nameMissing(error, asked) : error)

  if (decoding.details.length > 0) throw await validationError(call, decoding, context)
  if (!isPathPossible) throw named(notFound())
  requirePassword(operation, caller, input.body)
  return handler(input, context).catch((error: unknown) => {
    throw named(error instanceof RefusedError ? answerTo(error) : error)
  })
}

/** All errors of a request in one response, including those that only the handler finds. */
async function validationError({ endpoint }: Call, decoding: Decoding, context: Context) {
  const { details, omitted, input, isPathPossible } = decoding
  const wrong = new Set(details.map(({ field }) => field))
  const found: ErrorDetail[] = isPathPossible ? ((await endpoint.handler.alsoWrong?.(input, context, wrong)) ?? []) : []
  return validationFailed([...details, ...found.filter(({ field }) => !wrong.has(field))], omitted)
}

/**
 * Refuses a tag from a caller without the permission to read: the comparison would confirm a guess at the record.
 *
 * @throws RefusedError insufficient_scope if the operation compares the tag of If-Match.
 */
function requireNoTag({ errors = [] }: Operation<string>, seen: Seen | undefined, scope: string): void {
  if (seen === undefined || seen === 'any' || !errors.includes('precondition_failed')) return
  const message = `If-Match needs the scope ${scope}, because it confirms a version of the record. Leave If-Match out, or use an API key with this scope.`
  throw new RefusedError('insufficient_scope', message, { scope })
}

/** @throws ApiError limit_reached for a write that can add something, if the storage of the account is used up. */
function requireStorage({ method, body, addsNothing }: Operation<string>, { isFull }: Caller): void {
  if (!isFull || !body || method === 'get' || method === 'delete' || addsNothing === true) return
  throw new ApiError(
    'limit_reached',
    'This account has used all its storage. Delete documents or records that you do not need, or ask the operator of this server for more.',
  )
}
