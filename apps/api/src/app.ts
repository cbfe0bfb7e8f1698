import type { RequestListener } from 'node:http'
import type { Tracing } from '@matterbase/config'
import { readinessOf } from '@matterbase/db'
import type { Db } from '@matterbase/db'
import { recordStore } from '@matterbase/domain'
import { commandLineContract, contract, openApiDocument, tags } from '@matterbase/schemas'
import express from 'express'
import type { NextFunction, Request, Response } from 'express'
import type { Logger } from 'pino'
import { sessionCookie } from './http/browser/cookie.ts'
import { knownHostOnly } from './http/browser/known-host.ts'
import { inboxReceiver } from './dash/integrations/webhooks/receiver.ts'
import { dash } from './dash/index.ts'
import { dashboardFiles } from './dashboard-files/dashboard-files.ts'
import { createDrawings } from './drawing/drawings.ts'
import type { Drawings } from './drawing/drawings.ts'
import { docsPage } from './docs-page/docs-page.ts'
import { ApiError } from './http/errors/api-error.ts'
import { createDocUrls } from './http/errors/doc-urls.ts'
import { noPage } from './http/errors/missing.ts'
import { giveMessages } from './http/messages.ts'
import type { App } from './http/messages.ts'
import { cors } from './http/answer/cors.ts'
import { documentRoute } from './http/answer/document-route.ts'
import { madeWhenAsked, once } from './http/answer/when-asked.ts'
import { getOnly } from './http/answer/get-only.ts'
import { refuseShed } from './http/access/load-shedding.ts'
import { authFailures } from './http/access/auth-failures.ts'
import { keyGate } from './http/access/key-gate.ts'
import { largeBodies as boundedBodies } from './http/input/large-bodies.ts'
import type { LargeBodies } from './http/input/large-bodies.ts'
import type { LoopWatch } from './http/log/loop-watch.ts'
import { measure } from './metrics/measure.ts'
import { traceRequests } from './metrics/trace.ts'
import type { Metrics } from './metrics/metrics.ts'
import { inOrder, only } from './http/operations/in-order.ts'
import { mount } from './http/operations/mount.ts'
import { memoryRateLimiter } from './http/access/memory-rate-limit.ts'
import type { FailureLimiter, RateLimiter, RequestLimiter } from './http/access/rate-limit.ts'
import { requestId } from './http/log/request-id.ts'
import { requestLog } from './http/log/request-log.ts'
import { answersInProgress } from './http/sending/answers-in-progress.ts'
import type { AnswersInProgress } from './http/sending/answers-in-progress.ts'
import { recordRequest } from './http/log/request-record.ts'
import { requestRecorder } from './http/log/request-recorder.ts'
import type { RequestRecorder } from './http/log/request-recorder.ts'
import { sendError, sendJson } from './http/answer/respond.ts'
import { securityHeaders } from './http/answer/security-headers.ts'
import { publicPages } from './public/index.ts'
import { commandLine, resources } from './rest/index.ts'
import type { ResourceDeps } from './rest/deps.ts'

export interface AppDeps extends Omit<ResourceDeps, 'drawings'> {
  readonly db: Db
  readonly log: Logger
  /** The URL of the service for callers, without a trailing slash. */
  readonly publicUrl: string
  /** True if other machines reach the server without HTTPS. The dashboard then shows a warning. Default false. */
  readonly isUnencrypted?: boolean
  /** True if the worker can send email. Default false. */
  readonly canMail?: boolean
  /** The proxies whose `X-Forwarded-For` is trusted: their number or addresses. Default 0. */
  readonly trustProxy?: number | string
  /** Counts requests by API key and account. Default: in this process. */
  readonly rateLimiter?: RequestLimiter
  /** Counts wrong API keys, cookies and inbox links by address. Default: in this process. */
  readonly failureLimiter?: FailureLimiter
  /** Counts visits and forms without an API key by address. Default: in this process. */
  readonly formLimiter?: RateLimiter
  /** Writes the request log. Default: a new recorder. */
  readonly recorder?: RequestRecorder
  /** Limits the large bodies in progress. Default: 16 MiB. */
  readonly largeBodies?: LargeBodies
  /** Tracks the requests in flight. */
  readonly loopWatch?: LoopWatch
  /** Counts and times requests and writes. Default: none. */
  readonly metrics?: Metrics | undefined
  /** Traces requests and their events. Default: none. */
  readonly tracing?: Tracing | undefined
  /** Draws invoices. Default: new threads. */
  readonly drawings?: Drawings
  /** Limits unread responses. Default: 32 MiB, and 30 s for each 128 KiB. */
  readonly answers?: AnswersInProgress
  /** The longest duration of an export. Default 30 minutes. */
  readonly longestLinesMs?: number | undefined
  /** Validates each response against its schema. Default false. */
  readonly verifyAnswers?: boolean
  /** Aborted when the server stops, to end long polls. Default: never. */
  readonly stopping?: AbortSignal
}

