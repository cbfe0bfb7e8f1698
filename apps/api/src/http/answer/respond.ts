import { RefusedError } from '@matterbase/domain'
import type { Response } from 'express'
import type { HttpAnswer } from './answer.ts'
import { ApiError } from '../errors/api-error.ts'
import { unavailable } from '../errors/database-away.ts'
import { overloaded } from '../errors/overloaded.ts'
import { stateOf } from '../log/request-state.ts'
import { answerTo } from '../errors/refusal.ts'

/** What is longer is sent as bytes: as text, Node would first put it behind the headers, in another copy. */
const longText = 8 * 1024

/** Sends an answer. For HEAD, Node leaves the body out and keeps its length. */
export function sendAnswer(res: Response, { status, headers, pieces }: HttpAnswer) {
  const length = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0)
  stateOf(res.req).answer = pieces
  res.status(status)
  res.setHeader('Content-Type', 'application/json; charset=utf-8').setHeader('Content-Length', length)
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
  res.end(length > longText ? bytesOf(pieces, length) : pieces.join(''))
}

function bytesOf(pieces: readonly string[], length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length)
  let at = 0
  for (const piece of pieces) at += bytes.write(piece, at)
  return bytes
}

/** Sends JSON text. */
export function sendJson(res: Response, status: number, text: string) {
  sendAnswer(res, { status, headers: {}, pieces: [text] })
}

/** Sends the error body; nothing of an unexpected error reaches the caller but the request id. */
export function sendError(res: Response, error: unknown) {
  const known = toApiError(error)
  const state = stateOf(res.req)
  state.errorCode = known.code
  if (known.status >= 500 && known.code !== 'overloaded') state.error = error
  sendAnswer(res, errorAnswer(known, state.requestId))
}

export function errorAnswer({ message, code, status, body, headers }: ApiError, requestId: string): HttpAnswer {
  return { status, headers, pieces: [JSON.stringify({ error: message, code, request_id: requestId, ...body })] }
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof RefusedError) return answerTo(error)
  if (error instanceof URIError) return new ApiError('not_found', 'Not found')
  return overloaded(error) ?? unavailable(error) ?? new ApiError('internal', 'Internal server error')
}
