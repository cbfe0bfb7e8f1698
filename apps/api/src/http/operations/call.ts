import { isAllowed } from '@matterbase/domain'
import type { Operation } from '@matterbase/schemas'
import type { Request, Response } from 'express'
import type { Caller } from '../access/caller.ts'
import type { LargeBodies } from '../input/large-bodies.ts'
import { readBody } from '../input/read-body.ts'
import type { Body } from '../input/read-body.ts'
import { ignoredNames } from '../input/unknown-names.ts'
import type { IgnoredNames } from '../input/unknown-names.ts'
import type { AnyHandler } from './context.ts'

export interface Endpoint {
  readonly operation: Operation<string>
  /** The permission to read the records of a write. Without it, the response has only the sent fields. Undefined if each caller may read them. */
  readonly readScope: string | undefined
  readonly handler: AnyHandler
  /** The GET whose response the operation changes as a whole. */
  readonly changes: Pick<Endpoint, 'operation' | 'handler'> | undefined
  /** True for such a GET. Its responses have a strong tag. */
  readonly isWhole: boolean
  /** True if the responses contain no secrets. */
  readonly mayCompress: boolean
}

/** A request for an operation, before its parts are decoded. */
export interface Call {
  readonly endpoint: Endpoint
  readonly caller: Caller
  readonly req: Request
  readonly res: Response
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly body: Body | undefined
  /** True if unknown fields are an error, by `Prefer: handling=strict`. */
  readonly isStrict: boolean
  /** True if the caller may read the records that it writes. */
  readonly mayRead: boolean
  readonly ignored: IgnoredNames
  /** The decoded body. Empty until the handler runs. */
  sentBody: object
}

const mostBytes = 1024 * 1024

/** Reads the body. @throws ApiError. */
export async function readCall(
  endpoint: Endpoint,
  caller: Caller,
  req: Request,
  res: Response,
  largeBodies: LargeBodies,
): Promise<Call> {
  const { operation, readScope } = endpoint
  const { ownerUuid } = caller
  const limits = {
    requester: res,
    mostBytes,
    hold: (bytes: number) => largeBodies.hold(ownerUuid, bytes, res),
    inTurn: <T>(parse: () => T) => largeBodies.inTurn(ownerUuid, parse, res),
  }
  const { prefer } = req.headers
  return {
    endpoint,
    caller,
    req,
    res,
    params: req.params as Record<string, string>,
    query: queryOf(req),
    body: operation.body ? await readBody(req, limits) : undefined,
    isStrict: prefer !== undefined && /(?:^|[,;\s])handling=strict(?:$|[,;\s])/i.test(String(prefer)),
    mayRead: readScope === undefined || isAllowed(caller, readScope),
    ignored: ignoredNames(),
    sentBody: {},
  }
}

const noQuery = new URLSearchParams()

function queryOf({ url }: Request): URLSearchParams {
  const at = url.indexOf('?')
  return at === -1 ? noQuery : new URLSearchParams(url.slice(at))
}

/** The path of the request, below the base path. */
export const pathOf = ({ endpoint, params }: Call): string =>
  endpoint.operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? '')
