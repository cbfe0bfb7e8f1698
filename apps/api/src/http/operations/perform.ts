import { OverloadedError, snapshot } from '@matterbase/db'
import type { Db, Sealer } from '@matterbase/db'
import { RefusedError } from '@matterbase/domain'
import type { RecordStore } from '@matterbase/domain'
import type { ErrorDetail, Operation } from '@matterbase/schemas'
import type { Request, Response } from 'express'
import { accessTo } from '../access/access.ts'
import { answerOf, locationOf, nextLink } from '../answer/answer.ts'
import type { HttpAnswer } from '../answer/answer.ts'
import { Lines } from '../answer/lines.ts'
import { notFound, validationFailed } from '../errors/api-error.ts'
import { busy } from '../errors/overloaded.ts'
import type { Context } from './context.ts'
import type { Write } from '../access/access.ts'
import type { Caller } from '../access/caller.ts'
import { decode } from '../input/decode.ts'
import type { Decoded } from '../input/decode.ts'
import { seenOf } from '../answer/etag.ts'
import { idempotently } from './idempotency.ts'
import type { LargeBodies } from '../input/large-bodies.ts'
import { recordsFor } from './records.ts'
import type { Records } from './records.ts'
import { readBody } from '../input/read-body.ts'
import { stateOf } from '../log/request-state.ts'
import { answerTo } from '../errors/refusal.ts'
import { ignoredFields, joined, noNames } from '../input/unknown-names.ts'
import type { Names } from '../input/unknown-names.ts'

export interface PerformOptions {
  readonly db: Db
  readonly store: RecordStore
  readonly sealer: Sealer
  /** The address of the base path, for `Link`. Default: lists answer none. */
  readonly baseUrl?: string
  readonly largeBodies: LargeBodies
  /** Check every answer against its own schema; one that does not fit is a 500. */
  readonly verifyAnswers: boolean
}

// What a handler is once its types have been checked against the contract.
export interface AnyHandler {
  (input: Decoded, context: Context): Promise<object>
  readonly alsoWrong?: (input: Decoded, context: Context, wrong: ReadonlySet<string>) => Promise<ErrorDetail[]>
}

export interface Endpoint {
  readonly operation: Operation<string>
  readonly handler: AnyHandler
}

/** Of a body. */
const mostBytes = 1024 * 1024

/** Headers and lines that are still to be read. */
export interface LinesAnswer {
  readonly headers: Readonly<Record<string, string>>
  readonly lines: Lines
}

/** Carries out one operation, from the body to the answer. */
export async function perform(
  { operation, handler }: Endpoint,
  caller: Caller,
  req: Request,
  res: Response,
  { db, store, sealer, baseUrl, largeBodies, verifyAnswers }: PerformOptions,
): Promise<HttpAnswer | LinesAnswer> {
  const { prefer } = req.headers
  const strict = prefer !== undefined && /(?:^|[,;\s])handling=strict(?:$|[,;\s])/i.test(String(prefer))
  const { ownerUuid } = caller
  const limits = {
    mostBytes,
    hold: (bytes: number) => largeBodies.hold(ownerUuid, bytes, res),
    inTurn: <T>(parse: () => T) => largeBodies.inTurn(ownerUuid, parse, res),
  }
  const body = operation.body ? await readBody(req, limits) : undefined
  const params = req.params as Record<string, string>
  const query = queryOf(req)
  const pathOf = () => operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? '')
  let ignored = noNames
  const toAnswer = (result: object) => {
    const headers = {
      ...locationOf(baseUrl, operation, result),
      ...nextLink(baseUrl, pathOf, query, result),
      ...ignoredFields(ignored),
    }
    // With `fields` members are missing that the schema has.
    return answerOf(operation, result, headers, verifyAnswers && !query.has('fields'))
  }
  // A list must not hold up the single records of its own workspace.
  const isList = operation.method === 'get' && !operation.path.endsWith('}')
  const kind = isList ? 'many' : 'one'
  const { traceparent } = stateOf(req)
  const access = accessTo(db, caller.workspaceId, { kind, requester: res, traceparent })
  const { sql } = access
  const readSnapshot: Context['snapshot'] = (work) => snapshot(db, ownerUuid, work, res).catch(answerNoPlace)
  const noteIgnored = (names: Names) => {
    ignored = joined(ignored, names)
  }

  async function resultOf(writeOnce: Write, records: Records): Promise<object> {
    const undecoded = { params, query, body: body?.value }
    if (body?.error) throw body.error
    const { input, details, omitted, ignored: unknown, isPathPossible } = decode(operation, undecoded, strict)
    noteIgnored(unknown)
    const seen = seenOf(req.headers['if-match'])
    const context = { caller, sql, snapshot: readSnapshot, write: writeOnce, records, strict, seen, noteIgnored }
    if (details.length > 0)
      throw validationFailed(await allWrong(details, isPathPossible ? handler : undefined, input, context), omitted)
    if (!isPathPossible) throw notFound()
    return handler(input, context).catch(answerRefusal)
  }

  const key = operation.method === 'post' && caller.key ? req.get('idempotency-key') : undefined
  if (key === undefined || !caller.key) {
    const result = await resultOf(
      (work, blind) => access.write(work, { blind }),
      recordsFor(store, caller, res, { traceparent }),
    )
    return result instanceof Lines ? { headers: ignoredFields(ignored), lines: result } : toAnswer(result)
  }
  return idempotently(
    {
      access,
      sealer,
      workspaceId: caller.workspaceId,
      keyId: caller.key.id,
      key,
      request: [req.method, pathOf(), query.toString(), body?.bytes ?? ''],
      requestId: stateOf(req).requestId,
      toAnswer,
    },
    async (writeOnce, once) =>
      toAnswer(await resultOf(writeOnce, recordsFor(store, caller, res, { traceparent, once }))),
  )
}

/** What is refused is an answer like any other from here on, kept for an Idempotency-Key too. */
function answerRefusal(error: unknown): never {
  throw error instanceof RefusedError ? answerTo(error) : error
}

/** Nobody waits for an export to end: it may take minutes. */
export function answerNoPlace(error: unknown): never {
  throw error instanceof OverloadedError && error.reason === 'queue'
    ? busy('Two exports of this account, or four in all, are under way; try again when one has ended', 5)
    : error
}

/** Everything that is wrong with a request, in one answer. */
async function allWrong(
  details: readonly ErrorDetail[],
  handler: AnyHandler | undefined,
  input: Decoded,
  context: Context,
) {
  const wrong = new Set(details.map(({ field }) => field))
  const more = (await handler?.alsoWrong?.(input, context, wrong)) ?? []
  return [...details, ...more.filter(({ field }) => !wrong.has(field))]
}

function queryOf(req: Request): URLSearchParams {
  const at = req.url.indexOf('?')
  return at === -1 ? noQuery : new URLSearchParams(req.url.slice(at))
}

const noQuery = new URLSearchParams()
