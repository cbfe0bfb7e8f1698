import { write } from '@matterbase/db'
import type { Db, Sealer } from '@matterbase/db'
import type { Operation, Resource } from '@matterbase/schemas'
import { Router } from 'express'
import type { Request, Response } from 'express'
import { answerOf, nextLink } from './answer.ts'
import type { HttpAnswer } from './answer.ts'
import { ApiError } from './api-error.ts'
import { authenticate, requireScope } from './authenticate.ts'
import type { AuthFailures } from './auth-failures.ts'
import type { Caller, Context, Write } from './context.ts'
import { decode } from './decode.ts'
import type { Decoded } from './decode.ts'
import { isKnown } from './etag.ts'
import { idempotently } from './idempotency.ts'
import type { RateLimiter } from './rate-limit.ts'
import { countRequest } from './rate-limit.ts'
import { readBody } from './read-body.ts'
import { sendAnswer, sendError } from './respond.ts'

export interface MountOptions {
  readonly db: Db
  readonly sealer: Sealer
  readonly rateLimiter: RateLimiter
  readonly authFailures: AuthFailures
  /** The address of the base path, for links. */
  readonly baseUrl: string
  /** Check every answer against its own schema; one that does not fit is a 500. */
  readonly verifyAnswers: boolean
}

// What a handler is once its types have been checked against the contract.
type AnyHandler = (input: Decoded, context: Context) => Promise<object>
type Endpoint = { readonly operation: Operation; readonly handler: AnyHandler }

/** Routes for a contract: everything an operation asks of a request is read from its table row. */
export function mount(contract: Readonly<Record<string, Resource>>, handlers: object, options: MountOptions): Router {
  const router = Router({ caseSensitive: true })
  const endpoints = endpointsOf(contract, handlers as Record<string, Record<string, AnyHandler>>)
  const paths = Map.groupBy(endpoints, ({ operation }) => operation.path)
  // A literal path goes before one with a parameter in its place: braces sort after letters.
  for (const path of [...paths.keys()].toSorted()) {
    const here = paths.get(path) ?? []
    router.all(path.replaceAll(/\{(\w+)\}/g, ':$1'), async (req, res) => {
      await respond(here, req, res, options).catch((error: unknown) => sendError(res, error))
    })
  }
  return router
}

function endpointsOf(
  contract: Readonly<Record<string, Resource>>,
  handlers: Record<string, Record<string, AnyHandler>>,
): Endpoint[] {
  return Object.entries(contract).flatMap(([name, resource]) =>
    Object.entries(resource).map(([key, operation]) => {
      const handler = handlers[name]?.[key]
      if (!handler) throw new Error(`No handler for ${name}.${key}`)
      return { operation, handler }
    }),
  )
}

/** The order of the checks is part of the API: 401, 429, 405, 403, then the body, then the record. */
async function respond(endpoints: readonly Endpoint[], req: Request, res: Response, options: MountOptions) {
  const allow = allowed(endpoints)
  if (req.method === 'OPTIONS') {
    res.status(204).set('Allow', allow).end()
    return
  }
  const caller = await options.authFailures.guard(req, () => authenticate(options.db, req.headers.authorization))
  res.locals['caller'] = caller
  const counted = await countRequest(options.rateLimiter, caller)
  res.set(counted.headers)
  const method = req.method === 'HEAD' ? 'get' : req.method.toLowerCase()
  const endpoint = endpoints.find(({ operation }) => operation.method === method)
  if (!endpoint)
    throw new ApiError('method_not_allowed', `${req.method} is not possible here, only ${allow}`, {
      headers: { Allow: allow },
    })
  requireScope(caller, endpoint.operation.scope)
  const answer = await perform(endpoint, caller, req, res, options)
  const etag = answer.headers['ETag']
  if (method === 'get' && etag !== undefined && isKnown(etag, req.get('if-none-match'))) {
    res
      .set(await counted.refund())
      .set(answer.headers)
      .status(304)
      .end()
    return
  }
  sendAnswer(res, answer)
}

async function perform(
  { operation, handler }: Endpoint,
  caller: Caller,
  req: Request,
  res: Response,
  options: MountOptions,
): Promise<HttpAnswer> {
  const { db, sealer, baseUrl, verifyAnswers } = options
  const strict = /(?:^|[,;\s])handling=strict(?:$|[,;\s])/i.test(req.get('prefer') ?? '')
  const body = operation.body ? await readBody(req, res) : undefined
  const toAnswer = (result: object) =>
    answerOf(operation, result, nextLink(baseUrl, operation.path, req.url, result), verifyAnswers)

  async function handle(writeOnce: Write): Promise<HttpAnswer> {
    const undecoded = { params: req.params as Record<string, string>, query: queryOf(req), body: body?.value }
    if (body?.error) throw body.error
    const { input, ignored } = decode(operation, undecoded, strict)
    if (ignored.length > 0) res.set('X-Ignored-Fields', headerList(ignored))
    return toAnswer(await handler(input, { caller, sql: db, write: writeOnce, strict, ifMatch: req.get('if-match') }))
  }

  const key = operation.method === 'post' ? req.get('idempotency-key') : undefined
  if (key === undefined) return handle((work) => write(db, caller.workspaceId, work))
  return idempotently(
    {
      db,
      sealer,
      caller,
      key,
      request: [req.method, req.originalUrl, body?.bytes ?? ''],
      requestId: String(res.locals['requestId']),
      toAnswer,
    },
    handle,
  )
}

function allowed(endpoints: readonly Endpoint[]): string {
  const methods = endpoints.map(({ operation }) => operation.method.toUpperCase())
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
}

function queryOf(req: Request): URLSearchParams {
  const at = req.url.indexOf('?')
  return new URLSearchParams(at === -1 ? '' : req.url.slice(at))
}

/** Names come from the caller: what a header cannot carry is escaped. */
function headerList(names: readonly string[]): string {
  return names
    .slice(0, 20)
    .map((name) => encodeURIComponent(name.slice(0, 64).toWellFormed()))
    .join(', ')
}
