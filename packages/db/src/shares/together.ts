import { setImmediate } from 'node:timers/promises'
import type { Requester } from './hold.ts'
import { HungUpError } from './overload.ts'
import type { Take } from './turns.ts'

/** A query, and how it is combined with others. */
interface Question<Q, A> {
  readonly workspaceId: number
  readonly asked: Q
  /** The same for those who ask the same. */
  readonly text: string
  /** The same for queries that one statement can combine. */
  readonly kind: string
  /** Answers questions of the kind, in their order. */
  readonly send: (questions: readonly Q[]) => Promise<readonly A[]>
  readonly requester: Requester | undefined
}

interface Group<Q, A> {
  readonly questions: Q[]
  /** By text. */
  readonly places: Map<string, number>
  answers: Promise<readonly A[]>
  /** How many have their answer. */
  answered: number
}

/** The most callers that continue in one turn of the event loop, so that their work on a result does not block it. */
const inOneTurn = 16

// So that the first to ask does not wait for much more than its own answer.
const most = 8

/**
 * Sends one query for all callers who need the same while it waits for its turn, and combines queries of one kind, so
 * that many readers of one list cost as much as one. No caller joins a query that was sent, so no result is older than
 * its request.
 *
 * @returns a function that rejects with HungUpError, OverloadedError, and any error of `send`.
 */
export function askingTogether<Q, A>(take: Take<number>): (question: Question<Q, A>) => Promise<A> {
  // The last one of each kind.
  const unsent = new Map<string, Group<Q, A>>()

  function begin(key: string, { workspaceId, asked, text, send, requester }: Question<Q, A>): Group<Q, A> {
    let isSent = false
    const leave = () => unsent.get(key) === group && unsent.delete(key)
    const sendNow = () => {
      isSent = true
      leave()
      return send(group.questions)
    }
    const group: Group<Q, A> = {
      questions: [asked],
      places: new Map([[text, 0]]),
      answers: Promise.resolve([]),
      answered: 0,
    }
    group.answers = take(workspaceId, sendNow, requester)
    if (!isSent) {
      unsent.set(key, group)
      // It may leave the line unsent.
      group.answers.catch(leave)
    }
    return group
  }

  function join({ questions, places }: Group<Q, A>, { asked, text }: Question<Q, A>): boolean {
    if (places.has(text)) return true
    if (questions.length === most) return false
    places.set(text, questions.push(asked) - 1)
    return true
  }

  return async function ask(question) {
    const key = `${question.workspaceId} ${question.kind}`
    for (;;) {
      const found = unsent.get(key)
      const isJoined = found !== undefined && join(found, question)
      if (isJoined && question.requester?.destroyed) throw new HungUpError()
      const group = isJoined ? found : begin(key, question)
      try {
        const answers = await group.answers
        for (let turns = Math.floor(group.answered++ / inOneTurn); turns > 0; turns--) await setImmediate()
        // Every question has an answer: `send` answers them in their order.
        return answers[group.places.get(question.text) ?? 0] as A
      } catch (error) {
        // The first caller has disconnected, and its query was dropped.
        if (!isJoined || !(error instanceof HungUpError)) throw error
      }
    }
  }
}
