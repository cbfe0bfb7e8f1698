import type { ServerResponse } from 'node:http'
import type { ApiError } from '../errors/api-error.ts'
import { busy } from '../errors/overloaded.ts'
import { stateOf } from '../log/request-state.ts'
import { byteShares } from './byte-shares.ts'

const mebibyte = 1024 * 1024

export interface AnswerLimits {
  /** How many bytes of answers may wait for their readers, in all. Default 32 MiB. */
  readonly mostBytes?: number
  /** How long a reader may take for 128 KiB of an answer. Default 30 s. */
  readonly stallMs?: number
}

/** Stops counting. */
export type Release = () => void

export interface AnswersInProgress {
  readonly stallMs: number
  /** How many bytes wait for their readers. */
  held(): number
  /** Why a caller cannot have a large answer now; undefined when there is room for one. */
  refusal(holder: string): ApiError | undefined
  /**
   * Counts bytes that wait for a reader, those of a buffer that several answers share once.
   * @returns undefined when there is no room for them.
   */
  hold(holder: string, parts: readonly Uint8Array[], isSafe: boolean): Release | undefined
  /** Counts them where an answer has begun. */
  holdMore(holder: string, bytes: number): Release | undefined
}

/** An answer of at most so many bytes is always sent: the kernel has room for it. */
export const alwaysSent = 16 * 1024

/**
 * Bounds the bytes of answers that were made and that the kernel has not taken yet, because their readers are slow or do
 * not read. A quarter of them is the most for one account, which always gets one answer.
 */
export function answersInProgress({
  mostBytes = 32 * mebibyte,
  stallMs = 30_000,
}: AnswerLimits = {}): AnswersInProgress {
  const shares = byteShares(mostBytes)
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

  /** The answer of a write that is done has twice the room: to refuse it says that nothing was done. */
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

    hold(holder, parts, isSafe) {
      if (!hasRoom(holder, lengthOf(parts.filter(isNew)), isSafe)) return undefined
      for (const part of parts) take(holder, part)
      return once(() => {
        for (const part of parts) release(holder, part)
      })
    },

    holdMore(holder, bytes) {
      if (!hasRoom(holder, bytes, false)) return undefined
      shares.add(holder, bytes)
      return once(() => shares.add(holder, -bytes))
    },
  }
}

const lengthOf = (parts: readonly Uint8Array[]) => parts.reduce((sum, { length }) => sum + length, 0)

function once(release: Release): Release {
  let isHeld = true
  return () => {
    if (isHeld) release()
    isHeld = false
  }
}

/** Whose answer it is: an account's, or that of an address without an account. */
export function holderOf({ req }: Pick<ServerResponse, 'req'>): string {
  const { caller, address } = stateOf(req)
  return caller?.ownerUuid ?? address ?? req.socket.remoteAddress ?? ''
}
