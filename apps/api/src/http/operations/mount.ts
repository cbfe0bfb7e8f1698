import { isAllowed, requirePermission } from '@matterbase/domain'
import { holdsSecret, readScopeOf } from '@matterbase/schemas'
import type { Resource } from '@matterbase/schemas'
import type { Request, RequestHandler, Response } from 'express'
import { ApiError } from '../errors/api-error.ts'
import { noEndpoint } from '../errors/missing.ts'
import { knownTag } from '../answer/etag.ts'
import { sendFile } from '../answer/file-answer.ts'
import { sendLines } from '../answer/lines.ts'
import type { Gate } from '../access/gate.ts'
import { requireTwoFactor } from '../access/member-checks.ts'
import { stateOf } from '../log/request-state.ts'
import { findByPath } from './paths.ts'
import { perform } from './perform.ts'
import type { AnyHandler } from './context.ts'
import type { Endpoint } from './call.ts'
import type { PerformOptions } from './perform.ts'
import { sendAnswer, sendError } from '../answer/respond.ts'
import { requireRoom } from '../sending/end-with.ts'
import { sendCompressed } from '../sending/send-compressed.ts'

export type MountOptions = PerformOptions & {
  readonly gate: Gate
  /** The longest duration of an export. Default 30 minutes. */
  readonly longestLinesMs?: number | undefined
}

/** The endpoints at one path. */
interface Route {
  readonly endpoints: ReadonlyMap<string, Endpoint>
  readonly allow: string
}

/** Routes requests to the operations of a contract. The table row of an operation has all its checks. */
export function mount(
  contract: Readonly<Record<string, Resource<string>>>,
  handlers: object,
  options: MountOptions,
): RequestHandler {
  const endpoints = endpointsOf(contract, handlers as Record<string, Record<string, AnyHandler>>)
  const paths = Map.groupBy(endpoints, ({ operation }) => operation.path)
  // Express would try its routes one after the other, and there are many.
  const find = findByPath(new Map([...paths].map(([path, atPath]) => [path, routeOf(atPath)])))
  return (req, res, next) => {
    const found = find(req.path)
    // Each path below the base path belongs to the API.
    if (!found) {
      const { baseUrl } = options
      return baseUrl === undefined
        ? next()
        : sendError(res, noEndpoint(req.method, req.path, { paths: paths.keys(), baseUrl }))
    }
    req.params = found.params
    respond(found.value, req, res, options).catch((error: unknown) => sendError(res, error))
  }
}

function endpointsOf(
  contract: Readonly<Record<string, Resource<string>>>,
  handlers: Record<string, Record<string, AnyHandler>>,
): Endpoint[] {
  const found = Object.entries(contract).flatMap(([name, resource]) =>
    Object.entries(resource).map(([key, operation]) => {
      const handler = handlers[name]?.[key]
      if (!handler) throw new Error(`No handler for ${name}.${key}`)
      return { operation, handler }
    }),
  )
  const reads = new Map(found.flatMap((one) => (one.operation.method === 'get' ? [[one.operation.path, one]] : [])))
  const wholes = new Set(found.map(({ operation }) => operation.changes))
  return found.map(({ operation, handler }) => ({
    operation,
    handler,
    readScope: readScopeOf(operation),
    mayCompress: !holdsSecret(operation),
    changes: operation.changes === undefined ? undefined : reads.get(operation.changes),
    isWhole: operation.method === 'get' && wholes.has(operation.path),
  }))
}

/** The order of the checks is part of the API: 401, 429, 405, 403, then the body, then the record. */
async function respond({ endpoints, allow }: Route, req: Request, res: Response, options: MountOptions) {
  if (req.method === 'OPTIONS') {
    res.status(204).set('Allow', allow).end()
    return
  }
  const method = req.method === 'HEAD' ? 'get' : req.method.toLowerCase()
  const endpoint = endpoints.get(method)
  const { caller, headers, refund } = await options.gate.admit(req, endpoint?.operation.cost)
  res.set(headers)
  if (!endpoint)
    throw new ApiError('method_not_allowed', `${req.method} is not allowed at this path. Use one of: ${allow}.`, {
      headers: { Allow: allow },
    })
  stateOf(req).operation = endpoint.operation
  requireTwoFactor(caller, endpoint.operation)
  const { scope, limitedScope = '' } = endpoint.operation
  if (scope !== null && !isAllowed(caller, limitedScope)) requirePermission(caller, scope)
  // The response of a single record is small.
  if (method !== 'get' || !endpoint.operation.path.endsWith('}')) requireRoom(res)
  const answer = await perform(endpoint, caller, req, res, options)
  if ('lines' in answer) return sendLines(res, answer.headers, answer.lines, options.longestLinesMs)
  const mayCompress = endpoint.mayCompress && !('file' in answer)
  const etag = answer.headers['ETag']
  const known = method === 'get' && etag !== undefined ? knownTag(etag, req.headers['if-none-match']) : undefined
  // Browsers may store responses of the API and revalidate them by tag. Responses of the dashboard are never stored.
  if (method === 'get' && etag !== undefined && options.baseUrl !== undefined)
    res.setHeader('Cache-Control', 'private, no-cache')
  if (known !== undefined) {
    res
      .set(await refund())
      .set({ ...answer.headers, ETag: known, ...(mayCompress && { Vary: 'Accept-Encoding' }) })
      .status(304)
      .end()
    return
  }
  if ('file' in answer) return sendFile(res, answer.file, answer.headers, { isPublic: options.baseUrl !== undefined })
  return mayCompress ? sendCompressed(res, answer) : sendAnswer(res, answer)
}

function routeOf(endpoints: readonly Endpoint[]): Route {
  const methods = endpoints.map(({ operation }) => operation.method.toUpperCase())
  return {
    endpoints: new Map(endpoints.map((endpoint) => [endpoint.operation.method, endpoint])),
    allow: [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', '),
  }
}
