import { snapshot } from '@matterbase/db'
import type { Db, Sealer } from '@matterbase/db'
import type { RecordStore } from '@matterbase/domain'
import type { Request, Response } from 'express'
import { accessTo } from '../access/access.ts'
import type { Write } from '../access/access.ts'
import type { Caller } from '../access/caller.ts'
import { answerOf, epochHeader, locationOf, nextLink } from '../answer/answer.ts'
import type { HttpAnswer } from '../answer/answer.ts'
import { FileAnswer } from '../answer/file-answer.ts'
import { Lines } from '../answer/lines.ts'
import { quoted } from '../answer/etag.ts'
import { onlySent } from '../answer/only-sent.ts'
import { exportsBusy } from '../errors/overloaded.ts'
import type { LargeBodies } from '../input/large-bodies.ts'
import { stateOf } from '../log/request-state.ts'
import { pathOf, readCall } from './call.ts'
import type { Call, Endpoint } from './call.ts'
import { idempotently } from './idempotency.ts'
import { recordsFor } from './records.ts'
import type { Writing } from './records.ts'
import { runHandler } from './run-handler.ts'
import { tagOfWhole } from './seen-whole.ts'

export interface PerformOptions {
  readonly db: Db
  readonly store: RecordStore
  readonly sealer: Sealer
  /** The URL of the base path, for `Link`. Undefined for the dashboard, whose lists have no `Link`. */
  readonly baseUrl?: string
  readonly largeBodies: LargeBodies
  /** Validates each response against its schema. A response that does not fit becomes a 500. */
  readonly verifyAnswers: boolean
}

/** A response whose lines are read while they are sent. */
export interface LinesAnswer {
  readonly headers: Readonly<Record<string, string>>
  readonly lines: Lines
}

/** A response whose bytes are read only if the caller does not have them yet. */
interface FilesAnswer {
  readonly headers: Readonly<Record<string, string>>
  readonly file: FileAnswer['file']
}

/** Runs one operation, from the body to the response. */
export async function perform(
  endpoint: Endpoint,
  caller: Caller,
  req: Request,
  res: Response,
  options: PerformOptions,
): Promise<HttpAnswer | LinesAnswer | FilesAnswer> {
  const { db, store, sealer, baseUrl, largeBodies } = options
  const { operation } = endpoint
  const call = await readCall(endpoint, caller, req, res, largeBodies)
  // A list must not delay the single records of its own workspace.
  const kind = operation.method === 'get' && !operation.file && !operation.path.endsWith('}') ? 'many' : 'one'
  const { traceparent } = stateOf(req)
  const access = accessTo(db, caller.workspaceId, { kind, requester: res, traceparent })
  const run = (write: Write, once?: Writing['once']) =>
    runHandler(
      call,
      {
        sql: access.sql,
        snapshot: (work) => snapshot(db, caller.ownerUuid, work, res).catch(exportsBusy),
        write,
        records: recordsFor(store, caller, res, { traceparent, ...(once && { once }) }),
      },
      baseUrl !== undefined,
    )
  const toAnswer = (result: object) => answerFor(call, result, options)

  const once = operation.method === 'post' ? onceBy(caller, req.get('idempotency-key')) : undefined
  if (!once) {
    const result = await run((work, ahead) => access.write(work, { ahead }))
    if (result instanceof Lines) return { headers: call.ignored.headers(), lines: result }
    if (result instanceof FileAnswer)
      return { headers: { ...call.ignored.headers(), ETag: quoted(result.file.tag) }, file: result.file }
    return toAnswer(result)
  }
  return idempotently(
    {
      access,
      sealer,
      workspaceId: caller.workspaceId,
      ...once,
      request: [req.method, pathOf(call), call.query.toString(), call.body?.bytes ?? ''],
      state: stateOf(req),
      toAnswer,
    },
    async (writeOnce, saveOnce) => toAnswer(await run(writeOnce, saveOnce)),
  )
}

/** A member has no API key. Their idempotency keys have their ID in front, so that no other member meets them. */
const membersKeyId = 0

function onceBy({ key, user }: Caller, header: string | undefined) {
  if (header === undefined) return undefined
  if (key) return { keyId: key.id, key: header, isMember: false }
  return user && { keyId: membersKeyId, key: `${user.id}:${header}`, isMember: true }
}

function answerFor(call: Call, whole: object, { baseUrl, verifyAnswers }: PerformOptions): HttpAnswer {
  const { endpoint, caller, query, mayRead, ignored } = call
  const { operation, isWhole } = endpoint
  const result = mayRead ? whole : onlySent(operation, whole, { ...call.sentBody }, ignored.isDisregarded)
  const headers = {
    ...locationOf(baseUrl, operation, result),
    ...nextLink(baseUrl, () => pathOf(call), query, result),
    ...epochHeader(operation, caller.history),
    ...ignored.headers(),
  }
  // `fields` leaves out fields that the schema requires. Without the permission to read, a tag of the whole record would
  // confirm a guess at the hidden fields.
  const answer = answerOf(operation, result, headers, {
    verify: verifyAnswers && !query.has('fields'),
    isTagged: mayRead && !isWhole,
  })
  return isWhole ? { ...answer, headers: { ...answer.headers, ETag: quoted(tagOfWhole(result)) } } : answer
}
