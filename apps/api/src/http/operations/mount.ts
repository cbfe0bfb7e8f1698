import { requirePermission } from '@matterbase/domain'
import type { Resource } from '@matterbase/schemas'
import { Router } from 'express'
import type { Request, Response } from 'express'
import { ApiError } from '../errors/api-error.ts'
import { isKnown } from '../answer/etag.ts'
import { lineLimits, sendLines } from '../answer/lines.ts'
import type { LineLimits } from '../answer/lines.ts'
import type { Gate } from '../access/gate.ts'
import { stateOf } from '../log/request-state.ts'
import { perform } from './perform.ts'
import type { AnyHandler, Endpoint, PerformOptions } from './perform.ts'
import { sendAnswer, sendError } from '../answer/respond.ts'

export type MountOptions = PerformOptions & {
  readonly gate: Gate
  /** Default: half a minute for some lines, half an hour for all. */
  readonly lineLimits?: LineLimits | undefined
}

/** Routes for a contract: everything an operation asks of a request is read from its table row. */
export function mount(
  contract: Readonly<Record<string, Resource<string>>>,
  handlers: object,
  options: MountOptions,
): Router {
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
async function respond(endpoints: readonly Endpoint[], req: Request, res: Response, options: MountOptions) {
  const allow = allowed(endpoints)
  if (req.method === 'OPTIONS') {
    res.status(204).set('Allow', allow).end()
    return
  }
  const { caller, headers, refund } = await options.gate.admit(req)
  res.set(headers)
  const method = req.method === 'HEAD' ? 'get' : req.method.toLowerCase()
  const endpoint = endpoints.find(({ operation }) => operation.method === method)
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
  if (method === 'get' && etag !== undefined && isKnown(etag, req.get('if-none-match'))) {
    res
      .set(await refund())
      .set(answer.headers)
      .status(304)
      .end()
    return
  }
  sendAnswer(res, answer)
}

function allowed(endpoints: readonly Endpoint[]): string {
  const methods = endpoints.map(({ operation }) => operation.method.toUpperCase())
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
}
