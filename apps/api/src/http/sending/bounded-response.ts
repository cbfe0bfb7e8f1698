import { ServerResponse } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { holdFor } from '@matterbase/db'
import type { Release } from '@matterbase/db'
import type { Response } from 'express'
import { sendError } from '../answer/respond.ts'
import { busy } from '../errors/overloaded.ts'
import { alwaysSent, holderOf } from './answers-in-progress.ts'
import type { AnswersInProgress } from './answers-in-progress.ts'
import type { Bounded } from './end-with.ts'
import { pieceBytes, piecesOf } from './pieces.ts'
import { createSlices } from './slices.ts'

const safeMethods = new Set(['GET', 'HEAD'])
const noRoom = busy('Too many large responses of this server are waiting to be read. Try again in 1 s.', 1)

/**
 * The class of all responses, so that no route can send an uncounted one. It limits unread bytes, and ends a response whose
 * reader stopped.
 */
export function boundedResponse(answers: AnswersInProgress) {
  const runSoon = createSlices()

  return class Bounding<R extends IncomingMessage> extends ServerResponse<R> implements Bounded {
    /** Ends the response if its reader does not read. */
    #stall: { readonly timer: NodeJS.Timeout; readonly end: Release } | undefined

    override write(chunk: unknown, encoding?: unknown, callback?: unknown): boolean {
      const isTaken = super.write(chunk, encoding as BufferEncoding, callback as () => void)
      if (!isTaken && this.#stall === undefined) this.#waitForDrain()
      return isTaken
    }

    override end(chunk?: unknown, encoding?: unknown, callback?: unknown): this {
      if ((typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) || chunk.length <= alwaysSent) {
        super.end(chunk as string, encoding as BufferEncoding, callback as () => void)
        if (this.writableLength > 0 && this.#stall === undefined) this.#startStall()
        return this
      }
      const finished = typeof encoding === 'function' ? encoding : callback
      if (typeof finished === 'function') this.once('finish', finished as () => void)
      const isText = typeof chunk === 'string'
      this.endWith([isText ? Buffer.from(chunk, typeof encoding === 'string' ? (encoding as 'utf8') : 'utf8') : chunk])
      return this
    }

    endWith(parts: readonly Uint8Array[]): void {
      if (this.req.method === 'HEAD') {
        super.end()
        return
      }
      const isSafe = safeMethods.has(this.req.method ?? '')
      const release = answers.hold(this, parts, isSafe)
      if (release) this.#sendParts(parts, release)
      else if (this.headersSent || !isSafe) this.destroy()
      else this.#refuse()
    }

    requireRoom(): void {
      const refusal = answers.refusal(holderOf(this))
      if (refusal) throw refusal
    }

    #sendParts(parts: readonly Uint8Array[], release: Release) {
      const length = parts.reduce((sum, part) => sum + part.length, 0)
      if (!this.headersSent && !this.hasHeader('Transfer-Encoding')) this.setHeader('Content-Length', length)
      if (length <= pieceBytes) {
        const last = parts.at(-1)
        for (const part of parts.slice(0, -1)) super.write(part)
        super.end(last)
        if (this.writableLength === 0) release()
        else this.#startStall()
        return
      }
      this.#startStall()
      const pieces = piecesOf(parts)
      const sendNext = () => {
        if (this.destroyed) return
        const { piece, isLast } = pieces.next().value ?? { isLast: true }
        this.#stall?.timer.refresh()
        if (isLast) super.end(piece)
        else if (super.write(piece)) runSoon(sendNext)
        else this.once('drain', () => runSoon(sendNext))
      }
      runSoon(sendNext)
    }

    /** Sends an error in place of the response. Keeps only the headers that all responses have. */
    #refuse() {
      for (const name of this.getHeaderNames()) if (ofContent.test(name)) this.removeHeader(name)
      this.setHeader('Cache-Control', 'no-store')
      sendError(this as unknown as Response, noRoom)
    }

    #waitForDrain() {
      const release = answers.holdMore(this, this.writableLength)
      if (!release) {
        this.destroy()
        return
      }
      this.#startStall()
      this.once('drain', () => {
        this.#stall?.end()
        release()
      })
    }

    #startStall() {
      this.#stall?.end()
      if (this.destroyed) return
      const timer = setTimeout(() => {
        // A reset, because after a close the kernel keeps the buffered bytes for the reader.
        if (this.socket) this.socket.resetAndDestroy()
        else this.destroy()
      }, answers.stallMs)
      const end = holdFor(this, () => {
        clearTimeout(timer)
        this.#stall = undefined
      })
      this.#stall = { timer, end }
    }
  }
}

const ofContent = /^(?:accept-ranges|content-(?!security).*|etag|last-modified|link|location|x-updated-since)$/
