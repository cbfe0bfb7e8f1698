import { RefusedError } from '@matterbase/domain'
import type { Response } from 'express'
import type { HttpAnswer } from './answer.ts'
import { ApiError } from '../errors/api-error.ts'
import { unavailable } from '../errors/database-away.ts'
import { overloaded } from '../errors/overloaded.ts'
import { stateOf } from '../log/request-state.ts'
import type { RequestState } from '../log/request-state.ts'
import { answerTo } from '../errors/refusal.ts'
import { unreadableSeal } from '../errors/unreadable-seal.ts'
import { endWith } from '../sending/end-with.ts'

/** Longer strings are sent as bytes, because Node copies a string together with the headers. */
const longText = 8 * 1024

/** Sends a response. For HEAD, Node omits the body and keeps its length. */
export function sendAnswer(res: Response, { status, headers, pieces }: HttpAnswer) {
  if (res.destroyed) return
  stateOf(res.req).answer = pieces
  res.status(status)
  res.setHeader('Content-Type', 'application/json; charset=utf-8')
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
  const [only] = pieces
  if (pieces.length === 1 && typeof only === 'string' && only.length <= longText) {
    res.setHeader('Content-Length', Buffer.byteLength(only))
    res.end(only)
    return
  }
  const parts = pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece.bytes))
  res.setHeader(
    'Content-Length',
    parts.reduce((sum, { length }) => sum + length, 0),
  )
  endWith(res, parts)
}

/** Sends JSON text. */
export function sendJson(res: Response, status: number, text: string) {
  sendAnswer(res, { status, headers: {}, pieces: [text] })
}

/** Sends the error body. For an unexpected error, it contains only the request ID. */
export function sendError(res: Response, error: unknown) {
  if (res.destroyed) return
  const known = toApiError(error)
  const state = stateOf(res.req)
  state.errorCode = known.code
  if (known.status >= 500 && known.code !== 'overloaded') state.error = error
  sendAnswer(res, errorAnswer(known, state))
}

export function errorAnswer(
  { message, code, status, body, headers }: ApiError,
  { requestId, docUrls }: Pick<RequestState, 'requestId' | 'docUrls'>,
): HttpAnswer {
  const common = { error: message, code, request_id: requestId, doc_url: docUrls?.get(code) }
  return { status, headers, pieces: [JSON.stringify({ ...common, ...body })] }
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof RefusedError) return answerTo(error)
  if (error instanceof URIError)
    return new ApiError('not_found', 'The path has a % that is not percent-encoding. Encode each value in the path.')
  return (
    overloaded(error) ??
    unavailable(error) ??
    unreadableSeal(error) ??
    new ApiError(
      'internal',
      'Something went wrong on this server. Send the request again. If it fails again, tell the operator the request_id.',
    )
  )
}
