import type { ServerResponse } from 'node:http'
import { holdFor } from '@matterbase/db'
import type { Release } from '@matterbase/db'
import type { ApiError } from '../errors/api-error.ts'
import { busy } from '../errors/overloaded.ts'
import { stateOf } from '../log/request-state.ts'
import { byteShares } from './byte-shares.ts'

const mebibyte = 1024 * 1024

export interface AnswerLimits {
  /** The most bytes of unread responses. Default 32 MiB. */
  readonly mostBytes?: number
  /** The longest time for a reader to take 128 KiB of a response. Default 30 s. */
  readonly stallMs?: number
}

export interface AnswersInProgress {
  readonly stallMs: number
  /** The number of unread bytes. */
  held(): number
  /** The error for a caller with too many unread bytes. Undefined if there is room for a large response. */
  refusal(holder: string): ApiError | undefined
  /**
   * Counts unread bytes until the response closes. A buffer that several responses share counts once.
   * @returns Undefined if there is no room.
   */
  hold(res: ServerResponse, parts: readonly Uint8Array[], isSafe: boolean): Release | undefined
  /** Counts more bytes of a response that has begun, until it closes. */
  holdMore(res: ServerResponse, bytes: number): Release | undefined
}

/** Responses up to this size are always sent, because the kernel buffers them. */
export const alwaysSent = 16 * 1024

/**
 * Limits the bytes of responses that the kernel has not taken yet, because their readers are slow or do not read. One
 * account gets at most a quarter, and always one response.
 */
export function answersInProgress({
  mostBytes = 32 * mebibyte,
  stallMs = 30_000,
}: AnswerLimits = {}): AnswersInProgress {
  const shares = byteShares('response', mostBytes)
  const users = new Map<Uint8Array, number>()

  const isNew = (part: Uint8Array) => !users.has(part)

  function take(holder: string, part: Uint8Array) {
    const before = users.get(part) ?? 0
    users.set(part, before + 1)
    if (before === 0) shares.add(holder, part.length)
  }

  function release(holder: string, part: Uint8Array) {
    const left = (users.get(part) ?? 1) - 1
    if (left > 0) users.set(part, left)
    else {
      users.delete(part)
      shares.add(holder, -part.length)
    }
  }

  /** The response of a completed write has twice the room, because a refusal would report that nothing was done. */
  function hasRoom(holder: string, bytes: number, isSafe: boolean) {
    const most = isSafe ? 1 : 2
    return shares.held() + bytes <= most * mostBytes && shares.isInShare(holder, bytes, most / 4)
  }

  return {
    stallMs,
    held: shares.held,

    refusal: (holder) =>
      !shares.isInShare(holder, alwaysSent)
        ? busy('You have not read earlier responses yet. Read them before you send more requests.', 1)
        : undefined,

    hold(res, parts, isSafe) {
      const holder = holderOf(res)
      if (!hasRoom(holder, lengthOf(parts.filter(isNew)), isSafe)) return undefined
      for (const part of parts) take(holder, part)
      return holdFor(res, () => {
        for (const part of parts) release(holder, part)
      })
    },

    holdMore(res, bytes) {
      const holder = holderOf(res)
      if (!hasRoom(holder, bytes, false)) return undefined
      shares.add(holder, bytes)
      return holdFor(res, () => shares.add(holder, -bytes))
    },
  }
}

const lengthOf = (parts: readonly Uint8Array[]) => parts.reduce((sum, { length }) => sum + length, 0)

/** The account of a response, or the address of a caller without an account. */
export function holderOf({ req }: Pick<ServerResponse, 'req'>): string {
  const { caller, address } = stateOf(req)
  return caller?.ownerUuid ?? address ?? req.socket.remoteAddress ?? ''
}
