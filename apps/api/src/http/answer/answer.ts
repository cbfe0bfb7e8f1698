import { hasEpoch } from '@matterbase/schemas'
import type { History } from '@matterbase/domain'
import type { Operation } from '@matterbase/schemas'
import { etagOf } from './etag.ts'
import { encode, joined, RawJson } from './raw-json.ts'
import type { Piece } from './raw-json.ts'

/** A response as it is sent, and as it is stored for a replay. */
export interface HttpAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The pieces of its JSON. */
  readonly pieces: readonly Piece[]
}

export const textOf = ({ pieces }: Pick<HttpAnswer, 'pieces'>) => joined(pieces)

interface AnswerOptions {
  /** Validates the response against the schema of the operation. */
  readonly verify: boolean
  /** True to add an ETag, if responses of the operation have one. */
  readonly isTagged: boolean
}

/** @throws Error if `verify` is set and the response does not fit its schema. */
export function answerOf(
  operation: Operation<string>,
  result: object,
  headers: Record<string, string>,
  { verify, isTagged }: AnswerOptions,
): HttpAnswer {
  const pieces = encode(result)
  const status = statusOf(operation, result)
  if (verify) verifyAnswer(operation, status, textOf({ pieces }))
  const tagged = isTagged && (operation.method === 'get' || 'data' in result)
  return { status, headers: { ...headers, ...(tagged && { ETag: etagOf(result) }) }, pieces }
}

const statuses = new WeakMap<Operation<string>, readonly number[]>()

/** The status codes of success. */
function statusesOf(operation: Operation<string>): readonly number[] {
  const known = statuses.get(operation) ?? Object.keys(operation.responses).map(Number)
  statuses.set(operation, known)
  return known
}

function statusOf(operation: Operation<string>, result: object): number {
  const [only, other] = statusesOf(operation)
  if (only === undefined || other === undefined) return only ?? 200
  return 'created' in result && result.created === true ? 201 : 200
}

function verifyAnswer(operation: Operation<string>, status: number, text: string) {
  const schema = operation.responses[status as 200 | 201 | 202]
  const checked = schema?.strict().safeParse(JSON.parse(text))
  if (!checked?.success)
    throw new Error(
      `${operation.operationId} answered ${status} with a body that does not fit: ${checked?.error.message ?? 'no schema'}`,
    )
}

/** The `Location` of a created record, if the contract has a path for it. */
export function locationOf(
  baseUrl: string | undefined,
  operation: Operation<string>,
  result: object,
): Record<string, string> {
  if (baseUrl === undefined || operation.location === undefined || statusOf(operation, result) !== 201) return {}
  const id = idOf(result)
  return id === undefined ? {} : { Location: baseUrl + operation.location.replace('{id}', id) }
}

/** The JSON of a record from PostgreSQL begins with its ID. */
function idOf(result: object): string | undefined {
  const made: unknown = 'data' in result ? result.data : result
  if (made instanceof RawJson) return /^\{"id":(\d+)/.exec(made.text)?.[1]
  return typeof made === 'object' && made !== null && 'id' in made ? String(Number(made.id)) : undefined
}

/** `Link: rel="next"` (RFC 8288) of a page that is not the last. */
export function nextLink(
  baseUrl: string | undefined,
  pathOf: () => string,
  asked: URLSearchParams,
  result: object,
): Record<string, string> {
  if (baseUrl === undefined || !('next_cursor' in result) || typeof result.next_cursor !== 'string') return {}
  const query = new URLSearchParams({ cursor: result.next_cursor })
  for (const name of ['limit', 'include', 'expand', 'fields']) {
    const value = asked.get(name)
    if (value !== null) query.set(name, value)
  }
  return { Link: `<${baseUrl}${pathOf()}?${query.toString()}>; rel="next"` }
}

/** The sync epoch, for operations that clients use to sync records. */
export function epochHeader(operation: Operation<string>, history: History | undefined): Record<string, string> {
  return history && hasEpoch(operation) ? { 'X-Workspace-Epoch': history.epoch } : {}
}
