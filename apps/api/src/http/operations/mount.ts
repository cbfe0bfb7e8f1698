import { requirePermission } from '@matterbase/domain'
import type { Resource } from '@matterbase/schemas'
import type { Request, RequestHandler, Response } from 'express'
import { ApiError } from '../errors/api-error.ts'
import { isKnown } from '../answer/etag.ts'
import { lineLimits, sendLines } from '../answer/lines.ts'
import type { LineLimits } from '../answer/lines.ts'
import type { Gate } from '../access/gate.ts'
import { stateOf } from '../log/request-state.ts'
import { findByPath } from './paths.ts'
import { perform } from './perform.ts'
import type { AnyHandler, Endpoint, PerformOptions } from './perform.ts'
import { sendAnswer, sendError } from '../answer/respond.ts'

export type MountOptions = PerformOptions & {
  readonly gate: Gate
  /** Default: half a minute for some lines, half an hour for all. */
  readonly lineLimits?: LineLimits | undefined
}

/** What can be done at one path. */
interface Here {
  readonly endpoints: ReadonlyMap<string, Endpoint>
  readonly allow: string
}

/** Routes for a contract: everything an operation asks of a request is read from its table row. */
export function mount(
  contract: Readonly<Record<string, Resource<string>>>,
  handlers: object,
  options: MountOptions,
): RequestHandler {
  const endpoints = endpointsOf(contract, handlers as Record<string, Record<string, AnyHandler>>)
  const paths = Map.groupBy(endpoints, ({ operation }) => operation.path)
  // Not routes of Express, which tries one after the other: there are many.
  const find = findByPath(new Map([...paths].map(([path, here]) => [path, hereOf(here)])))
  return (req, res, next) => {
    const found = find(req.path)
    if (!found) return next()
    req.params = found.params
    respond(found.value, req, res, options).catch((error: unknown) => sendError(res, error))
  }
}

function endpointsOf(
  contract: Readonly<Record<string, Resource<string>>>,
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
async function respond({ endpoints, allow }: Here, req: Request, res: Response, options: MountOptions) {
  if (req.method === 'OPTIONS') {
    res.status(204).set('Allow', allow).end()
    return
  }
  const { caller, headers, refund } = await options.gate.admit(req)
  res.set(headers)
  const method = req.method === 'HEAD' ? 'get' : req.method.toLowerCase()
  const endpoint = endpoints.get(method)
  if (!endpoint)
    throw new ApiError('method_not_allowed', `${req.method} is not possible here, only ${allow}`, {
      headers: { Allow: allow },
    })
  stateOf(req).operation = endpoint.operation
  const { scope } = endpoint.operation
  if (scope !== null) requirePermission(caller, scope)
  const answer = await perform(endpoint, caller, req, res, options)
  if ('lines' in answer) return sendLines(res, answer.headers, answer.lines, options.lineLimits ?? lineLimits)
  const etag = answer.headers['ETag']
  if (method === 'get' && etag !== undefined && isKnown(etag, req.headers['if-none-match'])) {
    res
      .set(await refund())
      .set(answer.headers)
      .status(304)
      .end()
    return
  }
  sendAnswer(res, answer)
}

function hereOf(endpoints: readonly Endpoint[]): Here {
  const methods = endpoints.map(({ operation }) => operation.method.toUpperCase())
  return {
    endpoints: new Map(endpoints.map((endpoint) => [endpoint.operation.method, endpoint])),
    allow: [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', '),
  }
}