export const basePath = '/api/v1'

/** Creates the HTTP application, without listening. */
export function createApp({
  db,
  log,
  publicUrl,
  isUnencrypted = false,
  canMail = false,
  trustProxy = 0,
  verifyAnswers = false,
  rateLimiter = memoryRateLimiter(),
  failureLimiter = memoryRateLimiter(),
  formLimiter = memoryRateLimiter(),
  recorder = requestRecorder(db, log),
  largeBodies = boundedBodies(),
  drawings = createDrawings(),
  loopWatch,
  metrics,
  tracing,
  stopping,
  longestLinesMs,
  answers = answersInProgress(),
  ...deps
}: AppDeps): App {
  const app = express()
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing').set('trust proxy', trustProxy)
  const beginRequest = requestId(createDocUrls(publicUrl))
  app.use(
    inOrder(
      beginRequest,
      ...(loopWatch ? [loopWatch.handler] : []),
      ...(metrics ? [measure(metrics)] : []),
      ...(tracing ? [traceRequests(tracing)] : []),
      requestLog(log),
    ),
  )

  const baseUrl = publicUrl + basePath
  const document = once(() => openApiDocument(contract, tags, baseUrl))

  const handlers = resources({ ...deps, drawings })
  const options = { db, store: recordStore(db, metrics?.group), sealer: deps.sealer, largeBodies, verifyAnswers }
  const gate = keyGate(db, rateLimiter, failureLimiter)
  const everything = { ...handlers, ...commandLine({ ...deps, drawings, publicUrl, stopping }) }
  const api = mount({ ...contract, ...commandLineContract }, everything, { ...options, baseUrl, gate, longestLinesMs })
  const documented = inOrder(
    getOnly,
    madeWhenAsked(() => documentRoute(document())),
  )
  // First, because Express tries its routes in order.
  app.use(basePath, inOrder(cors, refuseShed, only('/openapi.json', documented), recordRequest(recorder), api))

  app.all('/healthz', getOnly, (_req, res) => sendJson(res, 200, JSON.stringify({ status: 'ok', ...deps.build })))
  const readiness = readinessOf(db)
  app.all('/readyz', getOnly, async (_req, res) => {
    const problem = await readiness()
    if (problem !== undefined) throw new ApiError('unavailable', problem, { headers: { 'Retry-After': '2' } })
    sendJson(res, 200, '{"status":"ready"}')
  })
  const ownNames = knownHostOnly(publicUrl)
  app.use('/docs', ownNames, docsPage(sessionCookie(publicUrl), document))
  app.use(refuseShed)
  app.use('/inbox', inboxReceiver(db, largeBodies, authFailures(failureLimiter, 'inbox')))
  app.use(ownNames)
  const limits = { rateLimiter, visitLimiter: formLimiter, wrongCookies: authFailures(failureLimiter, 'session') }
  app.use('/dash/v1', dash({ ...options, ...deps, ...limits, publicUrl, isUnencrypted, canMail, drawings }, handlers))

  app.use(publicPages({ db, drawings, formLimiter, publicUrl, sealer: deps.sealer, canMail }))
  app.use(dashboardFiles())

  app.use((req, res) => sendError(res, noPage(req.method, req.path)))
  app.use((error: unknown, _req: Request, res: Response, next: NextFunction) => {
    if (res.headersSent) next(error)
    else sendError(res, error)
  })
  // A target that is not a URL (`http://[`) matches no route, not even the last one; Express would answer in HTML.
  const unroutable = (req: Request, res: Response) =>
    beginRequest(req, res, () => sendError(res, noPage(req.method, req.url)))
  const secure = securityHeaders(publicUrl)
  const answer: RequestListener = (req, res) => {
    for (const [name, value] of secure) res.setHeader(name, value)
    app(req as Request, res as Response, () => unroutable(req as Request, res as Response))
  }
  return Object.assign(answer, giveMessages(app, answers))
}
