import { createStore } from '../store.ts'

interface Asked<Q, A> {
  /** Of the question, which no other one has. */
  readonly id: number
  readonly question: Q
  readonly answer: (answer: A) => void
}

let open = 0
let questions = 0

/** Whether anything is asked: what is on the screen stays as it is meanwhile. */
export const isAsking = () => open > 0

interface PromptOptions {
  /** One answer holds for every request that waits. Otherwise each question is asked, one after the other. */
  readonly isShared: boolean
}

/** Something that the person is asked while a request waits; a dialog of the shell shows it. */
export function createPrompt<Q, A>({ isShared }: PromptOptions) {
  const asked = createStore<Asked<Q, A> | undefined>(undefined)
  let last: Promise<A> | undefined
  const show = (question: Q) =>
    new Promise<A>((resolve) => asked.set({ id: ++questions, question, answer: resolve })).finally(() =>
      asked.set(undefined),
    )
  return {
    asked,
    ask(question: Q): Promise<A> {
      if (isShared && last) return last
      open += 1
      const answer: Promise<A> = (last ? last.then(() => show(question)) : show(question)).finally(() => {
        open -= 1
        if (last === answer) last = undefined
      })
      last = answer
      return answer
    },
  }
}
