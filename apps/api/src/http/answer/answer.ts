import { hasEpoch } from '@matterbase/schemas'
import type { History } from '@matterbase/domain'
import type { Operation } from '@matterbase/schemas'
import { etagOf } from './etag.ts'
import { encode, joined, RawJson } from './raw-json.ts'
import type { Piece } from './raw-json.ts'

/** An answer as it goes over the wire, and as it is kept to be given again. */
export interface HttpAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Of its JSON text. */
  readonly pieces: readonly Piece[]
}

export const textOf = ({ pieces }: Pick<HttpAnswer, 'pieces'>) => joined(pieces)

interface AnswerOptions {
  /** Check the answer against the operation's own schema. */
  readonly verify: boolean
  /** Whether it has a tag, where the operation's answers have one. */
  readonly isTagged: boolean
}

/** @throws Error when `verify` is set and the answer does not fit. */
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

/** Those of success. */
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

/** `Location` of what was created, where the answer says that it was and the contract where it can be fetched. */
export function locationOf(
  baseUrl: string | undefined,
  operation: Operation<string>,
  result: object,
): Record<string, string> {
  if (baseUrl === undefined || operation.location === undefined || statusOf(operation, result) !== 201) return {}
  const id = idOf(result)
  return id === undefined ? {} : { Location: baseUrl + operation.location.replace('{id}', id) }
}

/** A record that PostgreSQL has written begins with its id. */
function idOf(result: object): string | undefined {
  const made: unknown = 'data' in result ? result.data : result
  if (made instanceof RawJson) return /^\{"id":(\d+)/.exec(made.text)?.[1]
  return typeof made === 'object' && made !== null && 'id' in made ? String(Number(made.id)) : undefined
}

/** `Link: rel="next"` (RFC 8288) where a page says how to go on. */
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

/** The sync epoch, with records that a copy can be kept of. */
export function epochHeader(operation: Operation<string>, history: History | undefined): Record<string, string> {
  return history && hasEpoch(operation) ? { 'X-Workspace-Epoch': history.epoch } : {}
}
