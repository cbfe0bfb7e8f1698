import { createTurns } from '@matterbase/db'
import type { Response } from 'express'
import type { HttpAnswer } from '../answer/answer.ts'
import { encodedTag } from '../answer/etag.ts'
import { joined, RawJson } from '../answer/raw-json.ts'
import type { Piece } from '../answer/raw-json.ts'
import { sendAnswer } from '../answer/respond.ts'
import { stateOf } from '../log/request-state.ts'
import { holderOf } from './answers-in-progress.ts'
import { compressors, encodingFor, shortest } from './encodings.ts'
import type { Encoding } from './encodings.ts'
import { endWith } from './end-with.ts'

// Node.js has four threads for compression, passwords and files. Beyond the limits, a response is not compressed.
const take = createTurns<string>({ kind: 'compression', places: 2, each: 2, longest: 20, longestOfAll: 100 })

/** Sends a response, compressed if it is long enough and the caller accepts an encoding. */
export async function sendCompressed(res: Response, answer: HttpAnswer): Promise<void> {
  if (res.destroyed) return
  res.setHeader('Vary', 'Accept-Encoding')
  const encoding = encodingFor(res.req.headers['accept-encoding'])
  const bytes = encoding && isWorthIt(answer.pieces) ? await compressed(res, answer.pieces, encoding) : undefined
  if (!encoding || !bytes) return sendAnswer(res, answer)
  const { status, headers, pieces } = answer
  stateOf(res.req).answer = pieces
  res.status(status)
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
  const tag = headers['ETag']
  if (tag !== undefined) res.setHeader('ETag', encodedTag(tag, encoding))
  res
    .setHeader('Content-Type', 'application/json; charset=utf-8')
    .setHeader('Content-Encoding', encoding)
    .setHeader('Content-Length', bytes.length)
  endWith(res, [bytes])
}

const isWorthIt = (pieces: readonly Piece[]) =>
  pieces.some((piece) => typeof piece !== 'string') || joined(pieces).length >= shortest

/** Undefined beyond the limits. Equal responses with one long JSON are compressed once. */
function compressed(res: Response, pieces: readonly Piece[], encoding: Encoding): Promise<Buffer | undefined> {
  const make = () =>
    take(holderOf(res), () =>
      compressors[encoding](
        Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece.bytes))),
      ),
    ).catch(() => undefined)
  const long = pieces.find((piece) => piece instanceof RawJson)
  if (!long) return make()
  const rest = pieces.filter((piece) => piece !== long)
  return rest.every((piece) => typeof piece === 'string') ? long.once([encoding, ...rest].join(' '), make) : make()
}
