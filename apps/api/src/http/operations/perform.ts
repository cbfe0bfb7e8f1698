import { OverloadedError, snapshot } from '@matterbase/db'
import type { Db, Sealer } from '@matterbase/db'
import { isAllowed, RefusedError } from '@matterbase/domain'
import type { RecordStore } from '@matterbase/domain'
import type { Operation } from '@matterbase/schemas'
import type { Request, Response } from 'express'
import { accessTo } from '../access/access.ts'
import { answerOf, epochHeader, locationOf, nextLink, type HttpAnswer } from '../answer/answer.ts'
import { onlySent } from '../answer/only-sent.ts'
import { Lines } from '../answer/lines.ts'
import { notFound, validationFailed } from '../errors/api-error.ts'
import { busy } from '../errors/overloaded.ts'
import type { Context } from './context.ts'
import type { Write } from '../access/access.ts'
import type { Caller } from '../access/caller.ts'
import { requirePassword } from '../access/member-checks.ts'
import { decode } from '../input/decode.ts'
import { seenOf } from '../answer/etag.ts'
import { idempotently } from './idempotency.ts'
import type { LargeBodies } from '../input/large-bodies.ts'
import { allWrong } from './all-wrong.ts'
import type { AnyHandler } from './all-wrong.ts'
import { requireNoTag } from './no-tag.ts'
import { recordsFor } from './records.ts'
import { requireRoomFor } from './require-room.ts'
import type { Records } from './records.ts'
import { queryOf } from '../input/query-of.ts'
import { readBody } from '../input/read-body.ts'
import { stateOf } from '../log/request-state.ts'
import { nameMissing } from '../errors/missing.ts'
import { answerTo } from '../errors/refusal.ts'
import { ignoredNames } from '../input/ignored-names.ts'
import { sentOf } from '../input/sent-of.ts'

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

export interface Endpoint {
  readonly operation: Operation<string>
  /** What a caller must be allowed to do to get more from a write than it sent. Undefined where every caller does. */
  readonly readScope: string | undefined
  readonly handler: AnyHandler
  /** Whether its answers have no secrets. */
  readonly mayCompress: boolean
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
  { operation, handler, readScope }: Endpoint,
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
  const ignored = ignoredNames()
  let sentBody: object = {}
  const mayRead = readScope === undefined || isAllowed(caller, readScope)
  const toAnswer = (whole: object) => {
    const result = mayRead ? whole : onlySent(operation, whole, { ...sentBody }, ignored.isDisregarded)
    const headers = {
      ...locationOf(baseUrl, operation, result),
      ...nextLink(baseUrl, pathOf, query, result),
      ...epochHeader(operation, caller.history),
      ...ignored.headers(),
    }
    // With `fields` members are missing that the schema has. A tag of the whole record would confirm a guess at the rest.
    return answerOf(operation, result, headers, { verify: verifyAnswers && !query.has('fields'), isTagged: mayRead })
  }
  // A list must not hold up the single records of its own workspace.
  const kind = operation.method === 'get' && !operation.path.endsWith('}') ? 'many' : 'one'
  const { traceparent } = stateOf(req)
  const access = accessTo(db, caller.workspaceId, { kind, requester: res, traceparent })
  const { sql } = access
  const readSnapshot: Context['snapshot'] = (work) => snapshot(db, ownerUuid, work, res).catch(answerNoPlace)

  const asked = { path: operation.path, params, environment: caller.environment }
  // The dashboard says of its own pages what is missing.
  const named = (error: unknown) => (baseUrl === undefined ? error : nameMissing(error, asked))

  async function resultOf(writeOnce: Write, records: Records): Promise<object> {
    const undecoded = { params, query, body: body?.value }
    if (body?.error) throw body.error
    const { input, details, omitted, ignored: unknown, readOnly, isPathPossible } = decode(operation, undecoded, strict)
    ignored.noteIgnored(unknown)
    sentBody = input.body
    const sent = sentOf(readOnly, { isStrict: strict, isBlind: !mayRead })
    const seen = seenOf(req.headers['if-match'])
    if (!mayRead) requireNoTag(operation, seen, readScope)
    const context = {
      caller,
      sql,
      snapshot: readSnapshot,
      write: writeOnce,
      records,
      strict,
      isBlind: !mayRead,
      sent,
      seen,
      ...ignored,
    }
    if (details.length > 0)
      throw validationFailed(await allWrong(details, isPathPossible ? handler : undefined, input, context), omitted)
    if (!isPathPossible) throw named(notFound())
    requirePassword(operation, caller, input.body)
    requireRoomFor(operation, caller)
    return handler(input, context).catch((error: unknown) => {
      throw named(answerOfRefusal(error))
    })
  }

  const key = operation.method === 'post' && caller.key ? req.get('idempotency-key') : undefined
  if (key === undefined || !caller.key) {
    const result = await resultOf(
      (work, blind) => access.write(work, { blind }),
      recordsFor(store, caller, res, { traceparent }),
    )
    return result instanceof Lines ? { headers: ignored.headers(), lines: result } : toAnswer(result)
  }
  return idempotently(
    {
      access,
      sealer,
      workspaceId: caller.workspaceId,
      keyId: caller.key.id,
      key,
      request: [req.method, pathOf(), query.toString(), body?.bytes ?? ''],
      state: stateOf(req),
      toAnswer,
    },
    async (writeOnce, once) =>
      toAnswer(await resultOf(writeOnce, recordsFor(store, caller, res, { traceparent, once }))),
  )
}

/** What is refused is an answer like any other from here on, kept for an Idempotency-Key too. */
const answerOfRefusal = (error: unknown) => (error instanceof RefusedError ? answerTo(error) : error)

/** Nobody waits for an export to end: it may take minutes. */
export function answerNoPlace(error: unknown): never {
  throw error instanceof OverloadedError && error.reason === 'queue'
    ? busy('Two exports of this account, or four on this server, are in progress. Try again when one has ended.', 5)
    : error
}
