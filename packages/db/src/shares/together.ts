import { HungUpError } from './overload.ts'
import type { Requester, Take } from './turns.ts'

/** What a question is told apart by, and how it is asked. */
interface Question<T> {
  readonly workspaceId: number
  readonly text: string
  readonly send: () => Promise<T>
  readonly requester: Requester | undefined
}

/**
 * Sends one question for all who ask the same while it waits for its turn: many who look at one list cost what one
 * does. Nobody joins a question that has been sent, so no answer is older than its question.
 *
 * @returns asks; rejects with HungUpError, OverloadedError, and what `send` throws.
 */
export function askingTogether<T>(take: Take<number>): (question: Question<T>) => Promise<T> {
  const unsent = new Map<string, Promise<T>>()

  function begin(key: string, { workspaceId, send, requester }: Question<T>): Promise<T> {
    let isSent = false
    const sendNow = () => {
      isSent = true
      unsent.delete(key)
      return send()
    }
    const asked = take(workspaceId, sendNow, requester)
    if (!isSent) {
      unsent.set(key, asked)
      // It may leave the line unsent.
      asked.catch(() => unsent.get(key) === asked && unsent.delete(key))
    }
    return asked
  }

  return async function ask(question) {
    const key = `${question.workspaceId} ${question.text}`
    for (;;) {
      const asked = unsent.get(key)
      if (!asked) return begin(key, question)
      if (question.requester?.destroyed) throw new HungUpError()
      try {
        return await asked
      } catch (error) {
        // Whoever was joined has gone, and took the question along.
        if (!(error instanceof HungUpError)) throw error
      }
    }
  }
}
